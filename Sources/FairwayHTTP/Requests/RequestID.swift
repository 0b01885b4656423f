/// Names a request in the logs of all who take part in it: the client's own `X-Request-Id`, or one made here.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    private enum Source: Sendable, Hashable {
        case made(UInt64)
        case given(String)
    }

    private let source: Source

    /// An id made here; it is written out only when somebody reads it.
    init(made number: UInt64) { source = .made(number) }

    /// The client's id, unless it could disturb a log line: up to 128 letters, digits and `-_.:/+=@`.
    init?(given value: UnsafeRawBufferPointer) {
        guard !value.isEmpty, value.count <= 128, value.allSatisfy(Self.isAllowed) else { return nil }
        source = .given(String(decoding: value, as: UTF8.self))
    }

    /// The id as text.
    public var description: String {
        switch source {
        case .given(let text): text
        case .made(let number):
            String(unsafeUninitializedCapacity: 16) { digits in
                for index in 0..<16 { digits.initializeElement(at: index, to: Self.digit(of: number, index)) }
                return 16
            }
        }
    }

    func append(to block: Block) {
        switch source {
        case .given(let text): block.append(text)
        case .made(let number): for index in 0..<16 { block.append(Self.digit(of: number, index)) }
        }
    }

    private static func digit(of number: UInt64, _ index: Int) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 0xF
        return value < 10 ? 0x30 + value : 0x57 + value
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x2E, 0x3A, 0x2F, 0x2B, 0x3D, 0x40: true
        default: false
        }
    }
}
