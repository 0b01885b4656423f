public import FairwayWire
public import Foundation

/// Records navigation requests. The engine performs them in order when the handler has returned.
///
/// A navigator is valid only inside the handler that receives it. It is not `Sendable`, so passing it to another task
/// does not compile.
///
/// ```swift
/// on(Page1.self) { flow, action, nav in
///     flow.visits += 1
///     nav.show(Page2(language: nav.locale))
/// }
/// ```
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

extension Navigator {
    /// The session's id.
    public var session: String { transaction.context.session }
    /// The client's device.
    public var device: Device { transaction.context.device }
    /// The user's language. The app's own if the client did not send one.
    public var locale: String { device.locale ?? transaction.language.tag }
    /// Whether the session is a sandbox: an operator's copy of a session.
    ///
    /// The server performs no jobs of a sandbox, and refuses the services that do not allow it. A handler can do without
    /// such a service:
    ///
    /// ```swift
    /// if !nav.isSandbox { try await nav.dependencies[Mailer.self].send(receipt) }
    /// ```
    public var isSandbox: Bool { transaction.context.isSandbox }
    /// The time of this change. It stays the same during the change.
    public var now: Date { transaction.context.now }
    /// Writes the app's own lines to the server's log, with the session, the flow, the user and the request.
    ///
    /// ```swift
    /// nav.log.info("charged", ["amount": amount])
    /// ```
    public var log: AppLog { transaction.log(of: node) }
    /// The app's services.
    public var dependencies: HandlerDependencies { transaction.context.handlerDependencies }
    /// A deduplication key for external services. It stays the same if this change runs again or if its request is
    /// repeated with the same idempotency key.
    ///
    /// A change has one. For the ids of things that a change may make several of, call ``makeID()``.
    public var changeID: String { transaction.context.changeID.text }
    /// An id that no other call returns. Like ``changeID``, it is the same if this change runs again.
    ///
    /// ```swift
    /// flow.passengers.append(Passenger(id: nav.makeID(), name: name))
    /// ```
    public func makeID() -> String { transaction.makeID() }
    /// The flow's id in its session. It survives restarts.
    public var id: String { node.description }
    /// The child flow that `on(finishOf:)` or `on(dismissOf:)` is about.
    public var child: Child? { transaction.editor.child }
    /// The user's unsaved input on the action's screen.
    public var draft: JSONValue? { transaction.draft }

    /// Whether this client can render the screen.
    public func supports<S: Screen>(_ screen: S.Type) -> Bool {
        device.renders(screen: S.name, version: S.version)
    }

    /// Whether a back gesture on the screen in front is allowed now.
    public var canGoBack: Bool {
        transaction.editor.tree.front.map { transaction.editor.tree.goesBack(from: $0.screen) } ?? false
    }
}

/// A flow that another flow started.
public struct Child: Hashable, Sendable {
    /// The flow's id in its session.
    public let id: String
    let slot: FlowSlot?

    /// The slot in which the flow was started. Nil if there is none, or if it is not of this type.
    ///
    /// A route with `slot:` receives the slot itself. This is for the route without.
    ///
    /// ```swift
    /// let cover = nav.child?.slot(as: String.self) == "cover"
    /// ```
    public func slot<Slot: Decodable>(as type: Slot.Type) -> Slot? { slot.flatMap { try? $0.decode(type) } }
}

extension Navigator {
    /// Sends a one-off instruction to the client. Does nothing in a sandbox.
    ///
    /// ```swift
    /// nav.perform(OpenURL("https://example.org"))
    /// ```
    public func perform(_ effect: some Effect) {
        transaction.perform(effect)
    }

    /// Delivers an event to this flow later, even if the server is down when it is due.
    ///
    /// The event is discarded when the flow ends. A flow also ends when its session expires, by default after 30 days
    /// without activity.
    ///
    /// ```swift
    /// nav.schedule(TimeIsUp(), after: .seconds(600), id: "time")
    /// ```
    ///
    /// - Parameters:
    ///   - event: the event that the flow's `on(event:)` receives.
    ///   - delay: the delay from the time of this change.
    ///   - id: scheduling again with the same id replaces the earlier event.
    public func schedule<E: Event>(_ event: E, after delay: Duration, id: String? = nil) {
        transaction.schedule(event, after: delay, id: id, for: node)
    }

    /// Cancels an event or a job of this flow.
    ///
    /// ```swift
    /// nav.cancel(id: "time")
    /// ```
    public func cancel(id: String) {
        transaction.outbox.cancel(id, of: node)
    }

    /// Runs a job in the background after this change is committed. The flow's `on(completion:)` receives its output,
    /// and `on(failure:)` its failure.
    ///
    /// ```swift
    /// nav.run(Charge(card: card))
    /// ```
    ///
    /// - Returns: the job's ``JobAttempt/id``. It is the same for every attempt, so external systems can deduplicate on
    ///   it.
    @discardableResult
    public func run<J: Job>(_ job: J, id: String? = nil) -> String {
        transaction.run(job, id: id, for: node)
    }
}

extension Navigator {
    /// Raises an event. It is handled by the first flow with a route `on(event:)`, starting at this flow and going up
    /// to the root.
    ///
    /// ```swift
    /// nav.raise(LoggedOut())
    /// ```
    public func raise<E: Event>(_ event: E) {
        transaction.enqueue(.raise(event), by: node)
    }

    /// Whether this flow or a flow above it handles the event. If none does, ``raise(_:)`` makes the change fail.
    ///
    /// ```swift
    /// if nav.canRaise(LoggedOut.self) { nav.raise(LoggedOut()) }
    /// ```
    public func canRaise<E: Event>(_ event: E.Type) -> Bool {
        transaction.editor.tree.responder(from: node, to: RouteKey(.event, event)) != nil
    }

    /// Calls the nearest flow above this one that conforms to a protocol.
    ///
    /// The call is made immediately, on the flow's current state. If it throws, it has no effect, and the error is
    /// thrown on.
    ///
    /// ```swift
    /// protocol HelpOpening { mutating func openHelp(_ nav: Navigator<any HelpOpening>) }
    ///
    /// if nav.find((any HelpOpening).self, { $0.openHelp($1) }) == false { nav.show(HelpPage()) }
    /// ```
    ///
    /// - Parameters:
    ///   - capability: the protocol.
    ///   - call: receives the flow and a navigator for it.
    /// - Returns: whether a flow above conforms.
    public func find<Capability>(
        _ capability: Capability.Type,
        _ call: (inout Capability, Navigator<Capability>) throws -> Void
    ) rethrows -> Bool {
        try transaction.call(capability, above: node, call)
    }
}
