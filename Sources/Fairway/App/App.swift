// An author of flows needs one import: `JSONValue`, `FieldError`, `Device` and their like come with it.
@_exported public import FairwayWire

/// An app: its initial flow, and everything else that can be started, linked to, provided and performed.
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

    /// An app with its initial flow and its parts.
    public init<Initial: FlowController>(
        initial: Initial,
        @AppBuilder _ parts: () -> [any AppPart] = { [] }
    ) where Initial.Output == Never {
        self.initial = Flow(initial)
        self.parts = parts()
    }
}

extension App {
    /// An app of parts that were put together elsewhere.
    package init<Initial: FlowController>(initial: Initial, parts: [any AppPart]) {
        self.init(initial: Flow(initial), parts: parts)
    }

    private init(initial: Flow, parts: [any AppPart]) {
        self.initial = initial
        self.parts = parts
    }

    /// The same app with other services in the place of its own of the same types, and with what else is given.
    package func overriding(_ services: [Service], adding others: [any AppPart] = []) -> App {
        let replaced = Set(services.map(\.key))
        let kept = parts.filter { part in !((part as? Service).map { replaced.contains($0.key) } ?? false) }
        return App(initial: initial, parts: kept + services + others)
    }
}
