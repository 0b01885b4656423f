import Glibc

/// Comparisons of bytes in place.
extension UnsafeRawBufferPointer {
    /// Whether these bytes equal `text`.
    func spells(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
        return memcmp(baseAddress, text.utf8Start, count) == 0
    }

    /// Whether these bytes equal `text` except for case. `text` must be in lower case.
    func spellsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return zip(self, UnsafeBufferPointer(start: text.utf8Start, count: count)).allSatisfy { $0.lowercased == $1 }
    }

    /// Whether these bytes start with `text` except for case. `text` must be in lower case.
    func startsIgnoringCase(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && part(0..<text.utf8CodeUnitCount).spellsIgnoringCase(text)
    }

    /// The first index of `byte` at or after `start`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count else { return nil }
        guard let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
        return baseAddress.distance(to: UnsafeRawPointer(found))
    }

    /// The bytes of `range`, rebased.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }
}

/// The character classes of the grammar.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    /// RFC 9110 section 5.6.2: `tchar`, from a bit set of the ASCII characters.
    var isTokenCharacter: Bool {
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        guard self < 0x80 else { return false }
        return ((self < 0x40 ? low : high) >> UInt64(self & 0x3F)) & 1 == 1
    }

    /// RFC 9110 section 5.5: visible characters, space, tab, and `obs-text`.
    var isFieldValueCharacter: Bool { (self >= 0x20 && self != 0x7F) || self == .tab }

    var isBlank: Bool { self == .space || self == .tab }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// The value of a hexadecimal digit, or nil.
    var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
