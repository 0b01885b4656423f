import FairwayWire

/// A field of a form, entered as one line.
struct FormField: Hashable, Sendable {
    /// The names of the members that lead to the value. Empty if the form has a single value.
    let path: [String]
    let type: FormFieldType

    /// The fields for a value of a type: for an object the fields of all its members, otherwise a single field.
    static func all(of type: FormFieldType, at path: [String] = []) -> [FormField] {
        guard let members = type.members else { return [FormField(path: path, type: type)] }
        return members.flatMap { member in
            var inner = member.type
            inner.isOptional = inner.isOptional || (type.isOptional && !path.isEmpty)
            return all(of: inner, at: path + [member.name])
        }
    }

    var label: String { path.isEmpty ? "Value" : path.map(DisplayNames.name).joined(separator: ", ") }

    /// The expected input, in a few words.
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
            case .list: "values separated by commas, or JSON"
            case .object, .json: "JSON"
            }
        return type.isOptional ? "\(expected); optional" : expected
    }

    /// The value of an entered line. A blank line is nil, except in a required text field. Invalid input becomes a
    /// string, so that the server reports the error.
    func value(of line: String) -> JSONValue? {
        // Quotes allow a user to enter empty text, and text that would otherwise be a command.
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
            return named ?? choices.first { DisplayNames.name(Self.text($0)).lowercased() == word.lowercased() }
                ?? .string(line)
        case .list(let item): return Self.json(word).flatMap { $0.array == nil ? nil : $0 } ?? Self.list(word, of: item)
        case .object, .json: return Self.json(word) ?? .string(line)
        }
    }

    /// The line that a user would enter for a value.
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
        // Accept a decimal comma.
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

    private static func list(_ line: String, of item: FormFieldType) -> JSONValue {
        let field = FormField(path: [], type: item)
        return .array(line.split(separator: ",").map { field.value(of: String($0).trimmed) ?? .null })
    }
}

extension FormFieldType {
    fileprivate var isText: Bool {
        if case .text = kind { true } else { false }
    }
}

extension String {
    var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// The parts of a JSON Schema that a form needs to ask for a value.
struct FormFieldType: Hashable, Sendable {
    var kind: Kind
    var isOptional: Bool
    var initial: JSONValue?
    var isSecret = false

    /// The kinds of value that a form can ask for.
    indirect enum Kind: Hashable, Sendable {
        case text(format: String?)
        case number(isWhole: Bool, least: JSONNumber?, most: JSONNumber?)
        case boolean
        case choice([JSONValue])
        case object([Member])
        case list(FormFieldType)
        /// Any value, entered as JSON.
        case json
    }

    struct Member: Hashable, Sendable {
        var name: String
        var type: FormFieldType
    }

    var members: [Member]? {
        if case .object(let members) = kind { members } else { nil }
    }

    /// Whether an action with parameters of this type needs no form: its schema lists no members.
    var isEmpty: Bool { kind == .json || members?.isEmpty == true }

    var item: FormFieldType? {
        if case .list(let item) = kind { item } else { nil }
    }

    /// Whether the value or any part of it is secret.
    var holdsSecret: Bool { isSecret || members?.contains { $0.type.holdsSecret } == true }
}
