import Glibc

/// The grammar's alphabets and the comparisons that parsing needs, over bytes where they lie.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    /// RFC 9110 section 5.6.2: `tchar`. Two words of bits, one per ASCII character, spare a table in memory.
    @inline(__always)
    var isTokenCharacter: Bool {
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        guard self < 0x80 else { return false }
        return ((self < 0x40 ? low : high) >> UInt64(self & 0x3F)) & 1 == 1
    }

    /// RFC 9110 section 5.5: visible characters, space, tab, and `obs-text`, which is passed on as it came.
    @inline(__always)
    var isFieldValueCharacter: Bool { (self >= 0x20 && self != 0x7F) || self == .tab }

    @inline(__always)
    var isBlank: Bool { self == .space || self == .tab }

    @inline(__always)
    var isDigit: Bool { self &- 0x30 < 10 }

    /// The value of a hexadecimal digit, or nil.
    @inline(__always)
    var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self &- 0x30
        case 0x41...0x46: self &- 0x37
        case 0x61...0x66: self &- 0x57
        default: nil
        }
    }

    @inline(__always)
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes are exactly those of `text`.
    @inline(__always)
    func spells(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
        return memcmp(baseAddress, text.utf8Start, count) == 0
    }

    /// Whether these bytes are those of `text`, which is in lower case, in whatever case.
    @inline(__always)
    func spellsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let expected = text.utf8Start
        var index = 0
        while index < count {
            if self[index].lowercased != expected[index] { return false }
            index &+= 1
        }
        return true
    }

    /// Whether the first of these bytes are those of `text`, which is in lower case, in whatever case.
    func startsIgnoringCase(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && part(0..<text.utf8CodeUnitCount).spellsIgnoringCase(text)
    }

    /// Where `byte` comes first at or after `start`.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count else { return nil }
        guard let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
        return baseAddress.distance(to: UnsafeRawPointer(found))
    }

    /// The bytes of `range` where they lie.
    @inline(__always)
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }
}
