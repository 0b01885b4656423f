import FairwayWire

/// A parameter of an action, or a part of one, with the rules that the engine checks before the handler runs.
struct ActionField: Sendable {
    /// The members that lead to the value, starting at the action's parameters.
    let path: [PathMember]
    let rules: FieldRules
    /// Nil for a parameter without a field.
    let declaration: FieldDeclaration?
    private let check: ValueRules

    /// A member, and whether it may be missing or null.
    struct PathMember: Hashable, Sendable {
        let name: String
        let isOptional: Bool
    }

    init(path: [PathMember], kind: ValueKind, rules: FieldRules, declaration: FieldDeclaration? = nil) {
        self.path = path
        self.rules = rules
        self.declaration = declaration
        check = ValueRules(
            kind,
            format: rules.format,
            limits: rules.limits,
            currency: rules.unit?.description
        )
    }

    /// A member without rules of its own.
    init(_ member: Shape.Member, _ definitions: [String: Shape]) {
        let shape = member.shape.plain(definitions)
        let step = PathMember(name: member.name, isOptional: shape.isOptional || !member.isRequired)
        self.init(path: [step], kind: shape.kind, rules: FieldRules())
    }

    /// The name on the wire. The name of a part contains the parameter's: `address/street`.
    var name: String { path.map(\.name).joined(separator: "/") }
    var kind: ValueKind { check.kind }
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
                return FieldViolation.typeMismatch(nil).error(at: pointer(depth, root), language)
            }
            // The decoder also accepts the name that `Codable` gives to a single value without a label.
            value = value[step.name] ?? (step == path.first && step.name == "value" ? value["_0"] : nil) ?? .null
            if value.isNull {
                guard !step.isOptional else { return nil }
                let violation: FieldViolation = format == .choice ? .missingChoice : .required
                return violation.error(at: pointer(path.count, root), language)
            }
        }
        guard let violation = try violation(of: value, list) else { return nil }
        let limit = check.typedLimit(of: violation)
        return violation.error(at: pointer(path.count, root), language, rules.messages, limit: limit)
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
    ) rethrows -> FieldViolation? {
        if let violation = check.violation(of: value) { return violation }
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
}

extension JSONValue {
    /// The value at a path. Null if there is none.
    fileprivate func at(_ path: PropertyPath) -> JSONValue {
        (path.names ?? []).reduce(self) { $0[$1] ?? .null }
    }
}
