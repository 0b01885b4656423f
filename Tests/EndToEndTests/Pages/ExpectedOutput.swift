/// A line of expected output. `…` matches anything, and names in capitals match values that vary.
struct ExpectedOutput {
    /// Values that vary between runs. The first line with a name defines its value.
    static let names = ["SESSION", "TOKEN", "CODE", "NUMBER"]

    let line: String

    /// Matches a line. Returns the values of all names, or nil for a mismatch.
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

    /// Replaces the names in a text by their values, as whole words only.
    static func filled(_ text: String, _ values: [String: String]) throws -> String {
        try values.reduce(text) { text, entry in
            text.replacing(try Regex("\\b\(entry.key)\\b").wordBoundaryKind(.simple), with: entry.value)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0.isLetter || $0.isNumber ? "\($0)" : "\\\($0)" }.joined()
    }
}
