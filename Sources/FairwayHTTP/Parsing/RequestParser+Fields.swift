/// RFC 9112 section 5: `field-name ":" OWS field-value OWS`.
extension RequestParser {
    mutating func takeField(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(HTTPProblem) {
        let field = try Self.field(range, of: bytes)
        guard draft.fields.count < limits.headerCount else {
            throw .headersTooLarge("There are more header fields than this server accepts.")
        }
        if draft.fields.isEmpty { draft.fields.reserveCapacity(12) }
        draft.fields.append(field)
        if field.known == .other { return }
        if draft.known.contains(field.known) {
            if let reason = field.known.repetitionError { throw .malformedRequest(reason) }
            draft.repeated.insert(field.known)
        }
        draft.known.insert(field.known)
        try apply(field.known, bytes.part(field.value))
    }

    static func field(
        _ range: Range<Int>,
        of bytes: UnsafeRawBufferPointer
    ) throws(HTTPProblem) -> RequestHead.Field {
        if bytes[range.lowerBound].isBlank { throw .malformedRequest("A header field is folded over two lines.") }
        var colon = range.lowerBound
        while colon < range.upperBound, bytes[colon].isTokenCharacter { colon += 1 }
        guard colon > range.lowerBound, colon < range.upperBound, bytes[colon] == UInt8(ascii: ":") else {
            throw .malformedRequest("A header field's name is not a token with a colon right after it.")
        }
        var start = colon + 1
        var end = range.upperBound
        while start < end, bytes[start].isBlank { start += 1 }
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        var index = start
        while index < end {
            guard bytes[index].isFieldValueCharacter else {
                throw .malformedRequest("A header field's value has a control character.")
            }
            index += 1
        }
        return RequestHead.Field(
            nameStart: UInt16(truncatingIfNeeded: range.lowerBound),
            nameEnd: UInt16(truncatingIfNeeded: colon),
            valueStart: UInt16(truncatingIfNeeded: start),
            valueEnd: UInt16(truncatingIfNeeded: end),
            known: KnownHeader(bytes.part(range.lowerBound..<colon))
        )
    }

    /// Applies a field that determines the framing or the connection.
    private mutating func apply(_ known: KnownHeader, _ value: UnsafeRawBufferPointer) throws(HTTPProblem) {
        switch known {
        case .host:
            guard value.isHost else { throw .malformedRequest("Host is not a host and a port.") }
        case .contentLength:
            draft.contentLength = try Self.length(value)
        case .transferEncoding:
            // Section 6.1: chunked is the last coding, and occurs once. Several fields form one list.
            for coding in value.listElements() {
                guard !draft.isChunked else { throw .malformedRequest("A transfer coding follows chunked.") }
                draft.isChunked = coding.spellsIgnoringCase("chunked")
            }
            if !value.spellsIgnoringCase("chunked") { draft.hasOtherCoding = true }
        case .connection:
            for option in value.listElements() {
                if option.spellsIgnoringCase("close") { draft.saysClose = true }
                if option.spellsIgnoringCase("keep-alive") { draft.saysKeepAlive = true }
            }
        case .expect:
            if value.listElements().contains(where: { $0.spellsIgnoringCase("100-continue") }) {
                draft.expectsContinue = true
            }
        default:
            break
        }
    }

    private static func length(_ value: UnsafeRawBufferPointer) throws(HTTPProblem) -> Int {
        guard !value.isEmpty, value.count <= 18, value.allSatisfy(\.isDigit) else {
            throw .malformedRequest("Content-Length is not a number of bytes.")
        }
        return value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func finishHead(_ bytes: UnsafeRawBufferPointer) throws(HTTPProblem) -> RequestHead {
        let draft = self.draft
        self.draft = PartialHead()
        let isOld = draft.line.minorVersion == 0
        // RFC 9112 section 3.2.
        guard draft.known.contains(.host) || isOld else { throw .malformedRequest("There is no Host.") }
        guard draft.isChunked || !draft.hasOtherCoding else {
            throw .malformedRequest("Transfer-Encoding does not end with chunked.")
        }
        guard !draft.isChunked || draft.contentLength == nil else {
            throw .malformedRequest("There are both Content-Length and Transfer-Encoding.")
        }
        // Section 6.1: HTTP/1.0 has no transfer codings, so the framing of a message with one is faulty.
        guard !draft.isChunked || !isOld else { throw .malformedRequest("Transfer-Encoding came with HTTP/1.0.") }
        guard !draft.hasOtherCoding else {
            throw .notImplemented("The only transfer coding that this server supports is chunked.")
        }
        return RequestHead(draft, bytes)
    }
}

extension UnsafeRawBufferPointer {
    /// The non-empty elements of a comma-separated list (RFC 9110 section 5.6.1), trimmed. Splits quoted strings.
    func listElements() -> ListElements { ListElements(rest: self) }

    /// Without the spaces and tabs at both ends.
    var trimmingBlanks: UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return part(start..<end)
    }
}

/// The elements of a comma-separated list, found one by one.
struct ListElements: Sequence, IteratorProtocol {
    fileprivate var rest: UnsafeRawBufferPointer

    mutating func next() -> UnsafeRawBufferPointer? {
        while !rest.isEmpty {
            let comma = rest.firstIndex(of: UInt8(ascii: ","), from: 0) ?? rest.count
            let element = rest.part(0..<comma).trimmingBlanks
            rest = rest.part(Swift.min(comma + 1, rest.count)..<rest.count)
            if !element.isEmpty { return element }
        }
        return nil
    }
}
