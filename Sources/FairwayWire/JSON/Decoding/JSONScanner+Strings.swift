extension JSONScanner {
    /// Scans a string (RFC 8259, section 7). Moves `position` from the opening quote to the byte after the closing
    /// one.
    mutating func scanString() throws {
        position += 1
        let start = position
        var isComplex = false
        while true {
            skipPlainCharacters()
            switch byte {
            case UInt8(ascii: "\""):
                append(.string, from: start, length: position - start, isComplex: isComplex)
                position += 1
                return
            case UInt8(ascii: "\\"):
                isComplex = true
                try scanEscape()
            case 0x80...:
                try scanMultibyteCharacter()
            default:
                if position == count { throw unexpected(expected: "a closing quote") }
                throw JSONError(.invalidJSON, "a control character in a string must be escaped", offset: position)
            }
        }
    }

    /// Skips ASCII characters that need no escape, eight bytes at a time.
    private mutating func skipPlainCharacters() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        while true {
            let word = UnsafeRawPointer(text + position).loadUnaligned(as: UInt64.self)
            // Subtracting n from a byte below n sets its high bit. A borrow causes a false positive only above a true
            // one. Only the lowest is used: the first in the text, because the word is read as little-endian.
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let below = word &- (ones &* 0x20)
            let special = (below | (quote &- ones) | (backslash &- ones) | word) & (ones &* 0x80)
            if special != 0 {
                position += UInt64(littleEndian: special).trailingZeroBitCount >> 3
                return
            }
            position += 8
        }
    }

    private mutating func scanEscape() throws {
        let start = position
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            let unit = try scanHexDigits()
            if unit & 0xFC00 == 0xDC00 { throw loneSurrogate(at: start) }
            guard unit & 0xFC00 == 0xD800 else { return }
            guard byte == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u") else {
                throw loneSurrogate(at: start)
            }
            position += 1
            guard try scanHexDigits() & 0xFC00 == 0xDC00 else { throw loneSurrogate(at: start) }
        default:
            throw unexpected(expected: "one of \"\\/bfnrtu after a backslash")
        }
    }

    /// Scans the four digits after `\u`.
    private mutating func scanHexDigits() throws -> UInt32 {
        position += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = JSONText.hexDigit(byte) else { throw unexpected(expected: "a hexadecimal digit") }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// RFC 8259, section 8.2, allows lone surrogates. They are not characters, so a Swift string cannot contain them.
    private func loneSurrogate(at offset: Int) -> JSONError {
        JSONError(.invalidJSON, "an escaped surrogate is not part of a pair", offset: offset)
    }

    /// Scans a UTF-8 sequence (RFC 3629, section 4). Overlong sequences, surrogates and values above U+10FFFF are
    /// refused.
    private mutating func scanMultibyteCharacter() throws {
        let second: ClosedRange<UInt8>
        let length: Int
        switch byte {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xE1...0xEC, 0xEE...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw notUTF8()
        }
        guard second.contains(text[position + 1]) else { throw notUTF8() }
        for index in 2..<max(length, 2) where text[position + index] & 0xC0 != 0x80 { throw notUTF8() }
        position += length
    }

    private func notUTF8() -> JSONError {
        JSONError(.invalidJSON, "the bytes are not UTF-8", offset: position)
    }
}

/// Removes the escapes from strings of a validated text.
enum JSONText {
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
        // An escape is never shorter than its character.
        String(unsafeUninitializedCapacity: text.count) { unescape(text, into: $0) }
    }

    /// The string's UTF-8 without escapes.
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
