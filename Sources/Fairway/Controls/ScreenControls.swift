import FairwayWire

/// The controls of a screen, checked against its actions and its view model.
///
/// Made once for each screen type. Nil for a screen without controls, whose actions are decoded without further checks.
struct ScreenControls: Sendable {
    /// In declaration order.
    private(set) var controls: [(action: String, declaration: ControlDeclaration)] = []
    /// The form of every action of the screen, with or without a control.
    private(set) var forms: [String: ActionForm] = [:]
    /// The first error in the declaration: a sentence with the screen, the action and the field.
    private(set) var mistake: String?

    init?<S: Screen>(_ type: S.Type, actions: [String]) {
        let declared = S.controls.declarations
        guard !declared.isEmpty else { return nil }
        let checker = ControlsChecker(type, actions: actions)
        do {
            controls = try checker.named(declared)
            forms = try checker.forms(controls)
        } catch {
            mistake = "\(S.name).controls: \(error)"
        }
    }

    /// The names of the actions in the order in which they are drawn: those without a control come last.
    func ordered(_ actions: [String]) -> [String] {
        let first = controls.map(\.action)
        return first + actions.filter { !first.contains($0) }
    }

    /// Rejects parameters that break a rule of their field.
    func check(
        _ action: String,
        _ params: RawJSON?,
        _ language: Language,
        _ viewModel: () throws -> RawJSON
    ) throws {
        try forms[action]?.check(params, language, viewModel)
    }

    /// Replaces the messages of the decoder in a problem by sentences for people.
    func explained(_ problem: Problem, of action: String, _ language: Language) -> Problem {
        forms[action]?.explained(problem, language) ?? problem
    }
}

/// Finds the actions and parameters that controls are declared for.
struct ControlsChecker {
    private let actions: [String]
    private let shapes: ActionShapes
    private let recorder = ShapeRecorder()
    private let viewModel: Shape

    init<S: Screen>(_ type: S.Type, actions: [String]) {
        self.actions = actions
        shapes = ActionShapes(of: S.Action.self, names: actions)
        viewModel = recorder.record(S.ViewModel.self).shape
    }

    /// The name of each control's action.
    func named(_ controls: [ControlDeclaration]) throws(Mistake) -> [(action: String, declaration: ControlDeclaration)]
    {
        var named: [(action: String, declaration: ControlDeclaration)] = []
        for control in controls {
            let name: String
            switch control.action {
            case .found(let found, _): name = found
            case .given(let given): name = given
            case .unknown(let reason):
                throw Mistake(
                    "the action of the control “\(control.label)” cannot be found, because \(reason). "
                        + "Write Control(named: …) for it."
                )
            }
            guard actions.contains(name) else {
                throw Mistake("there is no action \(name). The actions are \(actions.joined(separator: ", ")).")
            }
            guard !named.contains(where: { $0.action == name }) else {
                throw Mistake("\(name) has two controls. Keep one of them.")
            }
            named.append((name, control))
        }
        return named
    }

    /// The form of each action.
    func forms(_ controls: [(action: String, declaration: ControlDeclaration)]) throws(Mistake) -> [String: ActionForm]
    {
        var forms: [String: ActionForm] = [:]
        for action in actions {
            let control = controls.first { $0.action == action }?.declaration
            var fields: [ActionField] = []
            for field in control?.fields ?? [] { fields.append(try actionField(field, control, action)) }
            try checkPaths(fields, action)
            try checkRows(fields, action)
            let named = Set(fields.compactMap(\.path.first?.name))
            for parameter in shapes.parameters(of: action) where !named.contains(parameter.name) {
                fields.append(shapes.field(of: parameter))
            }
            forms[action] = ActionForm(fields: fields)
        }
        return forms
    }

    private func actionField(
        _ field: FieldDeclaration,
        _ control: ControlDeclaration?,
        _ action: String
    ) throws(Mistake) -> ActionField {
        var names: [String]
        var shape = shapes.shape(of: action)
        switch field.parameter {
        case .named(let name, let own):
            names = [name]
            let parameters = shapes.parameters(of: action).map(\.name)
            guard shape == .any || parameters.contains(name) else {
                throw Mistake("\(action) has no parameter \(name). \(Self.list(parameters))")
            }
            shape = shape.declaring(name, own)
        case .at(let index):
            guard case .found(_, let parameters)? = control?.action, parameters.indices.contains(index) else {
                throw Mistake("\(action) does not encode its parameter \(index + 1). Write Control(named: …) for it.")
            }
            names = [parameters[index]]
        }
        guard let part = field.part.names else {
            throw Mistake("\(action) has a field for a part of \(names[0]) that is not a stored property.")
        }
        names += part
        let name = names.joined(separator: "/")
        guard let path = shapes.path(names, in: shape) else {
            throw Mistake(
                "\(action) has no parameter \(name). \(Self.list(shapes.parameters(of: action).map(\.name)))"
            )
        }
        if let mistake = field.rules.mistake { throw Mistake("the field \(name) of \(action) \(mistake).") }
        if case .list(let options)? = field.rules.options {
            try check(options.list, [options.value, options.label], "the options of \(name) in \(action)")
        }
        if let row = field.row { try check(row.list, [row.value ?? .whole], "the rows of \(action)") }
        return ActionField(path: path.members, kind: path.value.kind, rules: field.rules, declaration: field)
    }

    private static func list(_ parameters: [String]) -> String {
        parameters.isEmpty
            ? "It has no parameters." : "Its parameters are \(parameters.joined(separator: ", "))."
    }

    /// Throws if two fields have the same parameter, or if one has a part of the other's parameter.
    private func checkPaths(_ fields: [ActionField], _ action: String) throws(Mistake) {
        for (index, field) in fields.enumerated() {
            let path = field.path.map(\.name)
            for earlier in fields[..<index].map({ $0.path.map(\.name) })
            where path.starts(with: earlier) || earlier.starts(with: path) {
                throw Mistake("\(action) has two fields for \(earlier.joined(separator: "/")). Keep one of them.")
            }
        }
    }

    private func checkRows(_ fields: [ActionField], _ action: String) throws(Mistake) {
        guard Set(fields.compactMap { $0.declaration?.row?.list }).count > 1 else { return }
        throw Mistake("\(action) takes values from the rows of two lists. Clients draw it on the rows of one.")
    }

    /// A list of the view model, and values of its elements, must be stored properties that the JSON contains.
    private func check(_ list: PropertyPath, _ values: [PropertyPath], _ subject: String) throws(Mistake) {
        let element: Shape
        switch try find(list, in: viewModel, "\(subject) are in a list that") {
        case .array(let shape): element = shape
        case .any, .nothing: return
        default: throw Mistake("\(subject) are in /\(Self.text(list)), which is not a list.")
        }
        for value in values { _ = try find(value, in: element, "\(subject) have a value that") }
    }

    private func find(_ path: PropertyPath, in shape: Shape, _ subject: String) throws(Mistake) -> Shape {
        guard let names = path.names else {
            throw Mistake(
                "\(subject) is not a stored property of the view model. Store it, so that clients can read it."
            )
        }
        var shape = shape
        for name in names {
            switch shape.plain(recorder.definitions).shape {
            case .object(let members):
                guard let member = members.first(where: { $0.name == name }) else {
                    throw Mistake("\(subject) the view model's JSON does not contain: /\(Self.text(path)).")
                }
                shape = member.shape
            // Nothing is known about the value's members.
            case .any, .nothing, .either, .cases: return .any
            // The JSON of a `RawRepresentable`, for example, is its raw value.
            default:
                throw Mistake(
                    "\(subject) the view model's JSON does not contain: /\(Self.text(path)). "
                        + "The value that should have the member \(name) is not an object there."
                )
            }
        }
        return shape.plain(recorder.definitions).shape
    }

    private static func text(_ path: PropertyPath) -> String { (path.names ?? []).joined(separator: "/") }
}
