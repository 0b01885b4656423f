package import FairwayWire

/// A session as it was last committed. Changes start from it, and reads return it.
///
/// The content is in a copy-on-write box: the state is passed through the cache, the mailbox and the transition and is
/// rarely modified, and a copy of the box costs one retain.
package struct SessionState: Sendable {
    private var content: Shared<Content>

    /// The values that a change replaces.
    struct Content: Sendable {
        var row: SessionRow
        var tree: Tree
        /// The view models of visible screens that routes have computed. A screen that is its own view model has no
        /// entry.
        var viewModels: [ScreenID: RawJSON]
        var drafts: [ScreenID: RawJSON]
        /// The store's count of draft edits, as far as this node knows: see ``StoredSession/draftEdits``.
        var draftEdits: Int
        var flowSizes = FlowSizes()
        /// An upper bound for two counts: the open timers and jobs, and those that were given up. Nil if they were never
        /// counted.
        var mostWork: Int?
        /// Nil if states are not kept.
        var keeping: Keeping?
        /// The state as a GET returns it, without moves and effects.
        var document: KeptDocument
    }

    /// What a kept state contains beyond the session's other values.
    struct Keeping: Sendable {
        /// The open timers and jobs.
        var work = OpenWork([])
        /// The view models that have sensitive values, with these masked. Nil in a state that was loaded, until its next
        /// change.
        var maskedViewModels: [ScreenID: RawJSON]?
    }

    init(_ content: Content) { self.content = Shared(content) }

    /// - Parameter notes: Where ignored members are noted, unless in the blueprint's notes.
    init(
        _ stored: StoredSession,
        _ blueprint: Blueprint,
        noting notes: MemberNotes? = nil
    ) throws(IncompatibleFlow) {
        var row = stored.session
        do {
            let layout = try blueprint.layouts.layout(row.layout)
            // Share one string among all sessions with this layout.
            row.layout = layout.json
            let tree = try Tree(stored.flows, layout, blueprint, noting: notes ?? blueprint.members)
            let viewModels =
                row.viewModels == .emptyObject
                ? [] : try JSONReader(row.viewModels.bytes).members.map { (key: $0.name, value: $0.raw) }
            var flowSizes = FlowSizes()
            for flow in stored.flows { flowSizes[flow.node] = flow.size }
            var content = Content(
                row: row,
                tree: tree,
                viewModels: Self.byScreen(viewModels),
                drafts: Self.byScreen(stored.drafts),
                draftEdits: stored.draftEdits,
                flowSizes: flowSizes,
                document: KeptDocument(StateDocument(session: row.id, revision: row.revision, status: row.status))
            )
            try content.makeDocument(blueprint, layout.navigation(of: tree))
            self.init(content)
        } catch let incompatible as IncompatibleFlow {
            throw incompatible
        } catch {
            throw IncompatibleFlow(flow: row.rootFlow, reason: "\(error)")
        }
    }

    init(new row: SessionRow) {
        self.init(
            Content(
                row: row,
                tree: Tree(),
                viewModels: [:],
                drafts: [:],
                draftEdits: 0,
                document: KeptDocument(StateDocument(session: row.id, revision: 0))
            )
        )
    }

    var version: SessionVersion {
        SessionVersion(revision: content.value.row.revision, draftEdits: content.value.draftEdits)
    }

    var isSandbox: Bool { content.value.row.isSandbox }

    var isActive: Bool { content.value.row.status == .active }

    /// Sets a draft that the store has already accepted.
    ///
    /// - Parameter edits: The store's count of edits. If it is ahead by more than one, this node has missed edits, and
    ///   this state remains behind.
    mutating func setDraft(_ draft: RawJSON?, _ screen: ScreenID, edits: Int) {
        content.value.setDraft(draft, screen)
        content.value.draftEdits = min(edits, content.value.draftEdits + 1)
    }

    /// Updates the document after a change, and the layout if it has changed.
    mutating func makeDocument(_ blueprint: Blueprint, after before: SessionState) throws {
        guard tree.changes.layout else {
            if before.tree.next != tree.next { row.layout = StoredLayout(tree).json }
            let kept = before.keptDocument
            return try content.value.makeDocument(blueprint, kept.navigation, keeping: kept)
        }
        let layout = blueprint.layouts.layout(of: tree)
        row.layout = layout.json
        tree.layers = layout.layers
        let navigation = layout.navigation(of: tree)
        try content.value.makeDocument(blueprint, navigation)
    }

    /// The document as a shared reference.
    var keptDocument: KeptDocument { content.value.document }

    private static func byScreen(_ named: some Sequence<(key: String, value: RawJSON)>) -> [ScreenID: RawJSON] {
        Dictionary(named.compactMap { name, json in ScreenID(name).map { ($0, json) } }) { first, _ in first }
    }
}

extension SessionState {
    // Coroutines without key paths, which read and modify the content in place: see `Shared`.

    package var row: SessionRow {
        _read { yield content.value.row }
        _modify { yield &content.value.row }
    }

    var tree: Tree {
        _read { yield content.value.tree }
        _modify { yield &content.value.tree }
    }

    package var viewModels: [ScreenID: RawJSON] {
        _read { yield content.value.viewModels }
    }

    var drafts: [ScreenID: RawJSON] {
        _read { yield content.value.drafts }
        _modify { yield &content.value.drafts }
    }

    var draftEdits: Int {
        _read { yield content.value.draftEdits }
    }

    var flowSizes: FlowSizes {
        _read { yield content.value.flowSizes }
        _modify { yield &content.value.flowSizes }
    }

    var mostWork: Int? {
        _read { yield content.value.mostWork }
        _modify { yield &content.value.mostWork }
    }

    var keeping: Keeping? {
        _read { yield content.value.keeping }
        // The optimiser does not inline this one by itself, and a coroutine that is not inlined allocates a frame.
        @inline(__always) _modify { yield &content.value.keeping }
    }

    var document: StateDocument {
        _read { yield content.value.document.value }
    }
}

extension SessionState.Content {
    fileprivate mutating func setDraft(_ draft: RawJSON?, _ screen: ScreenID) {
        drafts[screen] = draft
        let id = screen.description
        guard document.value.screen?.id == id || document.value.visible.contains(where: { $0.id == id }) else { return }
        var new = document.value
        if new.screen?.id == id { new.screen?.draft = draft }
        for index in new.visible.indices where new.visible[index].id == id {
            new.visible[index].draft = draft
        }
        document = KeptDocument(new, document.navigation, subject: document.subject)
    }

    /// Updates the document.
    ///
    /// - Parameters:
    ///   - navigation: The navigation of the tree. Unused if the session is over.
    ///   - before: An earlier document with the same layout. If given, only the content of the screen is updated.
    fileprivate mutating func makeDocument(
        _ blueprint: Blueprint,
        _ navigation: KeptNavigation,
        keeping before: KeptDocument? = nil
    ) throws {
        assert(
            navigation.value == tree.navigation,
            "The navigation has changed, but the layout is not marked as changed."
        )
        // With the same layout, the same flow is in front.
        let flow = before == nil ? tree.front.flatMap { tree[$0.owner] }?.type.name : document.subject.flow
        let subject = document.subject.with(flow: flow ?? row.rootFlow, user: row.user)
        // Passed on directly, because a variable would be copied.
        document = KeptDocument(
            try made(blueprint, before),
            row.status == .active ? navigation : .nothing,
            subject: subject
        )
    }

    private func made(_ blueprint: Blueprint, _ before: KeptDocument?) throws -> StateDocument {
        var new = StateDocument(session: row.id, revision: row.revision, status: row.status)
        new.outcome = row.outcome
        new.result = row.result
        if row.status == .active {
            let visible = tree.visible
            // With several visible screens, which is rare, all are encoded again.
            if let before, visible.count == 1 {
                new.screen = before.value.screen
                try refresh(&new.screen, visible[0])
                assert(
                    new.screen == (try? makeScreen(visible[0], blueprint)),
                    "The screen has moved, but the layout is not marked as changed."
                )
            } else {
                new.screen = try visible.last.flatMap { try makeScreen($0, blueprint) }
                new.visible = try visible.dropLast().compactMap { try makeScreen($0, blueprint) }
            }
        }
        return new
    }

    /// Updates the content of a screen in place.
    private func refresh(_ screen: inout ScreenDocument?, _ entry: Area.Entry) throws {
        let isThere: Void? = try tree.withShown(entry) { shown in
            let (viewModel, version) = try viewModel(of: shown)
            screen?.version = version
            screen?.title = shown.title
            screen?.viewModel = viewModel
        }
        // A stored layout may name a screen that no flow has. The earlier document then has no screen either.
        assert(isThere != nil || screen == nil, "A screen was removed, but the layout is not marked as changed.")
        screen?.draft = drafts[entry.screen]
    }

    /// The view model that the client gets, and the screen's version. A sandbox's has sensitive values masked.
    private func viewModel(of shown: ShownScreen) throws -> (json: RawJSON, version: Int) {
        if let viewModel = viewModels[shown.id] { return (viewModel, shown.encodedVersion) }
        return row.isSandbox ? try shown.masked() : (try shown.json(), shown.encodedVersion)
    }

    private func makeScreen(_ entry: Area.Entry, _ blueprint: Blueprint) throws -> ScreenDocument? {
        guard let (shown, owner) = tree.shown(entry.screen) else { return nil }
        let decider = tree.responder(from: owner.id, to: blueprint.route(.back, shown.type))
        let goesBack = decider?.handler.staysAlways != true && tree.goesBack(from: shown.id)
        let (viewModel, version) = try viewModel(of: shown)
        return ScreenDocument(
            id: shown.id.description,
            name: shown.type.name,
            title: shown.title,
            flow: owner.type.name,
            version: version,
            presentation: tree.presentation(of: shown.id),
            back: goesBack,
            backAsks: goesBack && decider != nil,
            viewModel: viewModel,
            actions: shown.type.actions,
            draft: drafts[shown.id]
        )
    }
}
