public import FairwayWire

/// What a user sees at one moment of a flow.
///
/// Its stored properties are kept with the session. A screen knows no other screen, no presentation and no singleton;
/// its actions say what the user did, never what should happen next.
///
/// ```swift
/// struct Page1: Screen {
///     var title = "Welcome"
///     enum Action: Codable { case nextButtonPressed, skipButtonPressed }
///     static let examples = [Page1()]
/// }
/// ```
public protocol Screen: Codable, Sendable {
    /// What the user can do on it; a screen that takes no actions leaves this out.
    associatedtype Action: Codable = Never
    /// What a client draws; by default the screen itself.
    associatedtype ViewModel: Codable & Sendable = Self

    /// The name clients know it by; by default the type's dotted name without its module, `Tutorial.Page1`.
    static var name: String { get }
    /// Counted up when a client that renders the old shape could not render the new one.
    static var version: Int { get }
    /// The names of its actions, where they cannot be read from the action's type.
    static var actions: [String]? { get }
    /// A sentence for the catalog.
    static var about: String { get }
    /// Values for the catalog, the gallery and snapshot tests.
    static var examples: [Self] { get }

    /// What is derived rather than stored: data from a service, text in the user's locale.
    ///
    /// Computed inside every change that leaves the screen visible, and kept with it. One that throws fails the change.
    @concurrent func viewModel(in context: ScreenContext) async throws -> ViewModel

    /// Reads what an older build stored under another ``version``.
    static func migrate(_ stored: JSONValue, from version: Int) throws -> Self
}

extension Screen {
    /// The type's dotted name without its module.
    public static var name: String { TypeName.of(Self.self) }
    /// The first version.
    public static var version: Int { 1 }
    /// Read from the action's type.
    public static var actions: [String]? { nil }
    /// Nothing to say.
    public static var about: String { "" }
    /// None.
    public static var examples: [Self] { [] }

    /// An older shape is read as it is; what is missing or different has to be written by hand.
    public static func migrate(_ stored: JSONValue, from version: Int) throws -> Self {
        try JSON.decode(Self.self, from: JSON.encode(stored))
    }
}

extension Screen where ViewModel == Self {
    /// The screen shows its own stored properties.
    public func viewModel(in context: ScreenContext) -> Self { self }
}
