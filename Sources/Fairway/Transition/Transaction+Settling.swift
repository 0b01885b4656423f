import FairwayWire

/// The steps that follow the handlers of every change.
extension Transaction {
    /// Dismisses flows without content, runs the appear and disappear handlers, and makes the visible derived screens.
    func settle() async throws {
        if let waiting = try settleAtOnce() { try await settleInSteps(waiting) }
        if let failure { throw failure }
        try editor.checkShowsScreen()
    }

    /// Settles a change that keeps its flows and screens and makes no screen that awaits, as most do.
    ///
    /// - Returns: Nil if the change is settled, and otherwise the out-of-date screens that await.
    private func settleAtOnce() throws -> [Area.Entry]? {
        guard try editor.contentless() == nil, !showsOtherScreens() else { return [] }
        guard derivesScreens else { return nil }
        let (hasLeft, remaining) = try makeOutOfDateScreens()
        return hasLeft || !remaining.isEmpty ? remaining : nil
    }

    /// Makes the screens that await, and repeats the steps until nothing changes, because a derived screen may leave.
    private func settleInSteps(_ waiting: [Area.Entry]) async throws {
        _ = try await makeScreens(waiting)
        repeat {
            try await dismissContentless()
            while showsOtherScreens() {
                try await changeView()
                try await dismissContentless()
            }
        } while try await derivedScreenLeaves()
    }

    private var derivesScreens: Bool { blueprint.derivesScreens && editor.ending == nil }

    /// Removes containers without content. Returns whether other screens are visible than those in view.
    private func showsOtherScreens() -> Bool {
        editor.tree.prune()
        return editor.hasOtherScreensVisible
    }

    private func changeView() async throws {
        let (went, came) = editor.changeView()
        for entry in went { try await tell(.disappear, entry) }
        for entry in came {
            if blueprint.derivesScreens, try await !isMade(entry) {
                // It has left before it appeared.
                editor.removeFromView(entry)
            } else {
                try await tell(.appear, entry)
            }
        }
    }

    /// Makes the visible derived screens that are out of date. Returns whether one of them has left.
    private func derivedScreenLeaves() async throws -> Bool {
        guard derivesScreens else { return false }
        let (hasLeft, remaining) = try makeOutOfDateScreens()
        if remaining.isEmpty { return hasLeft }
        return try await makeScreens(remaining) || hasLeft
    }

    private func tell(_ kind: RouteKey.Kind, _ entry: Area.Entry) async throws {
        guard let screen = editor.lastKnown(entry.screen), let owner = editor.tree[entry.owner] else { return }
        if kind == .appear { editor.noteAppeared(screen) }
        guard let handler = owner.type.handlers[RouteKey(kind, screen.type.metatype)],
            let value = try await value(of: screen, shownBy: owner.id)
        else { return }
        _ = try await handler(self, owner.id, value)
    }

    /// Marks the flows of outdated visible screens as modified. All screens of these flows are then stored in this
    /// build's versions. The titles of screens and tabs are stored in the session's language.
    func touchOutdated() {
        editor.tree.translateTabs(to: language)
        for entry in editor.inView where editor.tree.isOutdated(entry, in: language) {
            editor.tree.modify(entry.owner) { _ in }
        }
    }

    /// Makes the view models of the visible screens, except those of screens that are their own view model.
    func makeViewModels() async throws {
        for entry in editor.inView where try hasViewModel(entry) {
            if let viewModel = try await viewModel(of: entry.screen) { viewModels.add(viewModel, of: entry.screen) }
        }
    }

    /// Whether a view model must be computed.
    private func hasViewModel(_ entry: Area.Entry) throws -> Bool {
        guard let type = editor.tree.withShown(entry, to: { $0.type }) else { return false }
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
        guard let (shown, owner) = editor.tree.shown(screen), let value = shown.value else { return nil }
        let context = screenContext(of: owner.id)
        return try await shown.type.viewModel(of: value, in: context, masked: viewModels.needsMasked)
    }
}
