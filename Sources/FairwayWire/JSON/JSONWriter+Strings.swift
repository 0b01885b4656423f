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
        put(UInt8(ascii: "\""))
        needsComma = true
        guard let start = text.baseAddress else { return put(UInt8(ascii: "\"")) }
        let length = text.count
        let clean = Self.cleanPrefix(start, length)
        (base + count).update(from: start, count: clean)
        count += clean
        if clean < length { escape(start + clean, length - clean) }
        put(UInt8(ascii: "\""))
    }

    /// How many bytes at the start stand for themselves.
    @inline(__always)
    private static func cleanPrefix(_ start: UnsafePointer<UInt8>, _ length: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = 0
        // Eight bytes at a time: subtracting n from each lane sets the high bit where the lane was below n. Borrows can
        // only raise a false alarm above a true one, and the loop below finds out where it was.
        while index + 8 <= length {
            let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let below = (word &- (ones &* 0x20)) & ~word
            let special = below | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
            if special & highs != 0 { break }
            index += 8
        }
        while index < length {
            let byte = start[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index += 1
        }
        return index
    }

    @inline(never)
    private mutating func escape(_ start: UnsafePointer<UInt8>, _ length: Int) {
        // The longest escape, \u001F, takes six bytes; the closing quote one more.
        reserve(length * 6 + 1)
        for index in 0..<length {
            let byte = start[index]
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
