// Re-exported, because a file with flows should need no other import for `JSONValue`, `FieldError` and `Device`.
@_exported public import FairwayWire

/// An app: its initial flow, and the other flows, links, services and performers it declares.
///
/// ```swift
/// App("Planets", initial: Main()) {
///     Flow(Tutorial())
///     Flow(PadShop(), as: Shop.self, for: .pad)
///     Link("/planets/:planet") { link, nav in try nav.chain { Planets(); Detail(planet: try link["planet"]) } }
///     Service(PlanetStore.self, scope: .app) { _ in PlanetStore() }
/// }
/// ```
public struct App: Sendable {
    /// The app's name, which pages of the server show. Nil: the name of the type that is marked `@main`.
    package private(set) var name: String?
    let initial: Flow
    let parts: [any AppPart]

    /// Declares an app. The initial flow never finishes, so it has no `Output`.
    ///
    /// - Parameters:
    ///   - name: The title of the web client, by default the name of the type that is marked `@main`.
    ///   - initial: The flow with which a session starts by default.
    ///   - start: Who may start a session with it. Not `.appOnly`.
    ///   - retention: How long its sessions are kept after their end; see ``Flow/init(_:start:retention:)``.
    ///   - parts: The other flows, links, services, performers, endpoints and files.
    public init<Initial: FlowController>(
        _ name: String? = nil,
        initial: Initial,
        start: StartPolicy = .anyone,
        retention: Duration? = nil,
        @AppBuilder _ parts: () -> AppParts = { AppBuilder.buildBlock() }
    ) where Initial.Output == Never {
        self.init(name: name, initial: Flow(initial, start: start, retention: retention), parts: parts().all)
    }
}

extension App {
    /// Creates an app from an array of parts.
    package init<Initial: FlowController>(initial: Initial, parts: [any AppPart]) {
        self.init(name: nil, initial: Flow(initial), parts: parts)
    }

    private init(name: String?, initial: Flow, parts: [any AppPart]) {
        self.name = name
        self.initial = initial
        self.parts = parts
    }

    /// The files that the app adds to those of the server.
    package var files: [PublicFile] { parts.compactMap { $0 as? PublicFile } }

    /// The names of the flows, sorted; empty if a flow's declaration has a mistake.
    package var flowNames: [String] {
        let flows = [initial] + parts.compactMap { $0 as? Flow }
        return Set(flows.compactMap { try? $0.make().name }).sorted()
    }

    /// Returns this app with a name, if it has none.
    package func named(_ name: String) -> App {
        var app = self
        app.name = self.name ?? name
        return app
    }

    /// Returns this app with some services replaced by type, and with additional parts. Used by tests.
    package func overriding(_ services: [Service], adding others: [any AppPart] = []) -> App {
        let replaced = Set(services.map(\.key))
        let kept = parts.filter { part in !((part as? Service).map { replaced.contains($0.key) } ?? false) }
        return App(name: name, initial: initial, parts: kept + services + others)
    }
}

/// A part of an ``App``: a ``Flow``, ``SignalStart``, ``Link``, ``Service``, ``Performer``, ``StringCatalog``, ``PublicFile``,
/// ``Files``, ``BuiltInPages``, ``Endpoint``, ``Webhook``, ``OnStart`` or ``OnStop``, or several of them as ``AppParts``.
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
/// Flow(Transfer(), start: .signedIn, retention: .days(7))
/// Flow(PadShop(), as: Shop.self, for: .pad)
/// ```
public struct Flow: AppPart {
    let make: @Sendable () throws -> FlowType

    /// Declares a flow for every device.
    ///
    /// The prototype's stored properties are the defaults for properties that are missing in state that an older build
    /// stored. A new property therefore needs no migration. A client starts the prototype, unless the flow declares an
    /// ``InputTaking/Input``.
    ///
    /// - Parameters:
    ///   - prototype: The flow with its default properties.
    ///   - start: Who may start it from outside: by its name or with a link. The app's own code always may.
    ///   - retention: How long sessions with this root flow are kept after their end, with their journals. By default,
    ///     as long as other sessions: `--retain-over`.
    public init<F: FlowController>(_ prototype: F, start: StartPolicy = .anyone, retention: Duration? = nil) {
        make = { try FlowType(prototype, as: F.self, for: nil, start: start, retention: retention) }
    }

    /// Declares a variant: on one kind of device, `prototype` replaces the flow `role`. Both have the same `Input` and
    /// `Output`, and the start policy and the retention of `role`.
    public init<F: FlowController, Role: FlowController>(
        _ prototype: F,
        as role: Role.Type,
        for idiom: Device.Idiom
    ) where F.Output == Role.Output, F.Input == Role.Input {
        make = { try FlowType(prototype, as: role, for: idiom) }
    }
}

extension Duration {
    /// A number of days of 24 hours.
    ///
    /// ```swift
    /// Flow(Kyc(), retention: .days(7))
    /// ```
    public static func days(_ days: Int) -> Duration { .seconds(days * 86_400) }
}

/// A file that the server sends to browsers, such as a page of the app.
///
/// It replaces the built-in file with the same path. `index.html` replaces the web client at `/`; the client is also at
/// `/app`.
///
/// ```swift
/// App("Ada's shop", initial: Home()) {
///     PublicFile("index.html", "<!doctype html><title>Ada's shop</title><a href=/app>Shop</a>")
///     PublicFile("logo.png", bytes: PackageResources.logo_png)
/// }
/// ```
///
/// The server's content security policy applies: scripts and styles are files of their own.
public struct PublicFile: AppPart {
    /// The path below the server's root, without a slash at its beginning.
    package let path: String
    package let bytes: [UInt8]

    /// Declares a text file.
    public init(_ path: String, _ text: String) { self.init(path, bytes: Array(text.utf8)) }

    /// Declares a file.
    public init(_ path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
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
