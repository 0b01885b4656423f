public import FairwayWire

/// A deep link: a URL pattern and the flows and screens that it opens.
///
/// A component `:name` of the pattern matches one path component. The link's chain is built on top of the initial
/// flow's first screen, in one change.
public struct Link: AppPart {
    let pattern: LinkPattern
    let open: @Sendable @concurrent (OpenedLink, LinkNavigator) async throws -> Void

    /// Declares a deep link. The closure may await services, for example to look up what the link names.
    ///
    /// ```swift
    /// Link("/planets/:planet") { link, nav in try nav.chain { Planets(); Detail(planet: try link["planet"]) } }
    /// ```
    public init(
        _ pattern: String,
        _ open: @escaping @Sendable @concurrent (OpenedLink, LinkNavigator) async throws -> Void
    ) {
        self.pattern = LinkPattern(pattern)
        self.open = open
    }
}

/// Passed to a link's closure, which either builds a chain or reports that the target does not exist.
public final class LinkNavigator {
    private(set) var links: [ChainLink] = []
    /// The app's services.
    public let dependencies: HandlerDependencies
    /// The client's device.
    public let device: Device
    private let language: Language

    init(dependencies: HandlerDependencies, device: Device, language: Language) {
        self.dependencies = dependencies
        self.device = device
        self.language = language
    }

    /// Adds flows and screens to open, outermost first. Each is shown or started by the flow before it.
    ///
    /// ```swift
    /// nav.chain { Planets(); ChainLink.screen(Detail(planet: "Mars"), as: .modal) }
    /// ```
    public func chain(@ChainBuilder _ chain: () throws -> [ChainLink]) rethrows {
        links += try chain()
    }

    /// Rejects the link with `no-such-link`.
    ///
    /// ```swift
    /// guard let planet = catalog.planet(named: name) else { try nav.notFound("There is no planet \(name).") }
    /// ```
    public func notFound(_ reason: Text) throws -> Never {
        throw Problem(.noSuchLink, language.string(reason))
    }
}

/// A deep link that matched a pattern, with the values of the pattern's parameters.
public struct OpenedLink: Hashable, Sendable {
    /// The link as the client sent it.
    public let path: String
    let parameters: [String: String]
    let query: [String: String]

    /// The value of the path parameter `:name` or of the query item `name`. Throws `no-such-link` if both are missing.
    ///
    /// ```swift
    /// let planet = try link["planet"]
    /// ```
    public subscript(name: String) -> String {
        get throws {
            guard let value = parameters[name] ?? query[name] else {
                throw Problem(.noSuchLink, "The link \(path) has no \(name).")
            }
            return value
        }
    }

    /// The value of the path parameter or query item, or nil.
    public func optional(_ name: String) -> String? { parameters[name] ?? query[name] }
}

/// A flow or a screen in a link's chain, with its style.
public struct ChainLink: Sendable {
    let content: Content
    let style: Style

    enum Content: Sendable {
        case flow(any FlowController, call: StartCall?)
        case screen(any Screen)
        case derived(any Screen.Type, ScreenParameter?)
    }

    /// A flow, started by the flow before it in the chain.
    ///
    /// - Parameters:
    ///   - flow: the flow.
    ///   - style: how it is presented.
    ///   - ignoringResult: whether its output is dropped. Otherwise the link fails if the flow before it has no route
    ///     `on(finishOf:)` for a flow with an output other than ``Done``.
    public static func flow(
        _ flow: some FlowController,
        as style: Style = .automatic,
        ignoringResult: Bool = false
    ) -> ChainLink {
        ChainLink(content: .flow(flow, call: ignoringResult ? nil : .link), style: style)
    }

    /// A screen with state of its own, shown by the flow before it in the chain.
    public static func screen(_ screen: some Screen, as style: Style = .automatic) -> ChainLink {
        ChainLink(content: .screen(screen), style: style)
    }

    /// A derived screen, shown by the flow before it in the chain.
    public static func screen<S: Screen>(_ screen: S.Type, as style: Style = .automatic) -> ChainLink {
        ChainLink(content: .derived(screen, nil), style: style)
    }

    /// A derived screen with a parameter, shown by the flow before it in the chain.
    ///
    /// ```swift
    /// try nav.chain { Programs(); ChainLink.screen(Detail.self, for: try id(link["program"])) }
    /// ```
    public static func screen<S: Screen, Parameter: Codable & Hashable & Sendable>(
        _ screen: S.Type,
        for parameter: Parameter,
        as style: Style = .automatic
    ) -> ChainLink {
        ChainLink(content: .derived(screen, ScreenParameter(parameter)), style: style)
    }
}

/// Builds the chain of a link.
@resultBuilder
public enum ChainBuilder {
    /// A flow with the automatic style.
    public static func buildExpression(_ flow: some FlowController) -> ChainLink { .flow(flow) }
    /// A screen with the automatic style.
    public static func buildExpression(_ screen: some Screen) -> ChainLink { .screen(screen) }
    /// A derived screen with the automatic style.
    public static func buildExpression<S: Screen>(_ screen: S.Type) -> ChainLink { .screen(screen) }
    /// A flow or a screen with its own style.
    public static func buildExpression(_ link: ChainLink) -> ChainLink { link }
    /// Collects the elements of a block.
    public static func buildBlock(_ links: ChainLink...) -> [ChainLink] { links }
}
