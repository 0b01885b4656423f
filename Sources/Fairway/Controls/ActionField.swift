import FairwayWire
import Foundation

/// A parameter of an action, or a part of one, with the rules that the engine checks before the handler runs.
struct ActionField: Sendable {
    /// The members that lead to the value, starting at the action's parameters.
    let path: [PathMember]
    let kind: Kind
    let rules: FieldRules
    /// Nil for a parameter without a field.
    let declaration: FieldDeclaration?
    private let pattern: TextPattern?

    /// A member, and whether it may be missing or null.
    struct PathMember: Hashable, Sendable {
        let name: String
        let isOptional: Bool
    }

    /// The kind of the value's JSON.
    enum Kind: Hashable, Sendable {
        case text, secret, number, toggle, date, uuid
        /// With the values of the type.
        case integer(ClosedRange<Int128>)
        case constants([JSONValue])
        /// Anything else. Decoding it is the only check.
        case other
    }

    init(path: [PathMember], kind: Kind, rules: FieldRules, declaration: FieldDeclaration? = nil) {
        self.path = path
        self.kind = kind
        self.rules = rules
        self.declaration = declaration
        pattern = rules.pattern.flatMap(TextPattern.init)
    }

    /// A member without rules of its own.
    init(_ member: Shape.Member, _ definitions: [String: Shape]) {
        let shape = member.shape.plain(definitions)
        let step = PathMember(name: member.name, isOptional: shape.isOptional || !member.isRequired)
        self.init(path: [step], kind: shape.kind, rules: FieldRules())
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
    ///
    /// - Parameters:
    ///   - root: The pointer to the parameters.
    ///   - language: The language of the error's sentence.
    ///   - list: Reads a list of the view model.
    func error(
        in params: JSONValue,
        at root: String,
        _ language: Language,
        _ list: (PropertyPath) throws -> [JSONValue]
    ) rethrows -> FieldError? {
        var value = params
        for (depth, step) in path.enumerated() {
            guard value.object != nil else {
                return RuleViolation.typeMismatch(.other).error(at: pointer(depth, root), language)
            }
            // The decoder also accepts the name that `Codable` gives to a single value without a label.
            value = value[step.name] ?? (step == path.first && step.name == "value" ? value["_0"] : nil) ?? .null
            if value.isNull {
                guard !step.isOptional else { return nil }
                let violation: RuleViolation = format == .choice ? .missingChoice : .required
                return violation.error(at: pointer(path.count, root), language)
            }
        }
        return try violation(of: value, list)?.error(at: pointer(path.count, root), language, rules.messages)
    }

    /// The JSON Pointer (RFC 6901) to the parameter, or to the value that contains it.
    private func pointer(_ depth: Int, _ root: String) -> String {
        path.prefix(depth).reduce(root) { pointer, step in
            pointer + "/" + step.name.replacing("~", with: "~0").replacing("/", with: "~1")
        }
    }

    private func violation(
        of value: JSONValue,
        _ list: (PropertyPath) throws -> [JSONValue]
    ) rethrows -> RuleViolation? {
        if let violation = violation(ofType: value) { return violation }
        if let text = value.string, let violation = violation(of: text) { return violation }
        if case .number(let number) = value, let violation = violation(of: number) { return violation }
        switch rules.options {
        case .list(let options):
            return try list(options.list).contains { $0.at(options.value).isSame(as: value) } ? nil : .notAnOption
        case .values(let values):
            return values.contains { .string($0.value) == value } ? nil : .notAnOption
        case nil: break
        }
        guard let row = declaration?.row else { return nil }
        let rows = try list(row.list)
        guard let path = row.value else {
            return value.int.map(rows.indices.contains) == true ? nil : .notAnOption
        }
        return rows.contains { $0.at(path).isSame(as: value) } ? nil : .notAnOption
    }

    private func violation(ofType value: JSONValue) -> RuleViolation? {
        switch (kind, value) {
        case (.text, .string), (.secret, .string), (.number, .number), (.toggle, .bool), (.other, _): return nil
        case (.integer, .number(let number)):
            guard !number.isIntegral else { return nil }
            return rules.format == .money ? .tooPrecise(unit: typed(1)) : .typeMismatch(kind)
        case (.integer, _) where rules.format == .money: return .typeMismatch(.number)
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
        let exact = rules.limitsNumbers ? number.decimal : nil
        if rules.minimum != nil || rules.maximum != nil {
            // Compares the nearest `Double` if the number has more digits than a `Decimal` holds.
            let nearest = number.double ?? (number.isNegative ? -.infinity : .infinity)
            if let least = rules.minimum, exact.map({ $0 < least }) ?? (nearest < least.nearestDouble) {
                return .tooSmall(least: typed(least))
            }
            if let most = rules.maximum, exact.map({ $0 > most }) ?? (nearest > most.nearestDouble) {
                return .tooLarge(most: typed(most))
            }
        }
        if !isInRange(number) { return number.isNegative ? .tooSmall(least: nil) : .tooLarge(most: nil) }
        if let step = rules.step, exact.map({ !($0 / step).isIntegral }) ?? true {
            return .step(typed(step))
        }
        return nil
    }

    /// A number in the unit that people type. Money in an integer is in the minor unit of the currency, and is typed in
    /// the major unit.
    private func typed(_ number: Decimal) -> Decimal {
        guard rules.format == .money, case .integer = kind, let currency = rules.unit?.description else {
            return number
        }
        let digits = FieldFormat.fractionDigits(of: currency)
        return Decimal(sign: number.sign, exponent: -digits, significand: number.magnitude)
    }

    /// Whether the parameter's type has values of that magnitude.
    private func isInRange(_ number: JSONNumber) -> Bool {
        if case .integer(let range) = kind { return number.integer(Int128.self).map(range.contains) ?? false }
        return number.double != nil
    }
}

extension JSONValue {
    /// The value at a path. Null if there is none.
    fileprivate func at(_ path: PropertyPath) -> JSONValue {
        (path.names ?? []).reduce(self) { $0[$1] ?? .null }
    }
}
