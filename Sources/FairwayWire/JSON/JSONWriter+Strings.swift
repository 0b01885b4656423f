extension JSONWriter {
    /// Writes a string. Only what RFC 8259, section 7, says must be escaped is.
    @inlinable
    public mutating func string(_ value: String) {
        let done: Void? = value.utf8.withContiguousStorageIfAvailable { string(utf8: $0) }
        if done == nil {
            // A string that is bridged from another world has no bytes of its own yet.
            var copy = value
            copy.withUTF8 { string(utf8: $0) }
        }
    }

    /// Writes a string, or `null`.
    @inlinable
    public mutating func string(_ value: String?) {
        if let value { string(value) } else { null() }
    }

    /// Writes a string from its UTF-8, which must be valid.
    @usableFromInline
    mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 3)
        comma()
        needsComma = true
        put(UInt8(ascii: "\""))
        if Self.isPlain(text) { putAll(text) } else { escape(text) }
        put(UInt8(ascii: "\""))
    }

    /// Whether all the bytes stand for themselves.
    @inline(__always)
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let length = text.count
        let start = UnsafeRawPointer(text.baseAddress)
        guard let start, length >= 4 else { return text.allSatisfy { special(UInt64($0) | letters << 8) == 0 } }
        if length < 8 {
            let low = UInt64(start.loadUnaligned(as: UInt32.self))
            let high = UInt64(start.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
            return special(low | high << 32) == 0
        }
        // The last word may overlap the one before it: looking at a byte twice is cheaper than at each by itself.
        var found = special(start.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self))
        var index = 0
        while index + 8 < length {
            found |= special(start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        return found == 0
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var letters: UInt64 { ones &* 0x61 }

    /// Not zero if one of eight bytes is a quote, a backslash or a control character.
    ///
    /// Subtracting n from a lane below n sets its high bit. A borrow can raise a false alarm only above a true one.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let below = (word &- (ones &* 0x20)) & ~word
        return (below | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & (ones &* 0x80)
    }

    @inline(never)
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        // The longest escape, \u001F, takes six bytes; the closing quote one more.
        reserve(text.count * 6 + 1)
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): putEscape(byte)
            case 0x08: putEscape(UInt8(ascii: "b"))
            case 0x09: putEscape(UInt8(ascii: "t"))
            case 0x0A: putEscape(UInt8(ascii: "n"))
            case 0x0C: putEscape(UInt8(ascii: "f"))
            case 0x0D: putEscape(UInt8(ascii: "r"))
            case 0..<0x20:
                putEscape(UInt8(ascii: "u"))
                put(UInt8(ascii: "0"))
                put(UInt8(ascii: "0"))
                put(UInt8(ascii: "0") + byte >> 4)
                put(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + (byte & 15) - 10)
            default: put(byte)
            }
        }
    }

    private mutating func putEscape(_ character: UInt8) {
        put(UInt8(ascii: "\\"))
        put(character)
    }
}
