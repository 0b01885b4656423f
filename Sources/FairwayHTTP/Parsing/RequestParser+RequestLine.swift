/// RFC 9112 section 3: `method SP request-target SP HTTP-version`, with single spaces and nothing else.
extension RequestParser {
    mutating func takeRequestLine(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(HTTPProblem) {
        guard let methodEnd = bytes.firstIndex(of: .space, from: range.lowerBound), methodEnd < range.upperBound,
            let targetEnd = bytes.firstIndex(of: .space, from: methodEnd + 1), targetEnd < range.upperBound
        else {
            throw .malformedRequest("The request line is not method, target and version with one space between them.")
        }
        let method = bytes.part(range.lowerBound..<methodEnd)
        guard !method.isEmpty, method.allSatisfy(\.isTokenCharacter) else {
            throw .malformedRequest("The method is not a token.")
        }
        let target = methodEnd + 1..<targetEnd
        guard !target.isEmpty else { throw .malformedRequest("The request line has no target.") }
        guard target.count <= limits.targetBytes else { throw .uriTooLong(limit: limits.targetBytes) }
        draft.line.minorVersion = try version(bytes.part(targetEnd + 1..<range.upperBound))
        guard let known = Method(method) else { throw .notImplemented("HTTP has no such method.") }
        draft.line.method = known
        try takeTarget(target, of: bytes)
    }

    /// RFC 9112 section 2.3. Minor versions above 1 are read as 1.
    private func version(_ bytes: UnsafeRawBufferPointer) throws(HTTPProblem) -> UInt8 {
        guard bytes.count == 8, bytes.part(0..<5).spells("HTTP/"), bytes[5].isDigit, bytes[6] == 0x2E, bytes[7].isDigit
        else { throw .malformedRequest("The version does not have the form HTTP/1.1.") }
        switch bytes[5] {
        case 0x30: throw .upgradeRequired
        case 0x31: return min(bytes[7] - 0x30, 1)
        default: throw .httpVersion
        }
    }

    /// RFC 9112 section 3.2: origin form, absolute form, and `*` for `OPTIONS`.
    private mutating func takeTarget(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(HTTPProblem) {
        var question = range.upperBound
        for index in range {
            let byte = bytes[index]
            guard byte > .space, byte < 0x7F else {
                throw .malformedRequest("The target has a character that is not printable ASCII.")
            }
            guard byte != UInt8(ascii: "#") else { throw .malformedRequest("The target has a fragment.") }
            if byte == UInt8(ascii: "?"), question == range.upperBound { question = index }
        }
        draft.line.query = min(question + 1, range.upperBound)..<range.upperBound
        if bytes[range.lowerBound] == UInt8(ascii: "/") {
            draft.line.path = range.lowerBound..<question
        } else if range.count == 1, bytes[range.lowerBound] == UInt8(ascii: "*"), draft.line.method == .options {
            draft.line.path = range
        } else {
            try takeAbsoluteTarget(range.lowerBound..<question, of: bytes)
        }
    }

    private mutating func takeAbsoluteTarget(
        _ range: Range<Int>,
        of bytes: UnsafeRawBufferPointer
    ) throws(HTTPProblem) {
        let target = bytes.part(range)
        let isPlain = target.startsIgnoringCase("http://")
        guard isPlain || target.startsIgnoringCase("https://") else {
            throw .malformedRequest("The target is neither a path nor an http URL.")
        }
        let schemeLength = isPlain ? 7 : 8
        let authorityStart = range.lowerBound + schemeLength
        let slash = bytes.firstIndex(of: UInt8(ascii: "/"), from: authorityStart) ?? range.upperBound
        let authorityEnd = min(slash, range.upperBound)
        draft.line.authority = authorityStart..<authorityEnd
        // An empty path means `/` (RFC 9110 section 4.2.3). The slash before the authority serves as that path.
        draft.line.path =
            authorityEnd < range.upperBound ? authorityEnd..<range.upperBound : authorityStart - 1..<authorityStart
        guard bytes.part(draft.line.authority).isHost, authorityEnd > authorityStart else {
            throw .malformedRequest("The target's authority is not a host.")
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether this looks like `uri-host [":" port]` (RFC 9110 section 7.2): characters of names and addresses,
    /// brackets only around an IPv6 address, and at most one port of digits. True for an empty `Host`, which is valid
    /// for a target without authority.
    var isHost: Bool {
        var colons = 0
        var index = 0
        if first == UInt8(ascii: "[") {
            guard let close = firstIndex(of: UInt8(ascii: "]"), from: 1), close > 2 else { return false }
            guard part(1..<close).allSatisfy({ $0.hexadecimal != nil || $0 == 0x3A || $0 == 0x2E }) else {
                return false
            }
            index = close + 1
            guard index == count || self[index] == UInt8(ascii: ":") else { return false }
        }
        while index < count {
            let byte = self[index]
            switch byte {
            case UInt8(ascii: ":"):
                colons += 1
                if colons > 1 { return false }
            case _ where colons == 1:
                guard byte.isDigit else { return false }
            // RFC 3986 section 3.2.2: reg-name is unreserved, pct-encoded and sub-delims.
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x25,
                0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D:
                break
            default:
                return false
            }
            index += 1
        }
        return true
    }
}
