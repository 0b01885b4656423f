import FairwayWire

/// A session as it was committed last: all that the next change starts from, and what a read answers.
struct SessionState: Sendable {
    var row: SessionRow
    var tree: Tree
    /// What visible screens show, where that is not just their stored properties.
    var viewModels: [ScreenID: RawJSON]
    var drafts: [ScreenID: RawJSON]
    /// The state as a GET gives it: no moves, no effects.
    var document: StateDocument

    /// The session that was stored.
    init(_ stored: StoredSession, _ blueprint: Blueprint) throws(IncompatibleFlow) {
        row = stored.session
        tree = try Tree(stored, blueprint)
        do {
            let named = try JSON.decode([String: RawJSON].self, from: stored.session.viewModels.bytes)
            viewModels = Dictionary(named.compactMap { name, model in ScreenID(name).map { ($0, model) } }) {
                first,
                _ in first
            }
        } catch {
            throw IncompatibleFlow(flow: row.rootFlow, reason: "\(error)")
        }
        drafts = Dictionary(stored.drafts.compactMap { name, draft in ScreenID(name).map { ($0, draft) } }) {
            first,
            _ in first
        }
        document = StateDocument(session: row.id, revision: row.revision, status: row.status)
        do {
            document = try makeDocument()
        } catch {
            throw IncompatibleFlow(flow: row.rootFlow, reason: "\(error)")
        }
    }

    /// A session that does not exist yet.
    init(new row: SessionRow) {
        self.row = row
        tree = Tree()
        viewModels = [:]
        drafts = [:]
        document = StateDocument(session: row.id, revision: 0)
    }

    /// What a user has typed on a screen of the tree.
    mutating func setDraft(_ draft: RawJSON?, _ screen: ScreenID) {
        drafts[screen] = draft
        if document.screen?.id == screen.description { document.screen?.draft = draft }
        for index in document.visible.indices where document.visible[index].id == screen.description {
            document.visible[index].draft = draft
        }
    }
}

extension SessionState {
    /// The state of this tree. Navigation that has not changed is taken over from the document before.
    func makeDocument(keeping navigation: Navigation? = nil) throws -> StateDocument {
        var document = StateDocument(session: row.id, revision: row.revision, status: row.status)
        document.outcome = row.outcome
        document.result = row.result
        guard row.status == .active else { return document }
        let visible = tree.visible
        document.screen = try visible.last.flatMap { try makeScreen($0) }
        document.visible = try visible.dropLast().compactMap { try makeScreen($0) }
        document.navigation = navigation ?? tree.navigation
        return document
    }

    private func makeScreen(_ entry: Area.Entry) throws -> ScreenDocument? {
        guard let (shown, owner) = tree.shown(entry.screen) else { return nil }
        let key = RouteKey(.back, shown.type.metatype)
        let goesBack = tree.retreat(from: shown.id) != .refused
        return ScreenDocument(
            id: shown.id.description,
            name: shown.type.name,
            flow: owner.type.name,
            version: shown.type.version,
            presentation: tree.presentation(of: shown.id),
            back: goesBack,
            backAsks: goesBack && tree.chain(from: owner.id).contains { $0.type.answers(key) },
            viewModel: try viewModels[shown.id] ?? shown.encoded ?? RawJSON(encoding: shown.value),
            actions: shown.type.actions,
            draft: drafts[shown.id]
        )
    }
}
