import FairwayWire

/// The parameters of an action while the user enters them, one field after another.
struct Form: Hashable, Sendable {
    let screen: String
    let action: String
    let type: FormFieldType
    let fields: [FormField]
    /// The line entered into each field; nil for a field that the user has not reached.
    private(set) var lines: [String?]
    private(set) var errors: [Int: String] = [:]
    /// The indices of the fields that the user still has to fill in, the current one first.
    private(set) var asking: [Int]
    private let initial: [String]

    /// Creates a form. A field's initial text is its value in the first of `known` that has one, or its default.
    init(screen: String, action: String, type: FormFieldType, known: [JSONValue]) {
        (self.screen, self.action, self.type) = (screen, action, type)
        fields = FormField.all(of: type)
        lines = fields.map { _ in nil }
        asking = Array(fields.indices)
        initial = fields.map { field in
            let found = known.lazy.compactMap { value in field.path.reduce(value) { $0?[$1] } }.first { !$0.isNull }
            return (found ?? field.type.initial).map(FormField.text) ?? ""
        }
    }

    var current: Int? { asking.first }

    /// The text of a field before the user edits it.
    func initialLine(of index: Int) -> String { lines[index] ?? initial[index] }

    mutating func answer(_ line: String) {
        guard let index = asking.first else { return }
        asking.removeFirst()
        lines[index] = line
        errors[index] = nil
    }

    mutating func goBack() -> Bool {
        guard let before = asking.first.map({ $0 - 1 }), before >= 0 else { return false }
        asking.insert(before, at: 0)
        return true
    }

    /// Asks for the refused fields again. Returns the messages that belong to no field.
    mutating func refuse(_ problems: [FieldError]) -> [String] {
        var rest: [String] = []
        for problem in problems {
            let said = problem.detail ?? problem.code
            let parts = JSONPointer.partsInParameters(problem.pointer)
            // An error inside a list is shown at the list.
            if let parts, let index = fields.firstIndex(where: { !$0.path.isEmpty && parts.starts(with: $0.path) }) {
                errors[index] = errors[index].map { "\($0) \(said)" } ?? said
            } else {
                rest.append(said)
            }
        }
        asking = errors.keys.sorted()
        return rest
    }

    /// Starts again at the first field. The entered lines are kept.
    mutating func restart() { asking = Array(fields.indices) }

    /// The parameters entered so far.
    var parameters: JSONValue { value(of: type, at: [], isDraft: false) ?? [:] }

    /// The entered values without secrets; nil if nothing was entered.
    var draft: JSONValue? {
        guard lines.contains(where: { $0 != nil }), type.members != nil else { return nil }
        return value(of: type, at: [], isDraft: true)
    }

    private func value(of type: FormFieldType, at path: [String], isDraft: Bool) -> JSONValue? {
        guard let members = type.members else {
            guard let index = fields.firstIndex(where: { $0.path == path }) else { return nil }
            if isDraft, fields[index].type.isSecret { return nil }
            return lines[index].flatMap { fields[index].value(of: $0) }
        }
        var object = JSONObject()
        for member in members {
            object[member.name] = value(of: member.type, at: path + [member.name], isDraft: isDraft)
        }
        return object.members.isEmpty && type.isOptional ? nil : .object(object)
    }
}

/// JSON Pointers (RFC 6901).
enum JSONPointer {
    /// Unescapes a reference token (section 4).
    static func plain(_ part: some StringProtocol) -> String {
        String(part).replacing("~1", with: "/").replacing("~0", with: "~")
    }

    /// The tokens below `/params`; nil for other pointers.
    static func partsInParameters(_ pointer: String) -> [String]? {
        var parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.popFirst() == "params" else { return nil }
        return parts.map { plain($0) }
    }
}
