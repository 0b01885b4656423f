import FairwayWire

/// Values as texts.
enum ValueText {
    /// What a row is called, and what is said of it.
    private static let headlines = ["title", "name", "label", "text", "key"]
    private static let captions = ["about", "subtitle", "detail", "description", "message"]
    /// The most of a text that is shown: what is longer is no text for a terminal.
    private static let mostCharacters = 4_000

    /// A value in a line or a few.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "–"
        case .bool(let truth): truth ? "Yes" : "No"
        case .number(let number): number.text
        case .string(let text): text.isEmpty ? "–" : text
        case .array(let items) where items.isEmpty: "–"
        case .array(let items) where items.allSatisfy { $0.array == nil && $0.object == nil }:
            items.map(text).joined(separator: ", ")
        case .array, .object: (try? RawJSON(encoding: value).description) ?? ""
        }
    }

    /// One row of a list: what it is called, what is said of it, and the rest with its names.
    static func row(_ row: JSONValue) -> String {
        guard let members = row.object?.members else { return text(row) }
        func first(of names: [String]) -> String? {
            names.first { row[$0]?.string?.isEmpty == false }
        }
        let (headline, caption) = (first(of: headlines), first(of: captions))
        let rest = members.filter { name, value in
            // A key beside a title is for the machine.
            let isKey = headline != nil && ["key", "id"].contains(name)
            return !value.isNull && name != headline && name != caption && !isKey
        }
        let said = [headline, caption].compactMap { $0.flatMap { row[$0]?.string } }
        return (said + rest.map { "\(Words.name($0.name)): \(text($0.value))" }).joined(separator: " · ")
    }

    /// As much of a text as is shown.
    static func shortened(_ text: String) -> String {
        let shown = text.prefix(mostCharacters)
        return shown.endIndex == text.endIndex ? text : "\(shown)… (and more)"
    }
}
