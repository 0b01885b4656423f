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
