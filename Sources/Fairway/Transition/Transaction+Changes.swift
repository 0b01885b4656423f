import FairwayWire

/// The entry point of each kind of change.
extension Transaction {
    /// Makes the change, including everything that handlers request.
    func make(_ change: Change) async throws {
        if case .action(let name, let params, let screen, _) = change {
            try await act(name, with: params, on: screen)
        } else {
            try await makeOther(change)
        }
        // A job may outlive its session. No flow handles its result then.
        if change.isWork, editor.tree.root == nil { return }
        try await settle()
    }

    /// Makes a change other than an action.
    private func makeOther(_ change: Change) async throws {
        switch change {
        case .start(let request): try await start(request)
        case .back(let screen, let to, _): try await back(screen, to: to)
        case .select(let container, let tab): try await select(tab, of: container)
        case .link(let link):
            subject = JournalSubject(flow: editor.tree.root?.type.name)
            try await open(link)
        case .signal(let name, let params): try await deliver(name, with: params)
        case .work(let item, let result): try await deliver(item, result)
        case .refresh: viewModels.isRefresh = true
        case .device(let device, let usesLink):
            adopt(device)
            if usesLink { _ = try await inform(of: ReturnLinkUsed()) }
        case .signIn(let user): try await signIn(user)
        case .end(let outcome): editor.end(outcome)
        case .action: preconditionFailure("`make` makes actions.")
        }
    }

    private func start(_ request: StartRequest) async throws {
        guard editor.tree.root == nil else {
            throw Problem(.malformedRequest, "The session is running; Engine.start(_:) starts another one.")
        }
        let type = try blueprint.rootFlow(of: request, on: context.device)
        subject = JournalSubject(flow: type.name)
        let flow = try request.prepared ?? takeInput(request.input, of: type)
        try await start(flow, entering: .style(.push), under: nil)
        if let link = request.link { try await open(link) }
        if let signal = request.signal { try await begin(with: signal) }
    }

    /// The flow that a client starts. If the flow declares input, no client skips its initialiser: without input, it is
    /// created from `{}`.
    private func takeInput(_ input: RawJSON?, of type: FlowType) throws -> any FlowController {
        guard let declared = type.input else {
            guard input == nil else {
                throw Problem(.invalidInput, errors: [FieldViolation.notAccepted.error(at: "/input", language)])
            }
            return type.prototype
        }
        let taken = try declared.read(input ?? .emptyObject, in: language)
        if input != nil { subject.params = taken.masked }
        return try taken.flow()
    }

    private func act(_ name: String, with params: RawJSON?, on screen: String?) async throws {
        let (handler, responder, action) = try responder(to: name, with: params, on: screen)
        _ = try await handler(self, responder, action)
    }

    /// Decodes an action and finds its handler.
    private func responder(
        to name: String,
        with params: RawJSON?,
        on screen: String?
    ) throws -> (FlowRouteHandler, NodeID, Any) {
        let (shown, owner) = try editor.visible(screen)
        subject = JournalSubject(flow: owner.type.name, screen: shown.type.name, name: name, actedScreen: shown.id)
        guard shown.type.actions.contains(name) else {
            throw Problem(
                .noSuchAction,
                "\(shown.type.name) has no action \(name.shortened(toBytes: 200)).",
                members: ["actions": .array(shown.type.actions.map(JSONValue.string))]
            )
        }
        let action = try shown.type.action(name, with: params, in: language) {
            try viewModels.before[shown.id] ?? shown.json()
        }
        subject.params = action.isSensitive ? try RawJSON(encoding: action.masked()) : params
        guard let (responder, handler) = editor.tree.responder(from: owner.id, to: blueprint.route(.action, shown.type))
        else {
            throw Problem(
                .unhandledAction,
                "Neither \(owner.type.name) nor a flow above it has a route for \(shown.type.name)."
            )
        }
        // As on every platform, any button closes an alert.
        if shown.type.defaultStyle == .alert { editor.tree.remove(screens: [shown.id]) }
        return (handler, responder, action.value)
    }

    private func back(_ screen: String?, to earlier: String?) async throws {
        let (shown, owner) = try editor.visible(screen)
        subject = JournalSubject(flow: owner.type.name, screen: shown.type.name)
        func navigation() throws -> Tree.BackNavigation {
            guard let earlier else { return editor.tree.backNavigation(from: shown.id) }
            guard let target = ScreenID(earlier),
                let navigation = editor.tree.backNavigation(from: shown.id, to: target)
            else {
                throw Problem(.noSuchScreen, "Screen \(earlier) is not below \(shown.id).")
            }
            return navigation
        }
        guard try navigation() != .refused else { throw Problem(.cannotGoBack) }
        if let (responder, handler) = editor.tree.responder(from: owner.id, to: blueprint.route(.back, shown.type)),
            let screen = try await value(of: shown, shownBy: owner.id)
        {
            let draft = self.draft
            let answer = try await handler(self, responder, BackGesturePayload(screen: screen, draft: draft))
            if case .back(.stay) = answer { return }
            // The handler may have removed the screen itself.
            guard editor.tree.shown(shown.id) != nil else { return }
        }
        try await goBack(try navigation())
    }

    private func select(_ tab: String, of container: String?) async throws {
        let visible = editor.tree.visibleTabs
        let candidates = container == nil ? visible : visible.filter { $0.id.description == container }
        let named = candidates.filter { $0.tabs.contains { $0.key == tab } }
        guard !named.isEmpty else {
            throw Problem(
                .noSuchTab,
                "There is no tab \(tab) here.",
                members: ["available": .array(candidates.flatMap(\.tabs).map { .string($0.key) })]
            )
        }
        guard let tabs = named.last(where: { $0.tabs.contains { $0.key == tab && !$0.isVacant } }) else {
            throw Problem(.noSuchTab, "The flow of the tab \(tab) has left.")
        }
        subject = JournalSubject(flow: editor.tree[tabs.owner]?.type.name, name: tab)
        try await select(tab, in: tabs.id)
    }
}
