import FairwayWire
import Foundation

/// A parameter of an action, or a part of one, with the rules that the engine checks before the handler runs.
struct ActionField: Sendable {
    /// The members that lead to the value, starting at the action's parameters.
    let path: [Step]
    let kind: Kind
    let rules: FieldRules
    /// Nil for a parameter without a field.
    let declaration: FieldDeclaration?
    private let pattern: TextPattern?

    /// A member, and whether it may be missing or null.
    struct Step: Hashable, Sendable {
        let name: String
        let isOptional: Bool
    }

    /// The kind of the value's JSON.
    enum Kind: Hashable, Sendable {
        case text, secret, integer, number, toggle, date, uuid
        case constants([JSONValue])
        /// Anything else. Decoding it is the only check.
        case other
    }

    init(path: [Step], kind: Kind, declaration: FieldDeclaration? = nil) {
        self.path = path
        self.kind = kind
        self.declaration = declaration
        rules = declaration?.rules ?? FieldRules()
        pattern = rules.pattern.flatMap(TextPattern.init)
    }

    /// The name on the wire. The name of a part contains the parameter's: `address/street`.
    var name: String { path.map(\.name).joined(separator: "/") }
    var isRequired: Bool { path.allSatisfy { !$0.isOptional } }

    /// The format for clients. Without a rule, the type decides.
    var format: FieldFormat {
        if rules.options != nil { return .choice }
        if let format = rules.format { return format }
        return switch kind {
        case .integer: .integer
        case .number: .decimal
        case .toggle: .toggle
        case .date: .dateTime
        case .constants: .choice
        case .secret: .password
        case .text, .uuid, .other: .text
        }
    }

    /// The first rule that the parameters break, and the pointer to the value.
    func error(in params: JSONValue, _ viewModel: () throws -> JSONValue) rethrows -> FieldError? {
        var value = params
        var pointer = "/params"
        for step in path {
            guard value.object != nil else { return RuleViolation.typeMismatch(.other).error(at: pointer) }
            pointer += "/" + step.name.replacing("~", with: "~0").replacing("/", with: "~1")
            // The decoder also accepts the name that `Codable` gives to a single value without a label.
            value = value[step.name] ?? (step == path.first && step.name == "value" ? value["_0"] : nil) ?? .null
            if value.isNull {
                guard !step.isOptional else { return nil }
                return RuleViolation.required.error(at: "/params/" + path.map(\.name).joined(separator: "/"))
            }
        }
        return try violation(of: value, viewModel)?.error(at: pointer)
    }

    private func violation(of value: JSONValue, _ viewModel: () throws -> JSONValue) rethrows -> RuleViolation? {
        if let violation = violation(ofType: value) { return violation }
        if let text = value.string, let violation = violation(of: text) { return violation }
        if case .number(let number) = value, let violation = violation(of: number) { return violation }
        switch rules.options {
        case .list(let options):
            return try viewModel().list(options.list).contains { $0.at(options.value).isSame(as: value) }
                ? nil : .notAnOption
        case .values(let values):
            return values.contains { .string($0.value) == value } ? nil : .notAnOption
        case nil: break
        }
        guard let row = declaration?.row else { return nil }
        let rows = try viewModel().list(row.list)
        guard let path = row.value else {
            return value.int.map(rows.indices.contains) == true ? nil : .notAnOption
        }
        return rows.contains { $0.at(path).isSame(as: value) } ? nil : .notAnOption
    }

    private func violation(ofType value: JSONValue) -> RuleViolation? {
        switch (kind, value) {
        case (.text, .string), (.secret, .string), (.number, .number), (.toggle, .bool), (.other, _): return nil
        case (.integer, .number(let number)):
            return number.integer(Int128.self) == nil ? .typeMismatch(kind) : nil
        case (.date, .string(let text)):
            return (try? JSON.decode(Date.self, from: JSON.encode(text))) == nil ? .format(.dateTime) : nil
        case (.uuid, .string(let text)): return UUID(uuidString: text) == nil ? .format(.text) : nil
        case (.constants(let values), _): return values.contains(value) ? nil : .notAnOption
        default: return .typeMismatch(kind)
        }
    }

    private func violation(of text: String) -> RuleViolation? {
        if rules.minLength != nil || rules.maxLength != nil {
            let length = text.unicodeScalars.count
            if let least = rules.minLength, length < least { return .tooShort(least: least) }
            if let most = rules.maxLength, length > most { return .tooLong(most: most) }
        }
        if let format = rules.format, !TextFormat.accepts(text, as: format) { return .format(format) }
        if let pattern, !pattern.matches(text) { return .pattern }
        return nil
    }

    private func violation(of number: JSONNumber) -> RuleViolation? {
        guard rules.minimum != nil || rules.maximum != nil || rules.step != nil else { return nil }
        guard let exact = try? JSON.decode(Decimal.self, from: number.text.utf8) else {
            // More digits than a `Decimal` holds.
            let value = number.double ?? (number.text.hasPrefix("-") ? -.infinity : .infinity)
            if let least = rules.minimum, value < Self.double(least) { return .tooSmall(least: least) }
            if let most = rules.maximum, value > Self.double(most) { return .tooLarge(most: most) }
            return rules.step.map(RuleViolation.step)
        }
        if let least = rules.minimum, exact < least { return .tooSmall(least: least) }
        if let most = rules.maximum, exact > most { return .tooLarge(most: most) }
        // The text of a decimal has a point only if it is not integral.
        if let step = rules.step, "\(exact / step)".contains(".") { return .step(step) }
        return nil
    }

    private static func double(_ decimal: Decimal) -> Double { Double("\(decimal)") ?? .nan }
}

extension JSONValue {
    /// The value at a path. Null if there is none.
    fileprivate func at(_ path: PropertyPath) -> JSONValue {
        (path.names ?? []).reduce(self) { $0[$1] ?? .null }
    }

    /// The list at a path. Empty if there is none.
    fileprivate func list(_ path: PropertyPath) -> [JSONValue] { at(path).array ?? [] }

    /// Whether the values are equal. Numbers are compared by value.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        if case .number(let left) = self, case .number(let right) = other {
            return left == right || left.double == right.double && left.int == right.int
        }
        return self == other
    }
}
