import FairwayWire

/// Derived screens.
extension Transaction {
    /// Shows a derived screen.
    func show(
        _ screen: any Screen.Type,
        for parameter: ScreenParameter?,
        as style: Style,
        by id: NodeID,
        step: ErasedStep? = nil
    ) async throws {
        let (flow, maker) = try maker(of: screen, for: parameter, at: step?.key, in: id, call: "nav.show")
        let derivation = Derivation(parameter: try parameter?.encode(), madeFrom: flow.writes)
        let made = try await maker.make(
            from: flow.state,
            for: derivation.parameter,
            in: screenContext(of: id, step: step?.key)
        )
        guard let made else { throw Rejection.gone }
        viewModels.note(try show(made, as: style, by: id, step: step, derivation: derivation), madeBy: maker)
    }

    /// How a flow derives a screen with a parameter. Throws if the nearest declaration does not fit.
    ///
    /// - Parameter call: The author's call, for the message.
    func maker(
        of screen: any Screen.Type,
        for parameter: ScreenParameter?,
        at step: StepKey? = nil,
        in id: NodeID,
        call: String
    ) throws(Mistake) -> (flow: Node, maker: ScreenMaker) {
        let name = screen.name
        guard let found = editor.tree.maker(of: screen, at: step, from: id) else {
            let declaration = parameter.map { "\(name).self, for: \($0.type.name).self" } ?? "\(name).self"
            throw Mistake(
                "neither \(editor.tree[id]?.type.storedName ?? "this flow") nor a flow above it declares "
                    + "shows(\(declaration)): declare it in the routes, or show a value, \(name)(…)."
            )
        }
        guard found.maker.parameter?.id != parameter?.type.id else { return found }
        let passed = parameter.map { "\(call) passed the type \($0.type.name)" } ?? "\(call) passed no parameter"
        throw Mistake(
            found.maker.parameter.map { expected in
                "\(found.flow.type.storedName) declares shows(\(name).self, for: \(expected.name).self), and \(passed): "
                    + "pass a value of the type \(expected.name)."
            } ?? "\(found.flow.type.storedName) declares \(name) without a parameter, and \(passed): leave `for:` out."
        )
    }

    /// The context in which a flow's screen is made.
    ///
    /// - Parameter step: the screen's step, if the screen is not shown yet.
    func screenContext(of owner: NodeID, step: StepKey? = nil) -> ScreenContext {
        ScreenContext(
            session: context.session,
            user: context.user,
            device: context.device,
            isSandbox: context.isSandbox,
            now: context.now,
            dependencies: context.dependencies,
            progress: editor.tree.progress(of: owner, at: step),
            language: language
        )
    }

    /// A screen that has to be made again. Nil if it is up to date or has state of its own.
    private func outOfDate(_ entry: Area.Entry) -> DerivedScreen? {
        editor.tree.derived(entry).flatMap { viewModels.isOutOfDate($0, id: entry.screen) ? $0 : nil }
    }

    /// Makes the visible screens that are out of date, except those whose closure may await.
    ///
    /// - Returns: Whether a screen has left, because its parameter no longer refers to anything, and the screens that
    ///   remain to be made.
    func makeOutOfDateScreens() throws -> (hasLeft: Bool, remaining: [Area.Entry]) {
        var hasLeft = false
        var remaining: [Area.Entry] = []
        for entry in editor.inView {
            guard let screen = outOfDate(entry) else { continue }
            switch screen.maker.body {
            case .flow(let make):
                let made = try make(screen.state, screen.derivation.parameter)
                if try !replace(screen, at: entry, by: made) { hasLeft = true }
            case .context: remaining.append(entry)
            }
        }
        return (hasLeft, remaining)
    }

    /// Makes screens that are out of date. Returns whether one of them has left.
    func makeScreens(_ entries: [Area.Entry]) async throws -> Bool {
        var hasLeft = false
        for entry in entries {
            if try await !isMade(entry) { hasLeft = true }
        }
        return hasLeft
    }

    /// Makes a screen that comes into view, if it is out of date. Returns whether it is still shown.
    func isMade(_ entry: Area.Entry) async throws -> Bool {
        guard let screen = outOfDate(entry) else { return true }
        let made = try await screen.make(in: screenContext(of: entry.owner))
        return try replace(screen, at: entry, by: made)
    }

    /// Replaces a screen by one that was made again. If there is none, the screen leaves. Returns whether it is still
    /// shown.
    private func replace(_ screen: DerivedScreen, at entry: Area.Entry, by made: (any Screen)?) throws -> Bool {
        guard let made else {
            editor.tree.remove(screens: [entry.screen])
            return false
        }
        let (encoded, isChanged) = try viewModels.encode(made, as: screen, id: entry.screen, in: language)
        let writes = screen.writes
        let change = { (node: inout Node) in
            guard let index = node.index(of: entry.screen) else { return }
            var shown = node.screens[index]
            (shown.value, shown.encoded) = (made, encoded)
            shown.derivation?.madeFrom = writes
            node.screens[index] = shown
        }
        if isChanged {
            editor.tree.modify(entry.owner, change)
        } else {
            editor.tree.modifyUnstored(entry.owner, change)
        }
        return true
    }

    /// The screen as the user saw it. If this build cannot read it, it is made again. Nil if it is gone.
    func value(of shown: ShownScreen, shownBy owner: NodeID) async throws -> (any Screen)? {
        if let value = shown.value { return value }
        return try await editor.tree.derived(shown, shownBy: owner)?.make(in: screenContext(of: owner))
    }

    /// The screen on which the action was performed, as the user saw it.
    func screenOfAction<S: Screen>() async throws -> S {
        guard let (screen, owner) = subject.actedScreen.flatMap({ editor.before.shown($0) }) else {
            throw Mistake("a handler for actions of \(S.name) ran without an action")
        }
        guard let value = try await value(of: screen, shownBy: owner.id) else { throw Rejection.gone }
        return unboxed(value)
    }
}

extension Refusal.Code {
    /// `gone`: the derived screen's parameter no longer refers to anything.
    public static let gone: Self = "gone"
}
