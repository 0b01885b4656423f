public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The only way to change navigation: it records what a handler asks for, and the engine does it, in order, when the
/// handler has returned.
///
/// A navigator belongs to one handler and cannot be kept: it is not `Sendable`, so that letting it escape into a task
/// does not compile.
public final class Navigator<F> {
    let transaction: Transaction
    let node: NodeID

    init(_ transaction: Transaction, _ node: NodeID) {
        self.transaction = transaction
        self.node = node
    }
}

@available(*, unavailable, message: "a navigator belongs to the handler it was given to")
extension Navigator: Sendable {}

/// What a handler may read.
extension Navigator {
    /// The session's id.
    public var session: String { transaction.context.session }
    /// What the client said of itself.
    public var device: Device { transaction.context.device }
    /// The user's language; `en` when the client did not say.
    public var locale: String { device.locale ?? "en" }
    /// The moment of this change, the same throughout it.
    public var now: Date { transaction.context.now }
    /// The app's services.
    public var dependencies: Dependencies { transaction.context.dependencies }
    /// Stable across re-runs of this change and repeats of its idempotency key, for services to deduplicate on.
    public var changeID: String { transaction.context.changeID.text }
    /// The flow's own id in its session, stable across restarts.
    public var id: String { node.description }
    /// In `on(finishOf:)` and `on(dismissOf:)`, which of the flows that this one started it is about.
    public var child: Child? { transaction.child }
    /// What the user had typed on the screen the action came from.
    public var draft: JSONValue? { transaction.draft }

    /// Whether this client can render a screen.
    public func supports<S: Screen>(_ screen: S.Type) -> Bool {
        device.renders(screen: S.name, version: S.version)
    }

    /// Whether a back gesture on the screen in front would be allowed now.
    public var canGoBack: Bool {
        transaction.tree.front.map { transaction.tree.goesBack(from: $0.screen) } ?? false
    }
}
