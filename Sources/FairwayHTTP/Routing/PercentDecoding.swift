/// RFC 3986 section 2.1.
enum PercentDecoding {
    /// The bytes that `bytes` stand for, or nil when an escape is not two hexadecimal digits.
    static func bytes(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimal,
                    let low = bytes[index + 2].hexadecimal
                else { return nil }
                decoded.append(high << 4 | low)
                index += 3
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(.space)
                index += 1
            case let byte:
                decoded.append(byte)
                index += 1
            }
        }
        return decoded
    }

    /// Whether an escape stands for a slash or an unreserved character (RFC 3986 section 2.3).
    static func hasNeedlessEscape(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.indices.contains { index in
            guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexadecimal, let low = bytes[index + 2].hexadecimal
            else { return false }
            return switch high << 4 | low {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: true
            default: false
            }
        }
    }

    /// The text that `bytes` stand for. Nil for a broken escape, for what is not UTF-8, and for NUL, which ends a text
    /// early in much that is written in C.
    static func text(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String? {
        guard let decoded = self.bytes(bytes, plusIsSpace: plusIsSpace), !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }
}
