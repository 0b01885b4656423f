extension JSONScanner {
    /// RFC 8259, section 7: from the opening quote to behind the closing one.
    @inline(__always)
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

    /// Skips ASCII that stands for itself, eight bytes at a time and then one by one.
    @inline(__always)
    private mutating func skipPlainCharacters() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        while true {
            let word = UnsafeRawPointer(text + position).loadUnaligned(as: UInt64.self)
            // Subtracting n from a lane below n sets its high bit. A borrow can raise a false alarm in the lanes above a
            // true one only, and the first alarm is what counts: little-endian, it is the lowest.
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
            throw unexpected(expected: "one of \"\\/bfnrtu behind a backslash")
        }
    }

    /// The four digits behind a `u`.
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

    /// RFC 8259, section 8.2, leaves these open; they are no characters, and Swift's strings cannot hold them.
    private func loneSurrogate(at offset: Int) -> JSONError {
        JSONError(.invalidJSON, "an escaped surrogate stands alone", offset: offset)
    }

    /// RFC 3629, section 4: the sequences that are UTF-8, without overlong ones, surrogates and what is above U+10FFFF.
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
