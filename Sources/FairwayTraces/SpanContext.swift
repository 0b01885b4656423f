import Fairway

/// The place of a span: its trace, its id, and whether the trace is recorded (W3C Trace Context).
package struct SpanContext: Hashable, Sendable {
    package var trace: TraceID
    package var span: UInt64
    package var isSampled: Bool

    package init(trace: TraceID, span: UInt64, isSampled: Bool) {
        (self.trace, self.span, self.isSampled) = (trace, span, isSampled)
    }

    /// Parses the value of `traceparent`. Nil if it is invalid (https://www.w3.org/TR/trace-context/#traceparent-header).
    package init?(traceparent text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.bytes, let version = UInt64(hex: bytes[0..<2]), version != 0xFF,
            bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
            // A later version may have more fields.
            bytes.count == Self.bytes || version > 0 && bytes[Self.bytes] == Self.dash,
            let high = UInt64(hex: bytes[3..<19]), let low = UInt64(hex: bytes[19..<35]), high | low != 0,
            let span = UInt64(hex: bytes[36..<52]), span != 0, let flags = UInt64(hex: bytes[53..<55])
        else { return nil }
        self.init(trace: TraceID(high: high, low: low), span: span, isSampled: flags & 1 == 1)
    }

    /// The value of `traceparent`.
    package var traceparent: String { "00-\(trace)-\(span.hex)-\(isSampled ? "01" : "00")" }

    private static let bytes = 55
    private static let dash = UInt8(ascii: "-")
}

package struct TraceID: Hashable, Sendable, CustomStringConvertible {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    package var description: String { high.hex + low.hex }
}

/// The ids of the spans of one change or attempt, which have 32 bytes together.
struct TraceIDs {
    /// The trace, unless that of the client is continued.
    let trace: TraceID
    /// The span of the change or of the attempt.
    let span: UInt64
    /// The span of the request that asked for the change.
    let request: UInt64

    /// The ids of the change that made a revision.
    ///
    /// They are derived. So every server knows those of a session's previous change, whichever server made it, and nothing has
    /// to be stored. A session makes a revision once, so no other change has the same ids.
    init(session: String, revision: Int) { self.init(SHA256.hash("\(session)\n\(revision)".utf8)) }

    /// The ids of an attempt at a job. Each lease has its own holder.
    init(attemptAt work: StoredWork) {
        let lease = "\(work.progress.attempts)\n\(work.progress.holder ?? "")"
        self.init(SHA256.hash("\(work.session)\n\(work.item.id)\n\(lease)".utf8))
    }

    /// The ids of a change that makes no revision.
    static func random() -> TraceIDs {
        func number() -> UInt64 { .random(in: 1 ... .max) }
        return TraceIDs(TraceID(high: number(), low: number()), span: number(), request: number())
    }

    private init(_ bytes: [UInt8]) {
        func number(_ index: Int) -> UInt64 {
            let value = bytes[index * 8..<index * 8 + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // An id of zeros is invalid.
            return value == 0 ? 1 : value
        }
        self.init(TraceID(high: number(0), low: number(1)), span: number(2), request: number(3))
    }

    private init(_ trace: TraceID, span: UInt64, request: UInt64) {
        (self.trace, self.span, self.request) = (trace, span, request)
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    var hex: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Nil unless all bytes are digits in lower case.
    fileprivate init?(hex digits: ArraySlice<UInt8>) {
        self = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): self = self << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
    }
}
