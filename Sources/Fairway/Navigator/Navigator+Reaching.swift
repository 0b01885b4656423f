public import FairwayWire

extension Navigator {
    /// Hands an event up the responder chain: this flow, its parent, and so on. The first with `on(event:)` gets it.
    public func raise<E: Event>(_ event: E) {
        transaction.ask(.raise(event), by: node)
    }

    /// Whether anybody from this flow up would hear an event. Where nobody does, ``raise(_:)`` fails the change.
    public func canRaise<E: Event>(_ event: E.Type) -> Bool {
        transaction.tree.responder(from: node, to: RouteKey(.event, event)) != nil
    }

    /// Calls the nearest flow up the chain that conforms to a protocol, through that protocol only.
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

    /// Refuses the action: nothing changes, and the client gets `rejected` with these errors.
    public func reject(_ errors: FieldError..., reason: String? = nil) throws -> Never {
        throw Rejection(errors: errors, reason: reason)
    }

    /// Refuses the action with as many errors as there are.
    public func reject(_ errors: [FieldError], reason: String? = nil) throws -> Never {
        throw Rejection(errors: errors, reason: reason)
    }
}
