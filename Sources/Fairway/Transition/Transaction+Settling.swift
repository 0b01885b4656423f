import FairwayWire

/// The steps that follow the handlers of every change.
extension Transaction {
    /// Dismisses flows without content, runs the appear and disappear handlers, and makes the visible derived screens.
    /// Repeated until nothing changes, because a derived screen may leave. Inlined for the reason given at `make(_:)`.
    @inline(__always)
    func settle() async throws {
        repeat {
            try await dismissContentless()
            tree.prune()
            // If the layout is unchanged, so are the visible screens.
            while ending == nil, tree.changes.layout {
                let visible = tree.visible
                guard visible != inView else { break }
                try await changeView(to: visible)
                try await dismissContentless()
                tree.prune()
            }
        } while try await derivedScreenLeaves()
        if let failure { throw failure }
        guard ending != nil || tree.front != nil else {
            throw Mistake(
                "nothing is left to show: all flows in the front tabs or split view have finished or were dismissed. "
                    + "Show a screen or start a flow in on(finishOf:) or on(dismissOf:)."
            )
        }
    }

    private func changeView(to visible: ShortList<Area.Entry>) async throws {
        let went = inView.filter { !visible.contains($0) }
        let came = visible.filter { !inView.contains($0) }
        inView = visible
        for entry in went { try await tell(.disappear, entry) }
        for entry in came {
            if blueprint.derivesScreens, try await !isMade(entry) {
                // It has left before it appeared.
                inView = ShortList(inView.filter { $0 != entry })
            } else {
                try await tell(.appear, entry)
            }
        }
    }

    /// Makes the visible derived screens that are out of date. Returns whether one of them has left. Inlined, because
    /// most changes have no such screen.
    @inline(__always)
    private func derivedScreenLeaves() async throws -> Bool {
        guard blueprint.derivesScreens, ending == nil else { return false }
        let (hasLeft, remaining) = try makeOutOfDateScreens()
        if remaining.isEmpty { return hasLeft }
        return try await makeScreens(remaining) || hasLeft
    }

    private func tell(_ kind: RouteKey.Kind, _ entry: Area.Entry) async throws {
        guard let screen = lastKnown(entry.screen), let owner = tree[entry.owner] else { return }
        if kind == .appear { transientScreens[entry.screen] = screen }
        guard let handler = owner.type.handlers[RouteKey(kind, screen.type.metatype)],
            let value = try await value(of: screen, shownBy: owner.id)
        else { return }
        _ = try await handler(self, owner.id, value)
    }

    /// A screen that is shown now, was shown before the change, or was shown during it.
    private func lastKnown(_ id: ScreenID) -> ShownScreen? {
        tree.shown(id)?.screen ?? transientScreens[id] ?? before.shown(id)?.screen
    }

    /// Marks the flows of outdated visible screens as modified. All screens of these flows are then stored in this
    /// build's versions. The titles of screens and tabs are stored in the session's language.
    func touchOutdated() {
        tree.translateTabs(to: language)
        for entry in inView where tree.isOutdated(entry, in: language) { tree.modify(entry.owner) { _ in } }
    }

    /// Makes the view models of the visible screens, except those of screens that are their own view model. Inlined for the
    /// reason given at `make(_:)`.
    @inline(__always)
    func makeViewModels() async throws {
        for entry in inView where try hasViewModel(entry) {
            if let viewModel = try await viewModel(of: entry.screen) { viewModels.add(viewModel, of: entry.screen) }
        }
    }

    /// Whether a view model must be computed. Not inlined, because its locals would enlarge the suspension frame.
    @inline(never)
    private func hasViewModel(_ entry: Area.Entry) throws -> Bool {
        guard let type = tree.withShown(entry, to: { $0.type }) else { return false }
        guard context.device.renders(screen: type.name, version: type.version) else {
            throw Problem(
                .unsupportedScreen,
                "This client cannot show \(type.name) in version \(type.version).",
                members: ["screen": .string(type.name)]
            )
        }
        return !type.isOwnViewModel
    }

    private func viewModel(of screen: ScreenID) async throws -> ShownViewModel? {
        guard let (shown, owner) = tree.shown(screen), let value = shown.value else { return nil }
        let context = screenContext(of: owner.id)
        return try await shown.type.viewModel(of: value, in: context, masked: viewModels.needsMasked)
    }
}
