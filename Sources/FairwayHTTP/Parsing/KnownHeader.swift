/// The header fields that the server or nearly every handler looks at. They are recognised once, while parsing, so that
/// looking one up compares a byte and not names.
enum KnownHeader: UInt8, CaseIterable {
    case other
    case accept, acceptEncoding, authorization, connection, contentLength, contentType, expect, host
    case idempotencyKey, ifMatch, ifNoneMatch, lastEventID, origin, prefer, requestID, traceparent, transferEncoding

    init(_ name: UnsafeRawBufferPointer) {
        self =
            switch name.count {
            case 4 where name.spellsIgnoringCase("host"): .host
            case 6 where name.spellsIgnoringCase("accept"): .accept
            case 6 where name.spellsIgnoringCase("origin"): .origin
            case 6 where name.spellsIgnoringCase("expect"): .expect
            case 6 where name.spellsIgnoringCase("prefer"): .prefer
            case 8 where name.spellsIgnoringCase("if-match"): .ifMatch
            case 10 where name.spellsIgnoringCase("connection"): .connection
            case 11 where name.spellsIgnoringCase("traceparent"): .traceparent
            case 12 where name.spellsIgnoringCase("content-type"): .contentType
            case 12 where name.spellsIgnoringCase("x-request-id"): .requestID
            case 13 where name.spellsIgnoringCase("authorization"): .authorization
            case 13 where name.spellsIgnoringCase("if-none-match"): .ifNoneMatch
            case 13 where name.spellsIgnoringCase("last-event-id"): .lastEventID
            case 14 where name.spellsIgnoringCase("content-length"): .contentLength
            case 15 where name.spellsIgnoringCase("accept-encoding"): .acceptEncoding
            case 15 where name.spellsIgnoringCase("idempotency-key"): .idempotencyKey
            case 17 where name.spellsIgnoringCase("transfer-encoding"): .transferEncoding
            default: .other
            }
    }
}
