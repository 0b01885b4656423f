import FairwayWire

/// Derived screens, as queries on the tree.
extension Tree {
    /// How a screen that the flow shows is derived: by the flow itself, or by the nearest one above that declares it.
    func maker(
        of screen: any Screen.Type,
        at step: StepKey?,
        from id: NodeID
    ) -> (flow: Node, maker: ScreenMaker)? {
        for node in chain(from: id) {
            if let maker = node.type.maker(of: screen, at: node.id == id ? step : nil) { return (node, maker) }
        }
        return nil
    }

    /// A derived screen that is shown, with the flow that declares it. Nil if the screen has state of its own.
    func derived(_ entry: Area.Entry) -> DerivedScreen? {
        let found = withShown(entry) { shown in
            shown.derivation.map { (type: shown.type, step: shown.step, derivation: $0, encoded: shown.encoded) }
        }
        guard let screen = found ?? nil else { return nil }
        return derived(
            screen.type,
            step: screen.step,
            derivation: screen.derivation,
            encoded: screen.encoded,
            shownBy: entry.owner
        )
    }

    /// The same for a screen that may have left. `owner` still exists.
    func derived(_ shown: ShownScreen, shownBy owner: NodeID) -> DerivedScreen? {
        guard let derivation = shown.derivation else { return nil }
        return derived(shown.type, step: shown.step, derivation: derivation, encoded: shown.encoded, shownBy: owner)
    }

    private func derived(
        _ type: ScreenType,
        step: StepKey?,
        derivation: Derivation,
        encoded: ShownScreen.Encoded?,
        shownBy owner: NodeID
    ) -> DerivedScreen? {
        guard derivation.isDeclared, let (flow, maker) = maker(of: type.metatype, at: step, from: owner) else {
            return nil
        }
        return DerivedScreen(
            type: type,
            derivation: derivation,
            encoded: encoded,
            flow: flow.type,
            state: flow.state,
            writes: flow.writes,
            maker: maker
        )
    }
}

/// A derived screen with the type and the state of the flow that declares it. It does not hold the flow's node: making the
/// screen changes the node, which would be copied.
struct DerivedScreen: Sendable {
    let type: ScreenType
    let derivation: Derivation
    /// The bytes that are stored and shown.
    let encoded: ShownScreen.Encoded?
    let flow: FlowType
    let state: any FlowController
    /// The flow's ``Node/Content/writes``.
    let writes: Int
    let maker: ScreenMaker

    /// Makes the screen from the flow's present state. Nil if its parameter no longer refers to anything.
    func make(in context: @autoclosure () -> ScreenContext) async throws -> (any Screen)? {
        try await maker.make(from: state, for: derivation.parameter, in: context())
    }

    /// Makes the screen and encodes it as it would be stored.
    func json(in context: ScreenContext) async throws -> RawJSON? {
        try await make(in: context).map { try type.encode($0) }
    }
}
