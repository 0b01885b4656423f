/// How much room text takes on a terminal.
extension Character {
    /// The columns it takes: none, one, or two for what East Asian typography and emoji draw wide.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        // U+FE0F asks for the emoji where there is a text form, too.
        if unicodeScalars.contains("\u{FE0F}"), first.properties.isEmoji, !first.isASCII { return 2 }
        return first.columns
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        if isASCII { return value < 0x20 || value == 0x7F ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// The blocks whose characters are Wide or Fullwidth (Unicode Standard Annex 11), less the few narrow ones in them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x1F1E6...0x1F1FF, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension StringProtocol {
    /// The columns it takes on one line.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The beginning that fits into so many columns.
    func prefix(columns width: Int) -> String {
        var room = width
        return String(
            prefix { character in
                room -= character.columns
                return room >= 0
            }
        )
    }
}
