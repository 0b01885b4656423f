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
    /// Throws ``NoResponder`` if there is none.
    ///
    /// ```swift
    /// protocol MainAreaOpening { mutating func openMainArea(_ nav: Navigator<any MainAreaOpening>) }
    /// try nav.ask((any MainAreaOpening).self) { area, nav in area.openMainArea(nav) }
    /// ```
    public func ask<Capability>(
        _ capability: Capability.Type,
        _ call: (inout Capability, Navigator<Capability>) throws -> Void
    ) throws {
        try transaction.call(capability, above: node, call)
    }
}

/// Thrown by ``Navigator/ask(_:_:)`` if no flow above conforms to the protocol.
public struct NoResponder: Error, Hashable, Sendable, CustomStringConvertible {
    /// The missing conformance and how to add it.
    public let description: String

    init(_ capability: Any.Type, above flow: String) {
        description =
            "no-responder: no flow above \(flow) conforms to \(capability). Make one of them conform, or catch NoResponder."
    }
}
