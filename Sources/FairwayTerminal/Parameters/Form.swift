import FairwayWire

/// An action's parameters while they are asked for, one field after the other.
struct Form: Hashable, Sendable {
    /// The screen that takes the action.
    let screen: String
    let action: String
    let type: ParameterType
    let fields: [Field]
    /// What was typed into each field; nil where nothing was asked yet.
    private(set) var lines: [String?]
    /// What the server says is wrong with each field.
    private(set) var errors: [Int: String] = [:]
    /// The fields that are asked for still, the first of them now.
    private(set) var asking: [Int]
    private let initial: [String]

    /// - Parameter known: What was typed before, or what the screen shows under the same names.
    init(screen: String, action: String, type: ParameterType, known: [JSONValue]) {
        (self.screen, self.action, self.type) = (screen, action, type)
        fields = Field.all(of: type)
        lines = fields.map { _ in nil }
        asking = Array(fields.indices)
        initial = fields.map { field in
            let found = known.lazy.compactMap { value in field.path.reduce(value) { $0?[$1] } }.first { !$0.isNull }
            return (found ?? field.type.initial).map(Field.text) ?? ""
        }
    }

    /// The field that is asked for; nil when all are answered.
    var current: Int? { asking.first }

    /// What the field holds before anything is typed.
    func initialLine(of index: Int) -> String { lines[index] ?? initial[index] }

    /// Takes the answer to the field that is asked for.
    mutating func answer(_ line: String) {
        guard let index = asking.first else { return }
        asking.removeFirst()
        lines[index] = line
        errors[index] = nil
    }

    /// Asks for the field before again. False at the first one.
    mutating func goBack() -> Bool {
        guard let before = asking.first.map({ $0 - 1 }), before >= 0 else { return false }
        asking.insert(before, at: 0)
        return true
    }

    /// Asks again for the fields that were refused. Returns what is about none of them.
    mutating func refuse(_ problems: [FieldError]) -> [String] {
        var rest: [String] = []
        for problem in problems {
            let said = problem.detail ?? problem.code
            let parts = JSONPointer.partsInParameters(problem.pointer)
            // What is wrong inside a list is shown at the list.
            if let parts, let index = fields.firstIndex(where: { !$0.path.isEmpty && parts.starts(with: $0.path) }) {
                errors[index] = errors[index].map { "\($0) \(said)" } ?? said
            } else {
                rest.append(said)
            }
        }
        asking = errors.keys.sorted()
        return rest
    }

    /// Begins again at the first field, with everything typed so far.
    mutating func restart() { asking = Array(fields.indices) }

    /// The parameters, as far as they are answered.
    var parameters: JSONValue { value(of: type, at: [], isDraft: false) ?? [:] }

    /// What was typed, without secrets; nil while nothing is.
    var draft: JSONValue? {
        guard lines.contains(where: { $0 != nil }), type.members != nil else { return nil }
        return value(of: type, at: [], isDraft: true)
    }

    private func value(of type: ParameterType, at path: [String], isDraft: Bool) -> JSONValue? {
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
