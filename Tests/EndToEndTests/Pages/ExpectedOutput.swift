/// A line of output as a page shows it: `…` stands for anything, and names in capitals for what differs each time.
struct ExpectedOutput {
    /// What differs from run to run: the first line that has a name tells its value.
    static let names = ["SESSION", "TOKEN", "CODE"]

    let line: String

    /// The values of all names once this line was read, or nil when the line read is not as expected.
    func match(_ read: String, _ values: [String: String]) throws -> [String: String]? {
        var pattern = ""
        var found: [String] = []
        var rest = line[...]
        while let first = rest.first {
            if first == "…" {
                pattern += ".*"
                rest.removeFirst()
            } else if let name = Self.names.first(where: rest.hasPrefix) {
                if let value = values[name] {
                    pattern += Self.escaped(value)
                } else {
                    found.append(name)
                    pattern += "([A-Za-z0-9_-]+)"
                }
                rest.removeFirst(name.count)
            } else {
                pattern += Self.escaped(String(first))
                rest.removeFirst()
            }
        }
        guard let match = try Regex(pattern).wholeMatch(in: read) else { return nil }
        let captured = match.output.dropFirst().map { String($0.substring ?? "") }
        return values.merging(zip(found, captured)) { _, new in new }
    }

    /// A text with the names in it replaced by their values: whole words, not parts of a variable's name.
    static func filled(_ text: String, _ values: [String: String]) throws -> String {
        try values.reduce(text) { text, entry in
            text.replacing(try Regex("\\b\(entry.key)\\b").wordBoundaryKind(.simple), with: entry.value)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0.isLetter || $0.isNumber ? "\($0)" : "\\\($0)" }.joined()
    }
}
