/// Routes for flows that this flow started.
extension FlowController {
    /// Handles the output of a child flow.
    ///
    /// A child that was started in a slot goes to the route with `slot:`, if the flow has one.
    ///
    /// ```swift
    /// on(finishOf: PickImage.self) { flow, name, nav in flow.cover = name }
    /// ```
    public static func on<Child: FlowController>(
        finishOf child: Child.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, Child.Output, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.finish, .flow(child), taking: Child.Output.self, handler)
    }

    /// Handles the output of a child flow that was started in a slot.
    ///
    /// ```swift
    /// nav.start(EditPassenger(passenger: passenger), as: .modal, slot: passenger.id)
    /// on(finishOf: EditPassenger.self, slot: String.self) { flow, id, passenger, nav in flow.passengers[id] = passenger }
    /// ```
    ///
    /// - Parameters:
    ///   - child: the type of the child flow.
    ///   - slot: the type of its slots. A flow uses one type of slots for each type of child.
    ///   - handler: receives the slot and the output.
    public static func on<Child: FlowController, Slot: Codable & Hashable & Sendable>(
        finishOf child: Child.Type,
        slot: Slot.Type,
        _ handler:
            @escaping @Sendable @concurrent (inout Self, Slot, Child.Output, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.finishInSlot, .flow(child), taking: SlotPayload.self) { flow, payload, nav in
            try await handler(&flow, payload.slot.decode(Slot.self), unboxed(payload.output), nav)
        }
        .inSlot(SlotType(slot))
    }

    /// Handles the dismissal of a child flow, which left without an output. This happens when the user goes back from
    /// its first screen.
    ///
    /// ```swift
    /// on(dismissOf: PickImage.self) { flow, nav in nav.show(Editor()) }
    /// ```
    public static func on<Child: FlowController>(
        dismissOf child: Child.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.dismiss, .flow(child), taking: Void.self) { flow, _, nav in try await handler(&flow, nav) }
    }

    /// Handles the dismissal of a child flow that was started in a slot.
    ///
    /// ```swift
    /// on(dismissOf: EditPassenger.self, slot: String.self) { flow, id, nav in flow.unsaved.remove(id) }
    /// ```
    ///
    /// - Parameters:
    ///   - child: the type of the child flow.
    ///   - slot: the type of its slots. A flow uses one type of slots for each type of child.
    ///   - handler: receives the slot.
    public static func on<Child: FlowController, Slot: Codable & Hashable & Sendable>(
        dismissOf child: Child.Type,
        slot: Slot.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, Slot, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.dismissInSlot, .flow(child), taking: SlotPayload.self) { flow, payload, nav in
            try await handler(&flow, payload.slot.decode(Slot.self), nav)
        }
        .inSlot(SlotType(slot))
    }
}
