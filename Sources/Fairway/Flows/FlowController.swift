/// One use case: the screens it shows and how it handles the user's actions on them.
///
/// A flow controller is a value, and its stored properties are its persisted state. A handler receives it `inout`. If
/// the handler throws, the modified value and everything it asked of the navigator are discarded, so a failed action
/// changes nothing.
///
/// ```swift
/// struct Tutorial: FlowController {
///     typealias Output = Bool
///
///     func start(_ nav: Navigator<Self>) { nav.show(Page1()) }
///
///     static var routes: Routes<Self> {
///         on(Page1.self) { flow, action, nav in
///             switch action {
///             case .nextButtonPressed: nav.show(Page2())
///             case .skipButtonPressed: nav.finish(false)
///             }
///         }
///     }
/// }
/// ```
public protocol FlowController: InputTaking, Versioned {
    /// The result that the flow returns to its parent. An initial flow never finishes and leaves this out.
    associatedtype Output: Codable & Sendable = Never
    /// The type of the title: `String` or ``Text``.
    associatedtype Title: ScreenTitle = Text

    /// Creates the flow that a client starts with an input. It may throw a ``Refusal``.
    ///
    /// Only flows with an ``InputTaking/Input`` have it. The app's own code uses any initialiser.
    init(_ input: Input) throws
    /// The rules for the input's members. Defaults to none.
    @RulesBuilder<Input> static var inputRules: Rules<Input> { get }

    /// The flow's name on the wire and in the store. Defaults to the type's qualified name without its module.
    static var name: String { get }
    /// The title that clients show, in the session's language. Defaults to none: clients then read one from the name.
    ///
    /// ```swift
    /// static let title = "Book a ferry"
    /// ```
    static var title: Title { get }
    /// A one-sentence description for the catalog. It is translated if a string catalog has it as a key.
    static var about: String { get }

    /// Runs when the flow starts. It must show a screen, start another flow or finish.
    @concurrent mutating func start(_ nav: Navigator<Self>) async throws

    /// The handlers for actions, results and events.
    ///
    /// Routes belong to the type and capture nothing, so that a result still finds its handler after a restart, on
    /// another server or in a newer build.
    @RoutesBuilder<Self> static var routes: Routes<Self> { get }
}

extension FlowController {
    /// The type's qualified name without its module.
    public static var name: String { TypeName.of(Self.self) }
    /// An empty description.
    public static var about: String { "" }
    /// No rules.
    public static var inputRules: Rules<Input> { Rules([]) }
    /// No routes. The flow's screens take no actions.
    public static var routes: Routes<Self> { Routes([]) }
}

extension FlowController where Title == Text {
    /// No title.
    public static var title: Text { "" }
}

extension FlowController where Input == Never {
    /// Never called: the flow takes no input.
    public init(_ input: Never) throws { switch input {} }
}

/// Declares the input that clients may pass when they start a flow. Without a declaration, they cannot pass any.
///
/// A client that passes none passes `{}`: make members optional if clients can omit them.
///
/// ```swift
/// struct PickImage: FlowController {
///     struct Input: Codable { var title: String }
///     var title: String
///     init(_ input: Input) throws {
///         guard input.title != "?" else { throw Refusal("title", .invalid, "Give a title.") }
///         title = input.title
///     }
///     static var inputRules: Rules<Input> { Rule(\.title, .length(1...60)) }
/// }
/// ```
///
/// Separate from ``FlowController``. There, the compiler would infer the type from any initialiser with one unlabelled
/// parameter, and clients could pass what only the app should.
public protocol InputTaking {
    /// The type of the input.
    associatedtype Input: Codable = Never
}

/// The output of a flow that finishes without a result.
public struct Done: Codable, Hashable, Sendable {
    /// Creates the only value.
    public init() {}
}

/// An event inside the app: raised to the flows above, or scheduled for later.
///
/// ```swift
/// struct LoggedOut: Event {}
/// nav.raise(LoggedOut())
/// ```
public protocol Event: Versioned {
    /// The name under which a scheduled event is stored. Defaults to the type's qualified name without its module.
    static var name: String { get }
}

extension Event {
    /// The type's qualified name without its module.
    public static var name: String { TypeName.of(Self.self) }
}

/// An external event that another system sends to a session, for example with a webhook.
///
/// ```swift
/// struct Paid: Signal { var reference: String }
/// on(signal: Paid.self) { flow, signal, nav in nav.finish(signal.reference) }
/// ```
public protocol Signal: Codable, Sendable {
    /// The signal's name in the call. Defaults to the type's qualified name without its module.
    static var name: String { get }
}

extension Signal {
    /// The type's qualified name without its module.
    public static var name: String { TypeName.of(Self.self) }
}
