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
        transaction.tree.responder(from: node, to: RouteKey(.event, event)) != nil
    }

    /// Calls the nearest flow above this one that conforms to a protocol.
    ///
    /// The call is made at once, on the flow's current state. If it throws, it has no effect, and the error is thrown on.
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
