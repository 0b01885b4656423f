extension String {
    /// The text with everything a terminal would obey, and everything that would hide or turn round what stands beside it,
    /// shown as `\u{1B}`: control characters (C0, DEL and C1), formats, and line and paragraph separators.
    var escapedForTerminal: String {
        guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return self }
        var escaped = String.UnicodeScalarView()
        var marks = 0
        for scalar in unicodeScalars {
            marks = scalar.isMark ? marks + 1 : 0
            // More marks than any script puts on a letter would run over the lines around it.
            if scalar.isObeyed || marks > Self.mostMarks {
                escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// How many marks a letter may bear.
    private static let mostMarks = 8
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
    }

    fileprivate var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // The joiner holds emoji and the letters of some scripts together, and does nothing else.
        case .format: self != "\u{200D}"
        default: false
        }
    }
}
