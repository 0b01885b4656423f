public import FairwayWire
public import Foundation

/// A screen of a flow.
///
/// Its stored properties are persisted with the session. A screen refers to no other screen, and does not
/// decide how it is presented. Its actions describe user input, and the flow decides what happens next.
///
/// ```swift
/// struct Page1: Screen {
///     static let title = "Welcome"
///     var text = "Planets, and how to leave them."
///     enum Action: Codable { case nextButtonPressed, skipButtonPressed }
///     static let examples = [Page1()]
/// }
/// ```
public protocol Screen: Versioned {
    /// The user's actions on the screen. A screen without actions leaves this out.
    associatedtype Action: Codable = Never
    /// The value that clients render. Defaults to the screen itself.
    associatedtype ViewModel: Codable & Sendable = Self
    /// The type of the title: `String` or ``Text``.
    associatedtype Title: ScreenTitle = Text

    /// The screen's name on the wire. Defaults to the type's qualified name without its module, as in `Tutorial.Page1`.
    static var name: String { get }
    /// The screen's version. Increase it when clients that render the old shape cannot render the new one.
    static var version: Int { get }
    /// The names of the actions. Implement this only if they cannot be read from the action's type.
    static var actions: [String]? { get }
    /// The title that clients show, in the session's language. Defaults to none.
    ///
    /// ```swift
    /// static let title = "Passenger"
    /// ```
    static var title: Title { get }
    /// The labels, inputs and rules of the actions, in display order. Defaults to none.
    ///
    /// The engine enforces the rules before a handler runs. Without controls, clients derive forms from the types of
    /// the actions' parameters, and handlers validate them.
    ///
    /// ```swift
    /// static var controls: Controls<Self> {
    ///     Control(Action.saveButtonPressed, "Save", role: .primary) { name in Field(name, "Name", .length(1...60)) }
    ///     Control(.cancelButtonPressed, "Cancel", role: .cancel)
    /// }
    /// ```
    @ControlsBuilder<Self> static var controls: Controls<Self> { get }
    /// A one-sentence description for the catalog. It is translated if a string catalog has it as a key.
    static var about: String { get }
    /// Sample values for the catalog, the gallery and snapshot tests.
    static var examples: [Self] { get }

    /// Computes the view model from services, the user's locale and the stored properties.
    ///
    /// It runs in every change after which the screen is visible, and its result is stored. If it throws, the change
    /// fails.
    ///
    /// ```swift
    /// func viewModel(in context: ScreenContext) async throws -> ViewModel {
    ///     ViewModel(amount: try await context.dependencies[Bank.self].balance(of: context.session))
    /// }
    /// ```
    @concurrent func viewModel(in context: ScreenContext) async throws -> ViewModel
}

extension Screen {
    /// The type's qualified name without its module.
    public static var name: String { TypeName.of(Self.self) }
    /// Nil: the names are read from the action's type.
    public static var actions: [String]? { nil }
    /// No controls.
    public static var controls: Controls<Self> { Controls([]) }
    /// An empty description.
    public static var about: String { "" }
    /// No examples.
    public static var examples: [Self] { [] }
}

extension Screen where Title == Text {
    /// No title.
    public static var title: Text { "" }
}

/// The title of a screen or a flow: a string literal, or a ``Text``.
///
/// `title` has a type of its own because `static let title = "Passenger"` is a `String`. If ``Screen`` required a
/// ``Text``, the compiler would ignore that property and use the default.
public protocol ScreenTitle: Sendable {
    /// The title as a text.
    var text: Text { get }
}

extension String: ScreenTitle {
    /// The string as the key of a text.
    public var text: Text { Text(stringLiteral: self) }
}

extension Text: ScreenTitle {
    /// The text itself.
    public var text: Text { self }
}

extension Screen where ViewModel == Self {
    /// Returns the screen itself.
    public func viewModel(in context: ScreenContext) -> Self { self }
}

/// The input of a view model besides the screen itself.
///
/// ```swift
/// func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(isGerman: context.locale.hasPrefix("de")) }
/// ```
public struct ScreenContext: Sendable {
    /// The session's id.
    public let session: String
    /// The user that the session belongs to. Nil in an anonymous session.
    public let user: User?
    /// The client's device.
    public let device: Device
    /// Whether the session is a sandbox: an operator's copy of a session.
    public let isSandbox: Bool
    /// The time of the change.
    public let now: Date
    /// The app's services.
    public let dependencies: Dependencies
    /// The position of an ordered flow with this screen in front.
    public let progress: Progress?
    let language: Language

    /// The user's language. The app's own if the client did not send one.
    public var locale: String { device.locale ?? language.tag }

    /// A text in the session's language.
    ///
    /// ```swift
    /// ViewModel(greeting: context.text("Welcome, \(name)"))
    /// ```
    public func text(_ text: Text) -> String { language.string(text) }
}
