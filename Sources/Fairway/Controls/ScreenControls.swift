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
    func check(_ action: String, _ params: RawJSON?, _ viewModel: () throws -> RawJSON) throws {
        try forms[action]?.check(params, viewModel)
    }

    /// Replaces the messages of the decoder in a problem by sentences for people.
    func explained(_ problem: Problem, of action: String) -> Problem { forms[action]?.explained(problem) ?? problem }
}

/// Finds the actions and parameters that controls are declared for.
struct ControlsChecker {
    private let actions: [String]
    private let shapes: ActionShapes
    private let recorder = ShapeRecorder()
    private let viewModel: Shape

    /// The end of a sentence that begins with the screen.
    struct Fault: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    init<S: Screen>(_ type: S.Type, actions: [String]) {
        self.actions = actions
        shapes = ActionShapes(of: S.Action.self, names: actions)
        viewModel = recorder.record(S.ViewModel.self).shape
    }

    /// The name of each control's action.
    func named(_ controls: [ControlDeclaration]) throws(Fault) -> [(action: String, declaration: ControlDeclaration)] {
        var named: [(action: String, declaration: ControlDeclaration)] = []
        for control in controls {
            let name: String
            switch control.action {
            case .found(let found, _): name = found
            case .given(let given): name = given
            case .unknown(let reason):
                throw Fault(
                    "the action of the control “\(control.label)” cannot be found, because \(reason). "
                        + "Write Control(named: …) for it."
                )
            }
            guard actions.contains(name) else {
                throw Fault("there is no action \(name). The actions are \(actions.joined(separator: ", ")).")
            }
            guard !named.contains(where: { $0.action == name }) else {
                throw Fault("\(name) has two controls. Keep one of them.")
            }
            named.append((name, control))
        }
        return named
    }

    /// The form of each action.
    func forms(_ controls: [(action: String, declaration: ControlDeclaration)]) throws(Fault) -> [String: ActionForm] {
        var forms: [String: ActionForm] = [:]
        for action in actions {
            let control = controls.first { $0.action == action }?.declaration
            var fields: [ActionField] = []
            for field in control?.fields ?? [] { fields.append(try form(of: field, control, action)) }
            try checkPaths(fields, action)
            try checkRows(fields, action)
            let named = Set(fields.compactMap(\.path.first?.name))
            for parameter in shapes.parameters(of: action) where !named.contains(parameter.name) {
                let shape = shapes.plain(parameter.shape)
                let step = ActionField.Step(
                    name: parameter.name,
                    isOptional: shape.isOptional || !parameter.isRequired
                )
                fields.append(ActionField(path: [step], kind: shape.kind))
            }
            forms[action] = ActionForm(fields: fields)
        }
        return forms
    }

    private func form(
        of field: FieldDeclaration,
        _ control: ControlDeclaration?,
        _ action: String
    ) throws(Fault) -> ActionField {
        var names: [String]
        var shape = shapes.shape(of: action)
        switch field.place {
        case .name(let name, let own):
            names = [name]
            let parameters = shapes.parameters(of: action).map(\.name)
            if case .any = shape {
                shape = .object([Shape.Member(name: name, shape: own, isRequired: true)])
            } else if !parameters.contains(name) {
                throw Fault("\(action) has no parameter \(name). \(Self.list(parameters))")
            }
        case .index(let index):
            guard case .found(_, let parameters)? = control?.action, parameters.indices.contains(index) else {
                throw Fault("\(action) does not encode its parameter \(index + 1). Write Control(named: …) for it.")
            }
            names = [parameters[index]]
        }
        guard let part = field.part.names else {
            throw Fault("\(action) has a field for a part of \(names[0]) that is not a stored property.")
        }
        names += part
        let place = names.joined(separator: "/")
        var path: [ActionField.Step] = []
        for name in names {
            let plain = shapes.plain(shape).shape
            guard case .object(let members) = plain, let member = members.first(where: { $0.name == name }) else {
                throw Fault(
                    "\(action) has no parameter \(place). \(Self.list(shapes.parameters(of: action).map(\.name)))"
                )
            }
            shape = member.shape
            path.append(.init(name: name, isOptional: shapes.plain(shape).isOptional || !member.isRequired))
        }
        if let mistake = field.rules.mistake { throw Fault("the field \(place) of \(action) \(mistake).") }
        if case .list(let options)? = field.rules.options {
            try check(options.list, [options.value, options.label], "the options of \(place) in \(action)")
        }
        if let row = field.row { try check(row.list, [row.value ?? .whole], "the rows of \(action)") }
        return ActionField(path: path, kind: shapes.plain(shape).kind, declaration: field)
    }

    private static func list(_ parameters: [String]) -> String {
        parameters.isEmpty
            ? "It has no parameters." : "Its parameters are \(parameters.joined(separator: ", "))."
    }

    /// No two fields may be for the same parameter, and none for a part of another field's.
    private func checkPaths(_ fields: [ActionField], _ action: String) throws(Fault) {
        for (index, field) in fields.enumerated() {
            let path = field.path.map(\.name)
            for earlier in fields[..<index].map({ $0.path.map(\.name) })
            where path.starts(with: earlier) || earlier.starts(with: path) {
                throw Fault("\(action) has two fields for \(earlier.joined(separator: "/")). Keep one of them.")
            }
        }
    }

    private func checkRows(_ fields: [ActionField], _ action: String) throws(Fault) {
        guard Set(fields.compactMap { $0.declaration?.row?.list }).count > 1 else { return }
        throw Fault("\(action) takes values from the rows of two lists. Clients draw it on the rows of one.")
    }

    /// A list of the view model, and values of its elements, must be stored properties that the JSON contains.
    private func check(_ list: PropertyPath, _ values: [PropertyPath], _ place: String) throws(Fault) {
        let element: Shape
        switch try find(list, in: viewModel, "\(place) are in a list that") {
        case .array(let shape): element = shape
        case .any, .nothing: return
        default: throw Fault("\(place) are in /\(Self.text(list)), which is not a list.")
        }
        for value in values { _ = try find(value, in: element, "\(place) have a value that") }
    }

    private func find(_ path: PropertyPath, in shape: Shape, _ place: String) throws(Fault) -> Shape {
        guard let names = path.names else {
            throw Fault("\(place) is not a stored property of the view model. Store it, so that clients can read it.")
        }
        var shape = shape
        for name in names {
            switch shape.plain(recorder.definitions).shape {
            case .object(let members):
                guard let member = members.first(where: { $0.name == name }) else {
                    throw Fault("\(place) the view model's JSON does not contain: /\(names.joined(separator: "/")).")
                }
                shape = member.shape
            default: return .any
            }
        }
        return shape.plain(recorder.definitions).shape
    }

    private static func text(_ path: PropertyPath) -> String { (path.names ?? []).joined(separator: "/") }
}
