/// The grammar's alphabets.
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
