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

    /// What is wrong with a head that has two lines of it. Nil for a list, which may have several lines (RFC 9110 section 5.3),
    /// and where as a list it is none of the values that are taken.
    var whyNotTwice: StaticString? {
        switch self {
        case .authorization: "There is more than one Authorization."
        // RFC 9112 section 6.3 lets a recipient accept equal lengths sent twice; this one does not.
        case .contentLength: "There is more than one Content-Length."
        case .contentType: "There is more than one Content-Type."
        case .host: "There is more than one Host."
        case .idempotencyKey: "There is more than one Idempotency-Key."
        case .lastEventID: "There is more than one Last-Event-ID."
        case .accept, .acceptEncoding, .connection, .expect, .ifMatch, .ifNoneMatch, .prefer, .transferEncoding: nil
        case .origin, .other, .requestID, .traceparent: nil
        }
    }
}
