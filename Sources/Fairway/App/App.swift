// Re-exported, because a file with flows should need no other import for `JSONValue`, `FieldError` and `Device`.
@_exported public import FairwayWire

/// An app: its initial flow, and the other flows, links, services and performers it declares.
///
/// ```swift
/// App(initial: Main()) {
///     Flow(Tutorial())
///     Flow(PadShop(), as: Shop.self, for: .pad)
///     Link("/planets/:planet") { link, nav in try nav.chain { Planets(); Detail(planet: try link["planet"]) } }
///     Service(PlanetStore.self, scope: .app) { _ in PlanetStore() }
/// }
/// ```
public struct App: Sendable {
    let initial: Flow
    let parts: [any AppPart]

    /// Declares an app. The initial flow never finishes, so it has no `Output`.
    public init<Initial: FlowController>(
        initial: Initial,
        @AppBuilder _ parts: () -> AppParts = { AppBuilder.buildBlock() }
    ) where Initial.Output == Never {
        self.initial = Flow(initial)
        self.parts = parts().all
    }
}

extension App {
    /// Creates an app from an array of parts.
    package init<Initial: FlowController>(initial: Initial, parts: [any AppPart]) {
        self.init(initial: Flow(initial), parts: parts)
    }

    private init(initial: Flow, parts: [any AppPart]) {
        self.initial = initial
        self.parts = parts
    }

    /// Returns this app with some services replaced by type, and with additional parts. Used by tests.
    package func overriding(_ services: [Service], adding others: [any AppPart] = []) -> App {
        let replaced = Set(services.map(\.key))
        let kept = parts.filter { part in !((part as? Service).map { replaced.contains($0.key) } ?? false) }
        return App(initial: initial, parts: kept + services + others)
    }
}

/// A part of an ``App``: a ``Flow``, ``Link``, ``Service`` or ``Performer``, or several of them as ``AppParts``.
public protocol AppPart: Sendable {}

/// Parts that belong together, such as those of a feature.
///
/// ```swift
/// enum FerryFeature {
///     @AppBuilder static var parts: AppParts {
///         Flow(BookFerry())
///         Service(Timetable.self) { _ in Timetable() }
///     }
/// }
///
/// App(initial: Home()) { FerryFeature.parts }
/// ```
public struct AppParts: AppPart {
    package let all: [any AppPart]

    package init(_ all: [any AppPart]) { self.all = all }
}

/// Builds the parts of an app or of a feature. `if`, `switch` and `for` are allowed.
///
/// ```swift
/// App(initial: Home()) {
///     FerryFeature.parts
///     if hasLab { Flow(Lab()) }
/// }
/// ```
@resultBuilder
public enum AppBuilder {
    /// A single part, or the parts of a feature whose type is not known: `any AppPart`.
    public static func buildExpression(_ part: some AppPart) -> AppParts {
        part as? AppParts ?? AppParts([part])
    }
    /// The parts of a feature.
    public static func buildExpression(_ parts: AppParts) -> AppParts { parts }
    /// Collects the parts of a block.
    public static func buildBlock(_ parts: AppParts...) -> AppParts { AppParts(parts.flatMap(\.all)) }
    /// The parts of an `if` without `else`.
    public static func buildOptional(_ parts: AppParts?) -> AppParts { parts ?? AppParts([]) }
    /// The parts of the first branch.
    public static func buildEither(first parts: AppParts) -> AppParts { parts }
    /// The parts of the second branch.
    public static func buildEither(second parts: AppParts) -> AppParts { parts }
    /// Collects the parts of a loop.
    public static func buildArray(_ parts: [AppParts]) -> AppParts { AppParts(parts.flatMap(\.all)) }
}

/// Declares a flow that can be started.
///
/// ```swift
/// Flow(Shop(currency: "EUR"))
/// Flow(PadShop(), as: Shop.self, for: .pad)
/// ```
public struct Flow: AppPart {
    let make: @Sendable () throws -> FlowType

    /// Declares a flow for every device.
    ///
    /// The prototype's stored properties are the defaults for properties that are missing in the input of a start
    /// request or in state that an older build stored. A new property therefore needs no migration.
    public init<F: FlowController>(_ prototype: F) {
        make = { try FlowType(prototype, as: F.self, for: nil) }
    }

    /// Declares a variant: on one kind of device, `prototype` replaces the flow `role`. Both have the same `Output`.
    public init<F: FlowController, Role: FlowController>(
        _ prototype: F,
        as role: Role.Type,
        for idiom: Device.Idiom
    ) where F.Output == Role.Output {
        make = { try FlowType(prototype, as: role, for: idiom) }
    }
}

/// The entry point of an app's executable. `FairwayServer` adds `main()` and the commands.
///
/// ```swift
/// @main struct Shop: FairwayApp {
///     static var app: App { App(initial: Main()) { Flow(Checkout()) } }
/// }
/// ```
public protocol FairwayApp {
    /// The app that this executable serves.
    static var app: App { get }
}
