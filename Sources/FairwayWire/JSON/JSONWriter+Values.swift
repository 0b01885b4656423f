extension JSONWriter {
    /// Writes a string, with only the escapes that RFC 8259, section 7, requires, and those of U+2028 and U+2029.
    @inlinable
    public mutating func string(_ value: String) {
        let done: Void? = value.utf8.withContiguousStorageIfAvailable { string(utf8: $0) }
        if done == nil {
            // Bridged strings have no contiguous UTF-8.
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
    package mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 3)
        comma()
        needsComma = true
        put(UInt8(ascii: "\""))
        if let start = text.baseAddress, !putPlain(UnsafeRawPointer(start), text.count) { escape(text) }
        put(UInt8(ascii: "\""))
    }

    /// Writes the bytes if none needs an escape; otherwise writes nothing and returns false.
    ///
    /// Most strings are short. They are checked and copied as two overlapping words, which is faster than a call of
    /// `memcpy`.
    private mutating func putPlain(_ text: UnsafeRawPointer, _ length: Int) -> Bool {
        let target = UnsafeMutableRawPointer(base + count)
        var scan = Scan(text, length)
        switch length {
        case 17...:
            scan.add(text.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self))
            for offset in stride(from: 0, to: length - 8, by: 8) {
                scan.add(text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            guard scan.isPlain else { return false }
            target.copyMemory(from: text, byteCount: length)
        case 8...:
            let head = text.loadUnaligned(as: UInt64.self)
            let tail = text.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
            scan.add(head)
            scan.add(tail)
            guard scan.isPlain else { return false }
            target.storeBytes(of: head, as: UInt64.self)
            target.storeBytes(of: tail, toByteOffset: length - 8, as: UInt64.self)
        case 4...:
            let head = text.loadUnaligned(as: UInt32.self)
            let tail = text.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self)
            scan.add(UInt64(head) << 32 | UInt64(tail))
            guard scan.isPlain else { return false }
            target.storeBytes(of: head, as: UInt32.self)
            target.storeBytes(of: tail, toByteOffset: length - 4, as: UInt32.self)
        case 1...:
            let first = text.load(as: UInt8.self)
            let middle = text.load(fromByteOffset: length >> 1, as: UInt8.self)
            let last = text.load(fromByteOffset: length - 1, as: UInt8.self)
            let word = UInt64(first) << 16 | UInt64(middle) << 8 | UInt64(last)
            // Fill the unused bytes with a character that needs no escape.
            scan.add(word | 0x6161_6161_6100_0000)
            guard scan.isPlain else { return false }
            target.storeBytes(of: first, as: UInt8.self)
            target.storeBytes(of: middle, toByteOffset: length >> 1, as: UInt8.self)
            target.storeBytes(of: last, toByteOffset: length - 1, as: UInt8.self)
        default:
            break
        }
        count &+= length
        return true
    }

    /// What the words of a text contain.
    private struct Scan {
        private let text: UnsafeRawPointer
        private let length: Int
        private var special: UInt64 = 0
        private var bytes: UInt64 = 0

        init(_ text: UnsafeRawPointer, _ length: Int) { (self.text, self.length) = (text, length) }

        mutating func add(_ word: UInt64) {
            special |= JSONWriter.special(in: word)
            bytes |= word
        }

        /// Whether no character needs an escape. Only texts beyond ASCII can have line separators.
        var isPlain: Bool {
            special == 0 && (bytes & 0x8080_8080_8080_8080 == 0 || !hasSeparator)
        }

        private var hasSeparator: Bool {
            let bytes = text.assumingMemoryBound(to: UInt8.self)
            return LineSeparator.first(in: UnsafeBufferPointer(start: bytes, count: length)) != nil
        }
    }

    /// Not zero if one of eight bytes is a quote, a backslash or a control character.
    ///
    /// Subtracting n from a byte below n sets its high bit. A borrow causes a false positive only above a true one.
    /// Bytes whose high bit was set before are masked out.
    package static func special(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = (word ^ (ones &* 0x22)) &- ones
        let backslash = (word ^ (ones &* 0x5C)) &- ones
        let control = word &- (ones &* 0x20)
        return (quote | backslash | control) & ~word & (ones &* 0x80)
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        // The longest escape (`\u001F`) takes six bytes, the closing quote one.
        reserve(text.count * 6 + 1)
        escapeSeparators(in: text) { $0.escapeASCII($1) }
    }

    private mutating func escapeASCII(_ text: UnsafeBufferPointer<UInt8>) {
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

extension JSONWriter {
    /// Writes an integer.
    @inlinable
    public mutating func int(_ value: Int) { integer(negative: value < 0, magnitude: UInt64(value.magnitude)) }

    /// Writes an integer of any width.
    @inlinable
    public mutating func int(_ value: some FixedWidthInteger) {
        if let magnitude = UInt64(exactly: value.magnitude) {
            integer(negative: value < 0, magnitude: magnitude)
        } else {
            number(String(value))
        }
    }

    /// Writes a number as the shortest text that reads back as the same value.
    ///
    /// - Throws: ``JSONError`` for infinities and NaN. Nothing is written then.
    public mutating func double(_ value: Double) throws {
        guard value.isFinite else { throw JSONError.notFinite(pointer: "") }
        number(value.description)
    }

    /// Writes the text of a number, which must be valid JSON.
    @usableFromInline
    mutating func number(_ text: String) {
        var text = text
        text.withUTF8 {
            reserve($0.count + 1)
            comma()
            putAll($0)
        }
        needsComma = true
    }

    @usableFromInline
    mutating func integer(negative: Bool, magnitude: UInt64) {
        // A comma, a sign and twenty digits.
        reserve(22)
        comma()
        needsComma = true
        if negative { put(UInt8(ascii: "-")) }
        if magnitude < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude)) }
        var digits = 0
        var rest = magnitude
        while rest > 0 {
            rest /= 10
            digits += 1
        }
        rest = magnitude
        var place = count + digits
        count = place
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            place -= 1
            base[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
    }
}

extension JSONError {
    static func notFinite(pointer: String) -> JSONError {
        JSONError(.invalidValue, "JSON has no infinities and no NaN", pointer: pointer)
    }
}
