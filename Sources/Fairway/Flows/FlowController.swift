public import FairwayWire

/// One use case: which screens it shows, and what the user's actions on them mean.
///
/// A flow controller is a value. Its stored properties are its state, and nothing else of it is kept. Handlers get it
/// `inout`: when one throws, the value and every navigation it asked for are dropped, so that a failed action changes
/// nothing.
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
public protocol FlowController: Codable, Sendable {
    /// What it hands to the flow that started it; an initial flow, which never finishes, leaves this out.
    associatedtype Output: Codable & Sendable = Never

    /// The name clients and the store know it by; by default the type's dotted name without its module.
    static var name: String { get }
    /// Counted up when ``migrate(_:from:)`` has to read what older builds stored.
    static var version: Int { get }
    /// A sentence for the catalog.
    static var about: String { get }

    /// Shows the flow's first screen, starts another flow in its place, or finishes at once.
    @concurrent mutating func start(_ nav: Navigator<Self>) async throws

    /// What actions, results and events mean. Routes belong to the type and capture nothing, so that a result finds
    /// its way after a restart, on another machine, in next week's build.
    @RoutesBuilder<Self> static var routes: Routes<Self> { get }

    /// Reads what an older build stored under another ``version``.
    static func migrate(_ stored: JSONValue, from version: Int) throws -> Self
}

extension FlowController {
    /// The type's dotted name without its module.
    public static var name: String { TypeName.of(Self.self) }
    /// The first version.
    public static var version: Int { 1 }
    /// Nothing to say.
    public static var about: String { "" }
    /// No routes: every screen of it takes no actions.
    public static var routes: Routes<Self> { Routes([]) }

    /// An older shape is read as it is; what is missing or different has to be written by hand.
    public static func migrate(_ stored: JSONValue, from version: Int) throws -> Self {
        try JSON.decode(Self.self, from: JSON.encode(stored))
    }
}
