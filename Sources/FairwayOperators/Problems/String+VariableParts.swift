extension String {
    /// The text with its ids, numbers, addresses and quoted values replaced by `…`, so that two causes that differ in nothing else are
    /// equal.
    var withoutVariableParts: String {
        var reader = VariablePartReader(self)
        return reader.read()
    }
}

/// Copies a text, and replaces its variable parts.
private struct VariablePartReader {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var result = String.UnicodeScalarView()

    private static let replacement: Unicode.Scalar = "…"
    /// Closing quotes by opening ones. A quote that is not closed runs to the end of the text, which may have been cut.
    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "„": "“",
    ]
    private static let partsOfWords: Set<Unicode.Scalar> = ["_", "-", "@"]
    /// Parts of a word between two letters or digits, if the word has a digit or an `@`: `12.50`, `10:15`, `ada@example.org`.
    private static let joints: Set<Unicode.Scalar> = [".", ":", ",", "/", "+"]
    /// Variable parts that only these separate become one, because lists differ in length.
    private static let separators: Set<Unicode.Scalar> = [" ", ",", ";", Self.replacement]

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func read() -> String {
        while place < scalars.count {
            if let end = endOfQuote() {
                replace(through: end)
            } else if isPartOfWord(place) {
                let end = endOfWord()
                if scalars[place..<end].contains(where: { $0.properties.numericType != nil || $0 == "@" }) {
                    replace(through: end)
                } else {
                    result.append(contentsOf: scalars[place..<end])
                    place = end
                }
            } else {
                result.append(scalars[place])
                place += 1
            }
        }
        return String(result)
    }

    private mutating func replace(through end: Int) {
        place = end
        let last = result.lastIndex { !Self.separators.contains($0) }
        let tail = last.map { result[result.index(after: $0)...] } ?? result[...]
        // The separators before the first variable part stay.
        if let first = tail.firstIndex(of: Self.replacement) {
            result.removeSubrange(result.index(after: first)...)
        } else {
            result.append(Self.replacement)
        }
    }

    /// The end of a quoted value that begins here; nil if none does. An apostrophe in or after a word begins none.
    private func endOfQuote() -> Int? {
        guard let closing = Self.quotes[scalars[place]], place == 0 || !isLetterOrDigit(place - 1) else { return nil }
        var end = place + 1
        while end < scalars.count {
            if scalars[end] == "\\" {
                end += 2
            } else if scalars[end] == closing, !isApostrophe(end) {
                return end + 1
            } else {
                end += 1
            }
        }
        return scalars.count
    }

    /// Whether a single quote stands before a letter or a digit, as in `O'Brien`.
    private func isApostrophe(_ place: Int) -> Bool {
        (scalars[place] == "'" || scalars[place] == "’") && place + 1 < scalars.count && isLetterOrDigit(place + 1)
    }

    private func endOfWord() -> Int {
        var end = place
        var isVariable = false
        while end < scalars.count {
            if isPartOfWord(end) {
                isVariable = isVariable || scalars[end].properties.numericType != nil || scalars[end] == "@"
            } else if !isVariable || !Self.joints.contains(scalars[end]) || end + 1 >= scalars.count
                || !isLetterOrDigit(end + 1)
            {
                break
            }
            end += 1
        }
        return end
    }

    private func isPartOfWord(_ place: Int) -> Bool {
        isLetterOrDigit(place) || Self.partsOfWords.contains(scalars[place])
    }

    private func isLetterOrDigit(_ place: Int) -> Bool {
        scalars[place].properties.isAlphabetic || scalars[place].properties.numericType != nil
    }
}
