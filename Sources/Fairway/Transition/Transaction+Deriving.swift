import FairwayWire

/// Derived screens.
extension Transaction {
    /// Shows a derived screen.
    func show(
        _ screen: any Screen.Type,
        for parameter: ScreenParameter?,
        _ style: Style,
        by id: NodeID,
        as step: ErasedStep? = nil
    ) async throws {
        let hasParameter = parameter != nil
        guard let (flow, maker) = tree.maker(of: screen, step: step?.key, hasParameter: hasParameter, from: id) else {
            throw undeclared(screen, parameter, by: id)
        }
        if let parameter, let expected = maker.parameter, expected.id != parameter.type.id {
            throw Mistake(
                "shows(\(screen.name).self, for: \(expected.name).self) takes a \(expected.name), and nav.show passed "
                    + "a \(parameter.type.name)."
            )
        }
        let derivation = Derivation(parameter: try parameter?.encode(), madeFrom: flow.writes)
        let made = try await maker.make(
            from: flow.state,
            for: derivation.parameter,
            in: screenContext(of: id, step: step?.key)
        )
        guard let made else { throw Rejection(refusals: [gone]) }
        madeAt[try show(made, style, by: id, as: step, derivation)] = handlerRuns
    }

    private func undeclared(_ screen: any Screen.Type, _ parameter: ScreenParameter?, by id: NodeID) -> Mistake {
        let (flow, name) = (tree[id]?.type.storedName ?? "this flow", screen.name)
        let declaration = parameter.map { "\(name).self, for: \($0.type.name).self" } ?? "\(name).self"
        return Mistake(
            "neither \(flow) nor a flow above it declares shows(\(declaration)): declare it in the routes, or show a value, "
                + "\(name)(…)."
        )
    }

    private var gone: Refusal { Refusal(.gone, "What you want to see no longer exists.") }

    /// The context in which a flow's screen is made.
    ///
    /// - Parameter step: the screen's step, if the screen is not shown yet.
    func screenContext(of owner: NodeID, step: StepKey? = nil) -> ScreenContext {
        ScreenContext(
            session: context.session,
            device: context.device,
            now: context.now,
            dependencies: context.dependencies,
            progress: tree.progress(of: owner, at: step)
        )
    }

    /// Whether a screen has to be made again: a handler has run on the flow that declares it, or its closure reads
    /// more than that flow's state.
    @inline(never)
    func isOutOfDate(_ entry: Area.Entry) -> Bool {
        guard let screen = tree.derived(entry) else { return false }
        if screen.derivation.madeFrom != screen.flow.writes { return true }
        return (screen.maker.readsContext || isRefresh) && madeAt[entry.screen] != handlerRuns
    }

    /// Makes the visible screens that are out of date. Returns whether one of them has left, because its parameter no
    /// longer refers to anything.
    @inline(never)
    func makeVisibleScreens() async throws -> Bool {
        var hasLeft = false
        for entry in inView where isOutOfDate(entry) {
            if try await !makeAgain(entry) { hasLeft = true }
        }
        return hasLeft
    }

    /// Makes a screen that comes into view, if it is out of date. Returns whether it is still shown.
    func isMade(_ entry: Area.Entry) async throws -> Bool {
        guard isOutOfDate(entry) else { return true }
        return try await makeAgain(entry)
    }

    private func makeAgain(_ entry: Area.Entry) async throws -> Bool {
        guard let screen = tree.derived(entry) else { return true }
        guard let made = try await screen.make(in: screenContext(of: entry.owner)) else {
            tree.remove(screens: [entry.screen])
            return false
        }
        let encoded = ShownScreen.Encoded(
            json: try RawJSON(encoding: made),
            version: screen.type.version,
            title: screen.type.title
        )
        madeAt[entry.screen] = handlerRuns
        let writes = screen.flow.writes
        let replace = { (node: inout Node) in
            guard let index = node.screens.firstIndex(where: { $0.id == entry.screen }) else { return }
            node.screens[index].value = made
            node.screens[index].encoded = encoded
            node.screens[index].derivation?.madeFrom = writes
        }
        if encoded == screen.encoded {
            tree.modifyUnstored(entry.owner, replace)
        } else {
            tree.modify(entry.owner, replace)
            hasDerivedScreensToStore = true
        }
        return true
    }

    /// The screen as the user saw it. If this build cannot read it, it is made again. Nil if it is gone.
    func value(of shown: ShownScreen, shownBy owner: NodeID) async throws -> (any Screen)? {
        if let value = shown.value { return value }
        return try await tree.derived(shown, shownBy: owner)?.make(in: screenContext(of: owner))
    }

    /// The screen on which the action was performed, as the user saw it.
    func screenOfAction<S: Screen>() async throws -> S {
        guard let (screen, owner) = actedScreen.flatMap({ before.shown($0) }) else {
            throw Mistake("a handler for actions of \(S.name) ran without an action")
        }
        guard let value = try await value(of: screen, shownBy: owner.id) else { throw Rejection(refusals: [gone]) }
        return unboxed(value)
    }
}

extension Refusal.Code {
    /// `gone`: the derived screen's parameter no longer refers to anything.
    public static let gone: Self = "gone"
}
