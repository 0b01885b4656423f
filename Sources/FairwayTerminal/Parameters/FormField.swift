import FairwayWire

/// One thing that a form asks for, in a line.
struct Field: Hashable, Sendable {
    /// The names of the members that lead to it.
    let path: [String]
    let type: ParameterType

    /// The fields of a value: an object's members, and theirs; anything else is one field.
    static func all(of type: ParameterType, at path: [String] = []) -> [Field] {
        guard let members = type.members else { return [Field(path: path, type: type)] }
        return members.flatMap { member in
            var inner = member.type
            inner.isOptional = inner.isOptional || (type.isOptional && !path.isEmpty)
            return all(of: inner, at: path + [member.name])
        }
    }

    /// What it is called.
    var label: String { path.isEmpty ? "Value" : path.map(Words.name).joined(separator: ", ") }

    /// What is expected, in a few words.
    var hint: String {
        let expected =
            switch type.kind {
            case _ where type.isSecret: "not shown"
            case .text(let format): format ?? "text"
            case .number(let isWhole, let least, let most):
                (isWhole ? "whole number" : "number") + (least.map { " from \($0)" } ?? "")
                    + (most.map { " to \($0)" } ?? "")
            case .boolean: "yes or no"
            case .choice(let choices): choices.map(Self.text).joined(separator: ", ")
            case .list: "list with commas, or JSON"
            case .object, .json: "JSON"
            }
        return type.isOptional ? "\(expected); may be left out" : expected
    }

    /// The value of a line; nil when nothing was said. What is of another kind is given as it was typed, so that the
    /// server says what is wrong with it.
    func value(of line: String) -> JSONValue? {
        // A text in quotes is that text, so that an empty one and one like a command can be said.
        if line.count > 1, line.hasPrefix("\""), line.hasSuffix("\""), let quoted = Self.json(line)?.string {
            return .string(quoted)
        }
        let word = line.trimmed
        if word.isEmpty { return type.isText && !type.isOptional ? .string(line) : nil }
        switch type.kind {
        case .text: return .string(line)
        case .number: return Self.number(word) ?? .string(line)
        case .boolean: return Self.truth(word) ?? .string(line)
        case .choice(let choices):
            let named = choices.first { Self.text($0).lowercased() == word.lowercased() }
            return named ?? choices.first { Words.name(Self.text($0)).lowercased() == word.lowercased() }
                ?? .string(line)
        case .list(let item): return Self.json(word).flatMap { $0.array == nil ? nil : $0 } ?? Self.list(word, of: item)
        case .object, .json: return Self.json(word) ?? .string(line)
        }
    }

    /// A value as a line that means it.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let truth): truth ? "yes" : "no"
        case .number(let number): number.text
        case .string(let text): text
        case .array, .object: (try? RawJSON(encoding: value).description) ?? ""
        }
    }

    private static func json(_ text: String) -> JSONValue? { try? JSON.decode(JSONValue.self, from: Array(text.utf8)) }

    private static func number(_ word: String) -> JSONValue? {
        // A comma is how half of the world writes a decimal point.
        let isComma = word.count { $0 == "," } == 1 && !word.contains(".")
        return JSONNumber(isComma ? word.replacing(",", with: ".") : word).map(JSONValue.number)
    }

    private static func truth(_ word: String) -> JSONValue? {
        switch word.lowercased() {
        case "yes", "y", "true": true
        case "no", "n", "false": false
        default: nil
        }
    }

    private static func list(_ line: String, of item: ParameterType) -> JSONValue {
        let field = Field(path: [], type: item)
        return .array(line.split(separator: ",").map { field.value(of: String($0).trimmed) ?? .null })
    }
}

extension ParameterType {
    fileprivate var isText: Bool {
        if case .text = kind { true } else { false }
    }
}

extension String {
    /// Without the blanks around it.
    var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
