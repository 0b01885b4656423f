import Glibc

/// Reads requests from bytes, however they are cut (RFC 9112). A pure state machine: it does no I/O and knows no clock.
///
/// Where RFC 9112 allows a recipient to repair a message, this one refuses it: a proxy in front may have repaired it
/// differently, and then both disagree about where the next request starts (request smuggling). What is refused does
/// not depend on how the bytes were cut: a line is measured before it is read, and read only when it is complete.
///
/// The usual request comes whole in one buffer and is read right there; only what is incomplete is copied and kept.
struct RequestParser {
    enum Element {
        case head(RequestHead)
        /// A piece of the body, valid until the buffer it was read from is used again.
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

    let limits: Limits
    var phase = Phase.requestLine
    var draft = HeadDraft()
    /// What has come of a head, a chunk's line or the trailers, when it did not come in one piece.
    var partial: [UInt8] = []
    /// Where the unfinished line starts in `partial`.
    var lineStart = 0
    /// Bytes of chunk framing and trailers of this body; bounded, so that they cannot be used to send without end.
    var framingBytes = 0
    var sawEmptyLine = false

    init(limits: Limits) {
        self.limits = limits
    }

    /// Whether a request has begun and has not come to its end.
    var isInsideRequest: Bool {
        if case .requestLine = phase { return !partial.isEmpty }
        return true
    }

    /// Takes the next element off the front of `input`. Nil: everything is taken, and more is needed.
    mutating func next(_ input: inout UnsafeRawBufferPointer) throws(RequestFailure) -> Element? {
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
