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
    public init(_ action: S.Action, _ label: Text, role: ControlRole = .normal, confirm: Text? = nil) {
        declaration = ControlDeclaration(.of(action), label, role, confirm, [])
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
    ///   - fields: Declares the fields. It gets a stand-in for each parameter, in declaration order.
    public init<each P: Codable>(
        _ action: (repeat each P) -> S.Action,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
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
        declaration = ControlDeclaration(name, label, role, confirm, declared.map { $0.declaration })
    }

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
    ///   - row: The list, and the value of its row that is the parameter.
    public init<P: Codable>(
        _ action: (P) -> S.Action,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
        on row: RowValue<S, P>
    ) {
        let field = Field(Parameter<S, P>(index: 0), on: row)
        declaration = ControlDeclaration(.of(action), label, role, confirm, [field.declaration])
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
    ///   - fields: Declares the fields.
    public init(
        named action: String,
        _ label: Text,
        role: ControlRole = .normal,
        confirm: Text? = nil,
        @FieldsBuilder<S> _ fields: () -> [Field<S>] = { [] }
    ) {
        let declared = fields()
        declaration = ControlDeclaration(.given(action), label, role, confirm, declared.map(\.declaration))
    }
}
