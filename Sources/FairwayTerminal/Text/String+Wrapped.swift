extension String {
    /// The text in lines of so many columns at most, broken at blanks where there are some.
    func wrapped(to width: Int) -> [String] {
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
            // A word that no line can hold is broken where the line ends.
            while columns + rest.columns > width {
                let part = rest.prefix(columns: width - columns)
                // A wide character on the narrowest of terminals.
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
