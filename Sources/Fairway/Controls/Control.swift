import FairwayWire

/// The control of one action: its label, and the fields of its parameters.
///
/// Name the case as a function, `Action.saveButtonPressed`, if it has parameters. A leading dot works for cases without
/// parameters only.
///
/// ```swift
/// Control(.addButtonPressed, "Add passenger")
/// Control(Action.editButtonPressed, "Edit", on: .row(of: \.passengers))
/// Control(Action.saveButtonPressed, "Save", role: .primary) { name in Field(name, "Name", .length(1...60)) }
/// ```
public struct Control<S: Screen>: Sendable {
    let declaration: ControlDeclaration

    /// The control of an action without parameters.
    ///
    /// ```swift
    /// Control(.cancelButtonPressed, "Cancel", role: .cancel)
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - label: The text of the button.
    ///   - role: The importance of the action.
    ///   - confirm: A question that clients ask before they send the action.
    ///   - decline: The answer that does not send it, beside the label. Clients have a word of their own, such as Cancel.
    public init(
        _ action: S.Action,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
        decline: Text? = nil
    ) {
        declaration = ControlDeclaration(.of(action), label, role, confirm, decline, [])
    }

    /// The control of an action with parameters.
    ///
    /// ```swift
    /// Control(Action.saveButtonPressed, "Save") { name, age in
    ///     Field(name, "Name", .length(1...60))
    ///     Field(age, "Age", .range(0...120))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - action: The case of the action, as a function.
    ///   - label: The text of the button.
    ///   - role: The importance of the action.
    ///   - confirm: A question that clients ask before they send the action.
    ///   - decline: The answer that does not send it, beside the label. Clients have a word of their own, such as Cancel.
    ///   - fields: Declares the fields. It gets a stand-in for each parameter, in declaration order.
    public init<each P: Codable>(
        _ action: (repeat each P) -> S.Action,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
        decline: Text? = nil,
        @FieldsBuilder<S> _ fields: (repeat Parameter<S, each P>) -> [Field<S>]
    ) {
        var count = 0
        func next<Value>(_ type: Value.Type) -> Parameter<S, Value> {
            defer { count += 1 }
            return Parameter(index: count)
        }
        let declared = fields(repeat next((each P).self))
        let name = ControlDeclaration.ActionName.of(action)
        // A key path would crash here: Swift 6.3 cannot instantiate one in the context of a parameter pack.
        declaration = ControlDeclaration(name, label, role, confirm, decline, declared.map { $0.declaration })
    }

    /// Unavailable, so that the compiler names the remedy.
    @available(*, unavailable, message: "the action has parameters: declare their fields, { name, age in … }")
    public init<each P>(
        _ action: (repeat each P) -> S.Action,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
        decline: Text? = nil
    ) { fatalError("unavailable") }

    /// The control of an action whose only parameter comes from a row. Clients draw it on each row of the list.
    ///
    /// ```swift
    /// Control(Action.editButtonPressed, "Edit", on: .row(of: \.passengers))
    /// Control(Action.didSelect, "Choose", on: .row(of: \.sailings, \.id))
    /// ```
    ///
    /// - Parameters:
    ///   - action: The case of the action, as a function.
    ///   - label: The text of the button.
    ///   - role: The importance of the action.
    ///   - confirm: A question that clients ask before they send the action.
    ///   - decline: The answer that does not send it, beside the label. Clients have a word of their own, such as Cancel.
    ///   - row: The list, and the value of its row that is the parameter.
    public init<P: Codable>(
        _ action: (P) -> S.Action,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
        decline: Text? = nil,
        on row: RowValue<S, P>
    ) {
        let field = Field(Parameter<S, P>(index: 0), on: row)
        declaration = ControlDeclaration(.of(action), label, role, confirm, decline, [field.declaration])
    }

    /// The control of an action with a hand-written coding, or with parameters that reject sample values. The names
    /// are checked when the app starts.
    ///
    /// ```swift
    /// Control(named: "saveButtonPressed", "Save") { Field("isbn", as: String.self, "ISBN", .length(10...17)) }
    /// ```
    ///
    /// - Parameters:
    ///   - action: The name of the action on the wire.
    ///   - label: The text of the button.
    ///   - role: The importance of the action.
    ///   - confirm: A question that clients ask before they send the action.
    ///   - decline: The answer that does not send it, beside the label. Clients have a word of their own, such as Cancel.
    ///   - fields: Declares the fields.
    public init(
        named action: String,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
        decline: Text? = nil,
        @FieldsBuilder<S> _ fields: () -> [Field<S>] = { [] }
    ) {
        let declared = fields()
        declaration = ControlDeclaration(.given(action), label, role, confirm, decline, declared.map(\.declaration))
    }
}

/// A type-erased ``Control``, as the author declared it. ``ScreenControls`` checks it.
struct ControlDeclaration: Sendable {
    let action: ActionName
    let label: Text
    let role: ControlRole
    let confirm: Text?
    let decline: Text?
    let fields: [FieldDeclaration]

    init(
        _ action: ActionName,
        _ label: Text,
        _ role: ControlRole,
        _ confirm: Text?,
        _ decline: Text?,
        _ fields: [FieldDeclaration]
    ) {
        self.action = action
        self.label = label
        self.role = role
        self.confirm = confirm
        self.decline = decline
        self.fields = fields
    }

    /// The name of a control's action on the wire.
    enum ActionName: Sendable {
        /// Found by encoding the action. `parameters` are the members of its parameters, in declaration order.
        case found(String, parameters: [String])
        /// Given by the author.
        case given(String)
        /// Not found, with the reason.
        case unknown(String)
    }
}

extension ControlDeclaration.ActionName {
    /// Encodes the action that the case makes from sample values.
    static func of<Action: Codable, each P: Codable>(_ action: (repeat each P) -> Action) -> Self {
        let recorder = ShapeRecorder()
        func sample<Value: Codable>(_ type: Value.Type) throws -> Value {
            guard let value = recorder.record(type).value else { throw NoSample(type: "\(type)") }
            return value
        }
        do {
            return of(action(repeat try sample((each P).self)))
        } catch let missing as NoSample {
            return .unknown("\(missing.type) accepts no sample value")
        } catch {
            return .unknown("\(error)")
        }
    }

    /// Reads the name from the encoded action: a raw value, or the only member of an object.
    static func of<Action: Codable>(_ action: Action) -> Self {
        if let raw = action as? any RawRepresentable<String> { return .found(raw.rawValue, parameters: []) }
        guard let encoded = try? JSON.encode(action),
            let object = try? JSON.decode(JSONValue.self, from: encoded).object,
            let member = object.members.first, object.members.count == 1, let parameters = member.value.object
        else { return .unknown("its action is not encoded as an object with the name of its case") }
        let names = parameters.members.map(\.name)
        return .found(member.name, parameters: names == ["_0"] ? ["value"] : names)
    }

    private struct NoSample: Error {
        let type: String
    }
}

/// The controls of a screen in display order: labels, inputs and rules for its actions.
///
/// Declare them as `controls` of the ``Screen``. A control has the label of an action, and a field for each parameter
/// that the user enters. The catalog lists them for clients, and the engine enforces the rules before a handler runs.
///
/// ```swift
/// static var controls: Controls<Self> {
///     Control(Action.saveButtonPressed, "Save", role: .primary) { name, age in
///         Field(name, "Name", .length(1...60), hint: "As in the passport")
///         Field(age, "Age", .range(0...120))
///     }
///     Control(.cancelButtonPressed, "Cancel", role: .cancel)
/// }
/// ```
public struct Controls<S: Screen>: Sendable {
    let declarations: [ControlDeclaration]

    init(_ declarations: [ControlDeclaration]) { self.declarations = declarations }
}

/// Builds a screen's `controls`.
///
/// It has one `buildExpression`, because the type of the screen is inferred from it. With a second one, the compiler
/// reports a misspelled case as "generic parameter 'S' could not be inferred".
@resultBuilder
public enum ControlsBuilder<S: Screen> {
    /// One control.
    public static func buildExpression(_ control: Control<S>) -> [Control<S>] { [control] }
    /// The controls of a block.
    public static func buildBlock(_ controls: [Control<S>]...) -> [Control<S>] { controls.flatMap(\.self) }
    /// The controls of a loop.
    public static func buildArray(_ controls: [[Control<S>]]) -> [Control<S>] { controls.flatMap(\.self) }
    /// The controls of an `if` without `else`.
    public static func buildOptional(_ controls: [Control<S>]?) -> [Control<S>] { controls ?? [] }
    /// The controls of an `if`.
    public static func buildEither(first controls: [Control<S>]) -> [Control<S>] { controls }
    /// The controls of an `else`.
    public static func buildEither(second controls: [Control<S>]) -> [Control<S>] { controls }
    /// All controls of the screen.
    public static func buildFinalResult(_ controls: [Control<S>]) -> Controls<S> {
        Controls(controls.map(\.declaration))
    }
}

/// The importance of a control, from which clients choose its appearance.
///
/// ```swift
/// Control(.deleteButtonPressed, "Delete", role: .destructive, confirm: "Delete this programme?")
/// ```
public enum ControlRole: String, Hashable, Sendable {
    /// The main action of the screen.
    case primary
    /// Any other action.
    case normal
    /// An action that deletes or cancels something.
    case destructive
    /// An action that leaves without a result.
    case cancel
}
