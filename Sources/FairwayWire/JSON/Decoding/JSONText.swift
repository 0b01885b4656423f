/// The characters of strings in a text that has been checked.
enum JSONText {
    /// The string with its escapes undone.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
        // No escape is shorter than what it stands for.
        String(unsafeUninitializedCapacity: text.count) { unescape(text, into: $0) }
    }

    /// The string's UTF-8 with its escapes undone.
    static func unescapedBytes(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        Array(unsafeUninitializedCapacity: text.count) { buffer, count in count = unescape(text, into: buffer) }
    }

    private static func unescape(
        _ text: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        func put(_ byte: UInt8) {
            output[count] = byte
            count += 1
        }
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                put(byte)
                continue
            }
            let letter = text[index]
            index += 1
            switch letter {
            case UInt8(ascii: "b"): put(0x08)
            case UInt8(ascii: "t"): put(0x09)
            case UInt8(ascii: "n"): put(0x0A)
            case UInt8(ascii: "f"): put(0x0C)
            case UInt8(ascii: "r"): put(0x0D)
            case UInt8(ascii: "u"):
                var scalar = hex(text, index)
                index += 4
                if scalar & 0xFC00 == 0xD800 {
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + hex(text, index + 2) & 0x3FF
                    index += 6
                }
                for byte in Unicode.UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init() { put(byte) }
            default: put(letter)
            }
        }
        return count
    }

    /// The value of the four hexadecimal digits at an index.
    private static func hex(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
        var value: UInt32 = 0
        for place in index..<index + 4 { value = value << 4 | UInt32(hexDigit(text[place]) ?? 0) }
        return value
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
