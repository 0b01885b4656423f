import FairwayWire

/// Requests that show screens and start flows.
extension Transaction {
    /// Shows a screen. With a derivation, `screen` is a derived screen that was made. Otherwise it has state of its
    /// own.
    @discardableResult
    func show(
        _ screen: any Screen,
        as style: Style,
        by id: NodeID,
        step: ErasedStep? = nil,
        derivation: Derivation? = nil
    ) throws -> ScreenID {
        guard editor.tree.layers.reduce(0, { $0 + $1.area.entries.count }) < limits.screensPerSession else {
            throw Problem(.rejected, "A session shows at most \(limits.screensPerSession) screens; go back first.")
        }
        let type = blueprint.screen(Swift.type(of: screen))
        guard blueprint.isDeclared(type) || type.mangledName != nil else {
            throw Mistake(
                "\(type.name) is private and in no route, so it could not be restored after a restart: add "
                    + "screen(\(type.name).self) to the routes of the flow, or make it internal."
            )
        }
        if derivation == nil, step?.isDerived ?? true { try checkState(of: type, in: id) }
        try checkRoute(for: type, in: id)
        var shown = ShownScreen(id: editor.tree.next.makeScreen(), type: type, value: screen, step: step?.key)
        shown.derivation = derivation
        shown.isRetained = step?.isRetained ?? false
        shown.isBarrier = style == .root && editor.tree[id]?.entry == nil
        try editor.tree.place(.screen(shown), for: id, as: style == .automatic ? type.defaultStyle : style)
        return shown.id
    }

    /// Throws if a flow shows, as a value, a screen that its own routes or steps derive.
    private func checkState(of screen: ScreenType, in id: NodeID) throws {
        guard blueprint.derivesScreens, let flow = editor.tree[id]?.type, flow.derives(screen.metatype) else { return }
        throw Mistake(
            "\(screen.name) is derived from the state of \(flow.storedName), and was shown as a value: change that state "
                + "and write nav.show(\(screen.name).self), or remove the closure that derives it."
        )
    }

    /// Throws if no flow would handle the screen's actions.
    private func checkRoute(for screen: ScreenType, in id: NodeID) throws {
        guard !screen.actions.isEmpty, editor.tree.responder(from: id, to: blueprint.route(.action, screen)) == nil,
            !editor.tree.chain(from: id).contains(where: { $0.type.answers(RouteKey(.declared, screen.metatype)) })
        else { return }
        let flow = editor.tree[id]?.type.storedName ?? "a flow"
        throw Mistake(
            "\(flow) shows \(screen.name), and neither it nor a flow above it has a route for the actions "
                + "(\(screen.actions.joined(separator: ", "))): add on(\(screen.name).self) { … } to the routes of \(flow), or "
                + "screen(handledAbove: \(screen.name).self) if it may be shown without such a flow."
        )
    }

    /// Throws if a flow would drop the result of a flow that it starts.
    private func checkRoute(
        forResultOf child: FlowType,
        in slot: FlowSlot? = nil,
        of parent: NodeID,
        for call: StartCall
    ) throws(Mistake) {
        guard let result = child.result, let type = editor.tree[parent]?.type,
            !type.answers(RouteKey(.finish, role: child.role)),
            slot == nil || !type.answers(RouteKey(.finishInSlot, role: child.role))
        else { return }
        throw Mistake(
            "\(type.storedName) starts \(child.name), whose result \(result) it does not handle: add "
                + "on(finishOf: \(child.name).self), or \(call.ignoringResult(of: child.name))."
        )
    }

    func start(
        _ flow: any FlowController,
        as style: Style,
        slot: FlowSlot? = nil,
        for call: StartCall?,
        by id: NodeID
    ) async throws {
        var entry = style == .root ? Node.FirstPresentation.root(of: id) : .style(style)
        if let slot, let old = editor.tree.children(of: id).last(where: { $0.slot == slot }) {
            // `.root` replaces everything that is shown, including the slot's content.
            if style != .root { entry = old.entry ?? .replacing(old.id, or: style) }
            // The old flow has shown nothing yet. The new one takes its slot.
            if old.entry != nil { editor.tree.removeSubtree(old.id) }
        }
        try await start(flow, entering: entry, slot: slot, for: call, under: id)
    }

    /// Adds a flow to the tree and runs its `start`.
    func start(
        _ flow: any FlowController,
        entering entry: Node.FirstPresentation,
        slot: FlowSlot? = nil,
        for call: StartCall? = nil,
        under parent: NodeID?
    ) async throws {
        let (type, state) = try resolve(flow)
        // A slot that failed is nil here, and its failure says more.
        if let parent, let call, failure == nil { try checkRoute(forResultOf: type, in: slot, of: parent, for: call) }
        let depth = parent.flatMap { editor.tree[$0]?.depth }.map { $0 + 1 } ?? 0
        guard depth < limits.flowDepth else {
            throw Problem(.rejected, "Flows nest at most \(limits.flowDepth) deep; \(type.name) would be one deeper.")
        }
        let id = editor.tree.next.makeNode()
        editor.tree.insert(
            Node(
                id: id,
                parent: parent,
                Node.Content(
                    type: type,
                    slot: slot,
                    state: state,
                    entry: entry,
                    startedAt: context.now,
                    touchedAt: context.now
                )
            )
        )
        try await type.start(id, in: self)
        // A flow whose content was removed during its start is dismissed at the end of the change.
        if editor.tree[id]?.entry != nil {
            throw Mistake(
                "\(type.storedName) started and shows nothing: show a screen, start a flow or finish in start(_:)."
            )
        }
    }

    /// The type that implements a flow on this device, and the given value converted to that type.
    func resolve(_ flow: any FlowController) throws -> (type: FlowType, state: any FlowController) {
        let given = Swift.type(of: flow)
        // If a variant was stored in a tab or named in a start request, start that variant.
        if let own = blueprint.flow(stored: given.name), own.metatype == given, own.idiom != nil { return (own, flow) }
        guard let type = blueprint.flow(ObjectIdentifier(given), on: context.device) else {
            throw Mistake("\(given.name) is not declared in the app: add Flow(\(given.name)()) to it.")
        }
        return (type, type.metatype == given ? flow : try type.variantValue(of: flow))
    }

    func showTabs(_ tabs: [Tab], selected: String?, as style: Style, by id: NodeID) async throws {
        guard let first = tabs.first else { throw Mistake("showTabs without a tab: name at least one.") }
        guard Set(tabs.map(\.key)).count == tabs.count else {
            throw Mistake("showTabs with two tabs of the same key: \(tabs.map(\.key).joined(separator: ", ")).")
        }
        let selected = selected ?? first.key
        guard tabs.contains(where: { $0.key == selected }) else {
            throw Mistake(
                "showTabs(selected: \"\(selected)\"): there is no such tab; there are \(tabs.map(\.key).joined(separator: ", "))."
            )
        }
        var areas: [Area.TabArea] = []
        var inFront: (any FlowController)?
        for tab in tabs {
            let (type, state) = try resolve(tab.flow)
            // A tab may start much later. The mistake is here.
            if !tab.ignoresResult { try checkRoute(forResultOf: type, of: id, for: .tab) }
            if tab.key == selected { inFront = state }
            areas.append(
                Area.TabArea(
                    key: tab.key,
                    title: tab.title,
                    shownTitle: language.string(tab.title),
                    area: .stack(Area.Stack(id: editor.tree.next.makeContainer())),
                    unstarted: UnstartedFlow(
                        flow: type.storedName,
                        version: type.version,
                        state: try type.encode(state)
                    )
                )
            )
        }
        let container = editor.tree.next.makeContainer()
        try editor.tree.place(
            .area(.tabs(Area.Tabs(id: container, owner: id, selected: selected, tabs: areas))),
            for: id,
            as: containerStyle(style)
        )
        try await startSelectedTab(of: container, with: inFront)
    }

    func showSplit(
        primary: any FlowController,
        secondary: any FlowController,
        as style: Style,
        for call: StartCall?,
        by id: NodeID
    ) async throws {
        let halves = (editor.tree.next.makeContainer(), editor.tree.next.makeContainer())
        let split = Area.Split(
            id: editor.tree.next.makeContainer(),
            owner: id,
            primary: .stack(Area.Stack(id: halves.0)),
            secondary: .stack(Area.Stack(id: halves.1))
        )
        try editor.tree.place(.area(.split(split)), for: id, as: containerStyle(style))
        try await start(primary, entering: .filling(halves.0), for: call, under: id)
        // A handler may have replaced the split view while the primary flow started.
        guard editor.tree.area(halves.1) != nil else { return }
        try await start(secondary, entering: .filling(halves.1), for: call, under: id)
    }

    /// Tabs and split views cannot be pushed. They are a flow's entire content or presented modally.
    private func containerStyle(_ style: Style) -> Style { style == .automatic ? .root : style }

    func select(_ tab: String, by id: NodeID) async throws {
        guard let tabs = editor.tree.tabs(around: id) else {
            throw Mistake("select(\"\(tab)\"): neither this flow nor one above it shows tabs.")
        }
        try await select(tab, in: tabs.id)
    }

    /// Selects a tab and starts its flow if it has not started.
    func select(_ tab: String, in container: ContainerID) async throws {
        guard let tabs = editor.tree.tabs(container), tabs.tabs.contains(where: { $0.key == tab }) else {
            throw Problem(.noSuchTab, "There is no tab \(tab) in \(container).")
        }
        editor.tree.modifyTabs(container) { $0.selected = tab }
        try await startSelectedTab(of: container)
    }

    /// Starts the selected tab's flow if it has not started, from the given value or from the stored one.
    private func startSelectedTab(of container: ContainerID, with flow: (any FlowController)? = nil) async throws {
        guard let (unstarted, area, owner) = editor.takeUnstarted(in: container) else { return }
        try await start(flow ?? blueprint.read(unstarted), entering: .filling(area), under: owner)
    }
}

extension Blueprint {
    /// Decodes the flow of a tab that was not selected before.
    ///
    /// - Parameter notes: Where ignored members are noted, unless in the blueprint's notes.
    func read(
        _ unstarted: UnstartedFlow,
        noting notes: MemberNotes? = nil
    ) throws(IncompatibleFlow) -> any FlowController {
        guard let type = flow(stored: unstarted.flow) else {
            throw IncompatibleFlow(flow: unstarted.flow, reason: "this build has no flow of that name")
        }
        do {
            return try type.decode(unstarted.state.bytes, version: unstarted.version, noting: notes ?? members)
        } catch {
            throw IncompatibleFlow(flow: unstarted.flow, reason: "\(error)")
        }
    }
}

extension FlowType {
    /// Converts a flow to this variant. Properties that the flow does not have keep the variant's defaults.
    func variantValue(of flow: any FlowController) throws -> any FlowController {
        try decode(properties: JSON.encode(flow))
    }
}

/// The steps of ordered flows.
extension Transaction {
    func goNext(_ next: NavigationRequest.NextStep, as style: Style, by id: NodeID) async throws {
        guard let node = editor.tree[id], let order = node.type.order else { return }
        let step: ErasedStep
        var given: (any Screen)?
        switch next {
        case .following:
            guard let following = editor.tree.followingStep(of: id) else {
                throw Problem(.noNextScreen, "\(node.type.name) has no step after this one.")
            }
            step = following
        case .step(let key):
            step = try order.step(key, of: node.type)
        case .screen(let screen, let key):
            step = try order.step(key, of: node.type)
            given = screen
        }
        switch step.content {
        case .derived where given == nil: try await show(step.screen, for: nil, as: style, by: id, step: step)
        case .derived:
            throw Mistake(
                "the step \(step.key.screen) of \(node.type.storedName) is derived, and was shown as a value: go to it by "
                    + "its type, or add `keep:` to the step."
            )
        case .own(_, let make):
            try show(given ?? editor.takeRetained(step.key, of: id) ?? make(node.state), as: style, by: id, step: step)
        }
    }
}

extension ErasedOrder {
    fileprivate func step(_ key: StepKey, of type: FlowType) throws -> ErasedStep {
        if let exact = steps.first(where: { $0.key == key }) { return exact }
        if key.id == nil, let first = steps.first(where: { $0.key.screen == key.screen }) { return first }
        let name = key.id.map { "\(key.screen) with the id \($0)" } ?? key.screen
        throw Mistake("\(type.storedName) has no step \(name): add it to `order`, or go to a step that exists.")
    }
}

extension Node {
    /// The step of the flow's latest screen.
    var stepInFront: StepKey? { self.screens.last { $0.step != nil }?.step }
}

extension Tree {
    /// The step after a flow's current step.
    func followingStep(of id: NodeID) -> ErasedStep? {
        guard let node = self[id], let order = node.type.order else { return nil }
        return order.step(after: node.stepInFront, in: node.state)
    }

    /// The progress of an ordered flow at `step`, or at its latest screen.
    func progress(of id: NodeID, at step: StepKey? = nil) -> Progress? {
        guard let node = self[id] else { return nil }
        return node.type.order?.progress(at: step ?? node.stepInFront, in: node.state)
    }
}
