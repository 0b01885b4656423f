extension String {
    /// The text in lines of at most `width` columns, broken at spaces where possible.
    package func wrapped(to width: Int) -> [String] {
        let width = max(width, 1)
        let paragraphs = split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return paragraphs.flatMap { paragraph in
            Self.wrap(String(paragraph).replacing("\t", with: "    ").escapedForTerminal, to: width)
        }
    }

    private static func wrap(_ paragraph: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var columns = 0
        for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
            var rest = String(word)
            let length = rest.columns
            if !line.isEmpty, columns + 1 + length > width {
                lines.append(line)
                (line, columns) = ("", 0)
            } else if !line.isEmpty {
                line += " "
                columns += 1
            }
            // Break a word that is longer than a line.
            while columns + rest.columns > width {
                let part = rest.prefix(columns: width - columns)
                // A wide character does not fit into a line of one column.
                guard !part.isEmpty else { break }
                lines.append(line + part)
                (line, columns) = ("", 0)
                rest.removeFirst(part.count)
            }
            line += rest
            columns += rest.columns
        }
        return lines + [line]
    }
}

extension String {
    /// The text with dangerous characters escaped as `\u{1B}`: control characters (C0, DEL and C1), format characters,
    /// and line and paragraph separators. They could control the terminal, or hide or reorder the text around them.
    package var escapedForTerminal: String {
        guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return self }
        var escaped = String.UnicodeScalarView()
        var marks = 0
        for scalar in unicodeScalars {
            marks = scalar.isMark ? marks + 1 : 0
            // A character with more combining marks than any script uses would overlap the adjacent lines.
            if scalar.isDangerous || marks > Self.mostMarks {
                escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static let mostMarks = 8
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
    }

    fileprivate var isDangerous: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // The zero-width joiner combines emoji and the letters of some scripts, and is harmless.
        case .format: self != "\u{200D}"
        default: false
        }
    }
}

/// The width of text on a terminal.
extension Character {
    /// The number of columns: 0, 1, or 2 for East Asian wide characters and emoji.
    package var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        // U+FE0F selects the emoji presentation.
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

    /// The blocks of Wide and Fullwidth characters (Unicode Standard Annex 11). The few narrow characters in them are
    /// ignored.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x1F1E6...0x1F1FF, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension StringProtocol {
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The longest prefix that fits into `width` columns.
    package func prefix(columns width: Int) -> String {
        var room = width
        return String(
            prefix { character in
                room -= character.columns
                return room >= 0
            }
        )
    }
}
