/// An incremental parser for HTTP/1.1 requests (RFC 9112). It does no I/O.
///
/// Where RFC 9112 allows a recipient to repair a message, this parser refuses it: a proxy in front may repair it
/// differently, and then both disagree about where the next request starts (request smuggling). The result does not
/// depend on how the bytes are split into buffers, because a line is checked against its limit and parsed only when it
/// is complete.
///
/// A head that arrives in one buffer is parsed in place. Only incomplete heads are copied to `partial`.
struct RequestParser {
    enum Element {
        case head(RequestHead)
        /// A piece of the body, in the caller's buffer.
        case body(UnsafeRawBufferPointer)
        case end
    }

    enum Phase {
        case requestLine
        case fields
        case length(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailers
        case end
    }

    let limits: HTTPLimits
    var phase = Phase.requestLine
    var draft = PartialHead()
    /// The received part of an incomplete head, chunk line or trailer.
    var partial: [UInt8] = []
    /// Where the incomplete line starts in `partial`.
    var lineStart = 0
    /// The number of bytes of this body's chunk framing and trailers. Limited by `HTTPLimits.chunkFramingBytes`.
    var framingBytes = 0
    var sawEmptyLine = false

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// Whether a request has begun to arrive and is not complete.
    var isInsideRequest: Bool {
        if case .requestLine = phase { return !partial.isEmpty }
        return true
    }

    /// Removes the next element from the front of `input`. Nil: `input` was consumed, and more input is needed.
    mutating func next(_ input: inout UnsafeRawBufferPointer) throws(HTTPProblem) -> Element? {
        while true {
            switch phase {
            case .requestLine, .fields:
                if input.isEmpty { return nil }
                guard let head = try takeHead(&input) else { return nil }
                begin(body: head.framing)
                return .head(head)
            case .length(let remaining):
                if input.isEmpty { return nil }
                let piece = Self.take(remaining, of: &input)
                phase = piece.count == remaining ? .end : .length(remaining: remaining - piece.count)
                return .body(piece)
            case .chunk(let remaining):
                if input.isEmpty { return nil }
                let piece = Self.take(remaining, of: &input)
                phase = piece.count == remaining ? .chunkEnd : .chunk(remaining: remaining - piece.count)
                return .body(piece)
            case .chunkEnd:
                guard try takeChunkEnd(&input) else { return nil }
            case .chunkSize, .trailers:
                if input.isEmpty { return nil }
                guard try takeFramingLine(&input) else { return nil }
            case .end:
                phase = .requestLine
                sawEmptyLine = false
                return .end
            }
        }
    }

    private mutating func begin(body framing: RequestHead.Framing) {
        switch framing {
        case .length(0): phase = .end
        case .length(let count): phase = .length(remaining: count)
        case .chunked:
            phase = .chunkSize
            framingBytes = 0
        }
    }

    private static func take(_ wanted: Int, of input: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let count = min(wanted, input.count)
        defer { input = input.part(count..<input.count) }
        return input.part(0..<count)
    }
}

/// RFC 9112 section 7.1: the lines around the chunks of a body.
extension RequestParser {
    /// Consumes the CRLF that follows the data of a chunk. Returns false if it is not complete.
    mutating func takeChunkEnd(_ input: inout UnsafeRawBufferPointer) throws(HTTPProblem) -> Bool {
        while let byte = input.first {
            guard byte == (partial.isEmpty ? .carriageReturn : .lineFeed) else {
                throw .malformedRequest("A chunk is longer than its size says.")
            }
            input = input.part(1..<input.count)
            framingBytes += 1
            if byte == .lineFeed {
                partial.removeAll(keepingCapacity: true)
                phase = .chunkSize
                return true
            }
            partial.append(byte)
        }
        return false
    }

    /// Consumes the line of a chunk's size or of a trailer. Returns false if the line is not complete.
    mutating func takeFramingLine(_ input: inout UnsafeRawBufferPointer) throws(HTTPProblem) -> Bool {
        let lineFeed = input.firstIndex(of: .lineFeed, from: 0)
        let taken = lineFeed.map { $0 + 1 } ?? input.count
        framingBytes += taken
        guard partial.count + taken <= limits.headerBytes, framingBytes <= limits.chunkFramingBytes else {
            throw .headersTooLarge("The chunk sizes and trailers of the body are longer than this server accepts.")
        }
        partial.append(contentsOf: input.part(0..<taken))
        input = input.part(taken..<input.count)
        guard lineFeed != nil else { return false }
        let line = partial
        partial.removeAll(keepingCapacity: true)
        try line.span.withUnsafeBytes { bytes throws(HTTPProblem) in try takeFramingLine(bytes) }
        if case .end = phase { forgetPartial() }
        return true
    }

    private mutating func takeFramingLine(_ bytes: UnsafeRawBufferPointer) throws(HTTPProblem) {
        guard let end = bytes.endOfLine(0..<bytes.count - 1) else {
            throw .malformedRequest("A line of the chunked body ends with a line feed alone.")
        }
        switch phase {
        case .chunkSize:
            let size = try Self.chunkSize(bytes.part(0..<end))
            phase = size == 0 ? .trailers : .chunk(remaining: size)
        default:
            if end == 0 { phase = .end } else { _ = try Self.field(0..<end, of: bytes) }
        }
    }

    /// `chunk-size [ chunk-ext ]`. Extensions are ignored; anything that is not an extension is refused.
    private static func chunkSize(_ line: UnsafeRawBufferPointer) throws(HTTPProblem) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = line[index].hexadecimal {
            guard index < 15 else { throw .malformedRequest("A chunk's size is too large.") }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > 0 else { throw .malformedRequest("A chunk's size is not a hexadecimal number.") }
        var extensions = ChunkExtensions(line.part(index..<line.count))
        guard extensions.areValid() else {
            throw .malformedRequest("Something other than an extension follows a chunk's size.")
        }
        return size
    }
}

/// RFC 9112 section 7.1.1: `*( BWS ";" BWS name [ BWS "=" BWS value ] )`.
private struct ChunkExtensions {
    private var rest: UnsafeRawBufferPointer

    init(_ text: UnsafeRawBufferPointer) { rest = text }

    /// Whether the text is extensions and nothing else. A value is a token or a quoted string.
    mutating func areValid() -> Bool {
        while !rest.isEmpty {
            guard skip(UInt8(ascii: ";")), skipToken() else { return false }
            if skip(UInt8(ascii: "=")), !skipToken(), !skipQuotedString() { return false }
        }
        return true
    }

    /// Skips a separator and the blanks around it. Skips nothing if there is another character.
    private mutating func skip(_ separator: UInt8) -> Bool {
        var index = 0
        while index < rest.count, rest[index].isBlank { index += 1 }
        guard index < rest.count, rest[index] == separator else { return false }
        index += 1
        while index < rest.count, rest[index].isBlank { index += 1 }
        rest = rest.part(index..<rest.count)
        return true
    }

    private mutating func skipToken() -> Bool {
        let count = rest.prefix(while: \.isTokenCharacter).count
        rest = rest.part(count..<rest.count)
        return count > 0
    }

    /// RFC 9110 section 5.6.4. A backslash quotes the character after it.
    private mutating func skipQuotedString() -> Bool {
        guard rest.first == UInt8(ascii: "\"") else { return false }
        var isQuoted = false
        for (index, byte) in rest.enumerated().dropFirst() {
            guard byte.isFieldValueCharacter else { return false }
            if byte == UInt8(ascii: "\""), !isQuoted {
                rest = rest.part(index + 1..<rest.count)
                return true
            }
            isQuoted = byte == UInt8(ascii: "\\") && !isQuoted
        }
        return false
    }
}
