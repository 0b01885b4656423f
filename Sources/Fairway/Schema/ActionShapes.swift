import FairwayWire

/// The shapes of the parameters of a screen's actions.
struct ActionShapes {
    private let names: [String]
    private let shapes: [String: Shape]
    private let definitions: [String: Shape]

    init<Action: Decodable>(of type: Action.Type, names: [String]) {
        let recorder = ShapeRecorder()
        var shape = recorder.record(type).shape
        if case .named(let name) = shape { shape = recorder.definitions[name] ?? .any }
        self.names = names
        let recorded = shape
        shapes = Dictionary(names.map { ($0, Self.params(of: $0, in: recorded)) }) { first, _ in first }
        definitions = recorder.definitions
    }

    /// The shape of an action's parameters. `any` if it is unknown.
    func shape(of action: String) -> Shape { shapes[action] ?? .any }

    /// The parameters of an action in declaration order.
    func parameters(of action: String) -> [Shape.Member] {
        if case .object(let members) = shape(of: action) { members } else { [] }
    }

    /// The path to a part of an action's parameters, which have the shape. Nil if there is no such part.
    func path(_ names: [String], in shape: Shape) -> Shape.Path? { shape.path(names, definitions) }

    /// The field of a parameter that has none.
    func field(of parameter: Shape.Member) -> ActionField { ActionField(parameter, definitions) }

    /// The JSON Schema of each action's parameters, in the order of the names, with the rules of its fields.
    func schemas(_ controls: ScreenControls? = nil) -> JSONObject {
        JSONObject(
            names.map { (name: $0, value: .object(shape(of: $0, controls).schema(definitions))) }
        )
    }

    /// The shape of an action's parameters, with the rules of its fields.
    private func shape(of action: String, _ controls: ScreenControls?) -> Shape {
        (controls?.forms[action]?.fields ?? []).reduce(shape(of: action)) { $0.adding($1, definitions) }
    }

    /// A draft, which has parameters of any of the actions, with sensitive parameters and all other members masked.
    func masked(draft: JSONValue, _ controls: ScreenControls?) -> JSONValue {
        let forms = names.map { name in
            if case .object(let members) = shape(of: name, controls) { members } else { [Shape.Member]() }
        }
        let parameters = Dictionary(grouping: forms.joined(), by: \.name)
        let members = parameters.map { name, alternatives in
            Shape.Member(name: name, shape: .merged(alternatives.map(\.shape)), isRequired: false)
        }
        return Shape.object(members).masked(draft, definitions)
    }

    private static func params(of name: String, in shape: Shape) -> Shape {
        switch shape {
        case .constants: .object([])
        case .cases(let cases): cases.first { $0.name == name }.map { unlabelled($0.shape) } ?? .any
        default: .any
        }
    }

    /// Renames the label of a single unlabelled value from `_0` in `Codable` to `value` on the wire.
    private static func unlabelled(_ params: Shape) -> Shape {
        guard case .object(var members) = params, members.count == 1, members[0].name == "_0" else { return params }
        members[0].name = "value"
        return .object(members)
    }
}

extension Shape {
    /// A shape without the cases around it.
    struct Plain {
        var shape: Shape
        var isOptional = false
        var isSecret = false
    }

    /// The shape without `null`, secrecy, keywords and references.
    func plain(_ definitions: [String: Shape]) -> Plain {
        var plain: Plain
        switch self {
        case .optional(let shape):
            plain = shape.plain(definitions)
            plain.isOptional = true
        case .secret(let shape):
            plain = shape.plain(definitions)
            plain.isSecret = true
        case .bounded(let shape, _): plain = shape.plain(definitions)
        case .named(let name): plain = Plain(shape: definitions[name] ?? .any)
        default: plain = Plain(shape: self)
        }
        return plain
    }

    /// The members that lead to a value, and the value's shape.
    struct Path {
        var members: [ActionField.PathMember]
        var value: Plain
    }

    /// The path to a member of the object, or of an object in it. Nil if there is none.
    func path(_ names: [String], _ definitions: [String: Shape]) -> Path? {
        var path = Path(members: [], value: plain(definitions))
        for name in names {
            guard case .object(let members) = path.value.shape, let member = members.first(where: { $0.name == name })
            else { return nil }
            path.value = member.shape.plain(definitions)
            path.members.append(.init(name: name, isOptional: path.value.isOptional || !member.isRequired))
        }
        return path
    }

    /// The shape of an object with the rules of a field.
    fileprivate func adding(_ field: ActionField, _ definitions: [String: Shape]) -> Shape {
        guard let declaration = field.declaration else { return self }
        var shape = self
        if case .named(let name, let own) = declaration.parameter { shape = declaring(name, own) }
        let keywords = declaration.rules.keywords
        guard !keywords.members.isEmpty else { return shape }
        return shape.adding(keywords, at: field.path.map(\.name)[...], definitions)
    }

    /// The shape of an object with a member of the type that an author declared. The recorded shape of that member is
    /// replaced, because a hand-written or failed decoding says little about it.
    func declaring(_ name: String, _ shape: Shape) -> Shape {
        var members: [Member] = if case .object(let members) = self { members } else { [] }
        let isOptional = if case .optional = shape { true } else { false }
        let member = Member(name: name, shape: shape, isRequired: !isOptional)
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index] = member
        } else {
            members.append(member)
        }
        return .object(members)
    }

    /// The shape of an object with keywords for the value at a path.
    func adding(
        _ keywords: JSONObject,
        at path: ArraySlice<String>,
        _ definitions: [String: Shape]
    ) -> Shape {
        guard let name = path.first else { return .bounded(self, keywords) }
        switch self {
        case .optional(let shape): return .optional(shape.adding(keywords, at: path, definitions))
        case .secret(let shape): return .secret(shape.adding(keywords, at: path, definitions))
        case .bounded(let shape, let others): return .bounded(shape.adding(keywords, at: path, definitions), others)
        // The rules are for this occurrence of the recursive type only.
        case .named(let type): return definitions[type]?.adding(keywords, at: path, definitions) ?? self
        case .object(var members):
            for index in members.indices where members[index].name == name {
                members[index].shape = members[index].shape.adding(keywords, at: path.dropFirst(), definitions)
            }
            return .object(members)
        default: return self
        }
    }
}

extension Shape.Plain {
    /// The kind of the value in a form.
    var kind: ValueKind {
        switch shape {
        case .scalar(let scalar):
            switch scalar.type {
            case .boolean: .toggle
            case .integer: isSecret ? .other : .integer(scalar.range)
            case .number: isSecret ? .other : .number
            case .string:
                switch scalar.keywords["format"] {
                case "date-time": .date
                case "uuid": .uuid
                default: isSecret ? .secret : .text
                }
            }
        case .constants(let values): .constants(values)
        default: .other
        }
    }
}

extension Shape.Scalar {
    /// The values of the integer type.
    fileprivate var range: ClosedRange<Int128> {
        if keywords["format"] == "int64" { return Int128(Int64.min)...Int128(Int64.max) }
        func bound(_ keyword: String) -> Int128? {
            guard case .number(let number)? = keywords[keyword] else { return nil }
            return number.integer()
        }
        return (bound("minimum") ?? .min)...(bound("maximum") ?? .max)
    }
}
