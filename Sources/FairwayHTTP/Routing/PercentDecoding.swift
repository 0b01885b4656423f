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

    /// The text that `bytes` stand for. Nil for a broken escape, for what is not UTF-8, and for NUL, which ends a text
    /// early in much that is written in C.
    static func text(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String? {
        guard let decoded = self.bytes(bytes, plusIsSpace: plusIsSpace), !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }
}
