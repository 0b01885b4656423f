/// Readable names for identifiers from the catalog and from view models.
package enum DisplayNames {
    /// `nextToPage2` becomes `Next to page 2`; `coverURL` becomes `Cover URL`.
    package static func name(_ name: String) -> String {
        let letters = Array(name.map { "_-.".contains($0) ? " " : $0 })
        var text = ""
        for (index, letter) in letters.enumerated() {
            let next = letters.indices.contains(index + 1) ? letters[index + 1] : nil
            if index > 0, isBoundary(letters[index - 1], letter, next) { text.append(" ") }
            text.append(letter)
        }
        let words = text.split(separator: " ").map(spelled).joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// An action's readable name: `nextToPage2ButtonPressed` becomes `Next to page 2`.
    package static func action(_ action: String) -> String {
        var rest = action[...]
        for prefix in ["did", "on"]
        where rest.hasPrefix(prefix) && rest.dropFirst(prefix.count).first?.isUppercase == true {
            rest = rest.dropFirst(prefix.count)
            break
        }
        for suffix in ["Pressed", "Tapped", "Clicked"] where rest.hasSuffix(suffix) {
            rest = rest.dropLast(suffix.count)
            if rest.hasSuffix("Button") { rest = rest.dropLast("Button".count) }
            break
        }
        return name(String(rest.isEmpty ? action[...] : rest))
    }

    /// The title of a screen that declares none: `Tutorial.Page1` becomes `Page 1`.
    package static func screen(_ name: String) -> String {
        Self.name(name.split(separator: ".").last.map(String.init) ?? name)
    }

    private static func isBoundary(_ previous: Character, _ letter: Character, _ next: Character?) -> Bool {
        if previous.isLowercase { return letter.isUppercase || letter.isNumber }
        if previous.isNumber { return letter.isLetter }
        return previous.isUppercase && letter.isUppercase && next?.isLowercase == true
    }

    private static func spelled(_ word: Substring) -> String {
        let isShort = word.count > 1 && word.allSatisfy(\.isUppercase)
        return isShort || word == "url" || word == "id" ? word.uppercased() : word.lowercased()
    }
}
