import FairwayWire
import Foundation

/// The result of a change: the session's new state and the commit that stores it.
///
/// A class, because both contain more than a hundred references, which each copy would retain. `@unchecked Sendable`: it is
/// modified only by the task that makes the change, until it is published.
final class Transition: @unchecked Sendable {
    var state: SessionState
    var commit: Commit
    /// Whether the change creates a revision. A refresh that finds no difference creates none.
    let isChange: Bool
    /// The journal entry, for observers. Nil if the change creates no revision.
    private(set) var journal: JournalEntry?
    var moves: [Move] { journal?.moves ?? [] }
    var effects: [EffectDocument] { journal?.effects ?? [] }
    /// The flow rows to store and the flows that have left, for observers.
    private(set) var flows: [FlowRow] = []
    private(set) var removedFlows: [Int] = []
    /// The changes to timers and jobs, for observers.
    private(set) var work: [WorkChange] = []
    /// Whether the commit binds keys, for which signals may wait.
    private(set) var bindsKeys = false
    /// Whether the session's token becomes invalid.
    private(set) var replacesToken = false

    private init(from before: SessionState, isChange: Bool) {
        let revision = before.row.revision
        state = before
        commit = Commit(session: before.row.id, expectedRevision: revision == 0 ? nil : revision)
        self.isChange = isChange
    }

    /// The state with moves and effects. Built on each access.
    var document: StateDocument {
        var document = state.document
        (document.moves, document.effects) = (moves, effects)
        return document
    }

    /// Moves the commit out, which is possible only once.
    func takeCommit() -> Commit {
        assert(commit.row != nil, "There is no commit to take: nothing changed, or it was taken already.")
        var taken = Commit(session: commit.session, expectedRevision: commit.expectedRevision)
        swap(&taken, &commit)
        taken.journal = journal
        return taken
    }

    /// Replaces the session's token by one with this hash; nil if the session has none any more.
    func replaceToken(by hash: [UInt8]?, _ limits: EngineLimits) {
        replacesToken = true
        state.row.replaceToken(by: hash, limits)
        commit.row = state.row
    }

    /// Notes how long the handlers took.
    func note(microseconds: Int) { journal?.microseconds = microseconds }

    /// Notes that the user made the change, whatever its kind.
    func noteUser() {
        state.row.userActedAt = state.row.touchedAt
        commit.row = state.row
    }

    /// The size of the answer that the commit stores.
    var keptAnswerBytes: Int { commit.reply?.body.count ?? 0 }

    /// The number of timers and jobs that were added.
    var addedWork: Int { commit.work.count { if case .add = $0 { true } else { false } } }

    /// Runs a change in a transaction. It has no effects outside the transaction, and `before` is not modified.
    static func make(
        _ change: Change,
        on before: SessionState,
        in transaction: Transaction
    ) async throws(ChangeFailure) -> Transition {
        do {
            try transaction.prepare(for: change, on: before)
            try await transaction.make(change)
            if before.isActive, !transaction.hasEnded { try await transaction.makeViewModels() }
            return try outcome(of: change, on: before, in: transaction)
        } catch {
            throw transaction.failure(error, of: change)
        }
    }

    /// Builds the new state and the commit after all handlers have run.
    private static func outcome(
        of change: Change,
        on before: SessionState,
        in transaction: Transaction
    ) throws -> Transition {
        let now = transaction.context.now
        transaction.touchOutdated()
        try transaction.editor.tree.encodeTouched(at: now, in: transaction.language)
        var keeping = before.keeping
        keeping?.maskedViewModels = transaction.viewModels.masked
        var after = SessionState(
            SessionState.Content(
                row: before.row,
                tree: transaction.editor.tree,
                viewModels: transaction.viewModels.made,
                drafts: before.drafts,
                draftEdits: before.draftEdits,
                flowSizes: before.flowSizes,
                mostWork: before.mostWork,
                keeping: keeping,
                // Replaced below.
                document: before.keptDocument
            )
        )
        after.row.revision = before.row.revision + 1
        after.row.device = transaction.context.device
        (after.row.user, after.row.claims) = (transaction.context.user?.id, transaction.context.user?.storedClaims)
        // Never goes back. Otherwise a session used while the clock was behind would look idle later.
        after.row.touchedAt = max(now, before.row.touchedAt)
        if change.isOfUser { after.row.userActedAt = after.row.touchedAt }
        if let ending = transaction.editor.ending {
            after.row.status = .over
            after.row.outcome = ending.outcome
            after.row.result = ending.result
        }
        let drafts = after.useUpDrafts(in: change, of: before)
        try after.makeDocument(transaction.blueprint, after: before)
        let moves = before.keptDocument.moves(to: after.keptDocument)

        let transition = Transition(
            from: before,
            isChange: !moves.isEmpty || !change.isReading || transaction.viewModels.hasDerivedScreensToStore
        )
        guard transition.isChange else { return transition }
        try transition.fill(change, from: before, to: &after, in: transaction, drafts: drafts, moves: moves)
        return transition
    }

    /// Completes the new state's row and fills in the commit.
    private func fill(
        _ change: Change,
        from before: SessionState,
        to after: inout SessionState,
        in transaction: Transaction,
        drafts: [String: RawJSON?],
        moves: [Move]
    ) throws {
        let tree = transaction.editor.tree
        if case .signIn = change {
            after.row.replaceToken(by: nil, transaction.limits)
            replacesToken = true
        }
        let frontScreen = after.document.screen?.name
        after.row.frontScreen = frontScreen
        if before.viewModels != after.viewModels {
            after.row.viewModels = try RawJSON(named: after.viewModels)
        }
        flows = try tree.dirtyRows(since: before.tree, transaction.blueprint)
        removedFlows = tree.changes.removed.filter { before.tree[$0] != nil }.map(\.number)
        for row in flows {
            let size = row.size
            if after.flowSizes[row.node] != size { after.flowSizes[row.node] = size }
            let unchanged = try after.tree.keepHash(of: row, since: before.tree, transaction.blueprint)
            if !unchanged.isEmpty { commit.unchangedColumns[row.node] = unchanged }
        }
        for node in removedFlows { after.flowSizes[node] = nil }
        try after.checkSize(since: before, transaction.limits)

        commit.expectedDraftEdits = before.draftEdits
        commit.row = after.row
        commit.drafts = drafts
        (commit.flows, commit.removedFlows) = (flows, removedFlows)
        commit.flowCount = tree.nodes.count
        commit.work = transaction.outbox.work { tree[$0] != nil }
        work = commit.work
        // Checked first, because even a modifying access to nil allocates the frame of a coroutine.
        if case .some = after.keeping { after.keeping?.work.apply(commit) }
        commit.links = transaction.outbox.links
        if transaction.outbox.hasSignals { addSignals(of: transaction.outbox, tree, revision: after.row.revision) }
        let mostBytes = transaction.limits.journalParamsBytes
        journal = JournalEntry(
            revision: after.row.revision,
            at: after.row.touchedAt,
            kind: change.kind,
            flow: transaction.subject.flow,
            screen: transaction.subject.screen,
            name: transaction.subject.name,
            params: transaction.subject.params.flatMap { $0.bytes.count <= mostBytes ? $0 : nil },
            moves: moves,
            effects: transaction.outbox.effects,
            to: frontScreen,
            microseconds: 0,
            trail: trail(from: before.tree, in: transaction, frontScreen: frontScreen),
            delivery: transaction.subject.delivery,
            request: transaction.context.origin.request
        )
        after.tree.markCommitted()
        state = after
    }

    /// Adds the keys that flows have bound, and the receipt of the signal.
    private func addSignals(of outbox: Outbox, _ tree: Tree, revision: Int) {
        if !outbox.keys.isEmpty {
            commit.keys = outbox.keys.filter { tree[NodeID($0.node)] != nil }
            bindsKeys = !commit.keys.isEmpty
        }
        guard var receipt = outbox.receipts.first else { return }
        (receipt.session, receipt.revision) = (commit.session, revision)
        commit.receipts = [receipt]
        commit.completesReceipts = outbox.completesReceipts
    }

    /// The trail of the change; nil if no flow started or left, no screen entered, and the front screen is the same.
    private func trail(from before: Tree, in transaction: Transaction, frontScreen: String?) -> Trail? {
        let tree = transaction.editor.tree
        let started = tree.changes.touched.filter { before[$0] == nil }
        let front = tree.front
        let entered = tree.screensUnderFront(since: before)
        guard !started.isEmpty || !removedFlows.isEmpty || front != before.front || !entered.isEmpty else { return nil }
        return Trail(
            started: started.compactMap { tree[$0] }.map {
                Trail.Start(node: $0.id.number, parent: $0.parent?.number, flow: $0.type.name)
            },
            left: removedFlows.map { Trail.Departure(node: $0, outcome: transaction.editor.outcome(of: NodeID($0))) },
            front: front.map { tree.trail(of: $0.screen, named: frontScreen ?? "", in: $0.owner) },
            entered: entered.map { tree.trail(of: $0.screen.id, named: $0.screen.type.name, in: $0.owner) },
            device: transaction.context.device
        )
    }
}

extension Tree {
    /// The most recent screens that entered a stack since an earlier tree, except the front one, oldest first.
    ///
    /// Screens are numbered, so a change that shows one screen in front costs a comparison.
    fileprivate func screensUnderFront(since before: Tree) -> [(screen: ShownScreen, owner: NodeID)] {
        let first = before.next.screen
        let frontNumber = front?.screen.number ?? 0
        guard next.screen - first > (frontNumber >= first ? 1 : 0) else { return [] }
        var entered: [(screen: ShownScreen, owner: NodeID)] = []
        for node in changes.touched.compactMap({ self[$0] }) {
            for screen in node.screens.reversed().prefix(while: { $0.id.number >= first })
            where screen.id.number != frontNumber {
                entered.append((screen, node.id))
            }
        }
        return entered.sorted { $0.screen.id < $1.screen.id }.suffix(EngineLimits.screensPerTrail)
    }

    fileprivate func trail(of screen: ScreenID, named name: String, in owner: NodeID) -> Trail.Front {
        Trail.Front(nodes: chain(from: owner).map(\.id.number).reversed(), screen: screen.number, name: name)
    }
}

extension SessionState {
    /// Deletes drafts of screens that have left or on which the change acted. Returns the draft rows to store.
    fileprivate mutating func useUpDrafts(in change: Change, of before: SessionState) -> [String: RawJSON?] {
        var written: [String: RawJSON?] = [:]
        if !before.drafts.isEmpty {
            var usedUp: ScreenID?
            if case .action(_, _, let screen, _) = change {
                usedUp = screen.flatMap(ScreenID.init) ?? before.tree.front?.screen
            }
            // Search all screens only if the layout has changed, because it takes long in a large tree.
            let shown = self.tree.changes.layout ? Set(self.tree.layers.flatMap { $0.area.entries.map(\.screen) }) : nil
            for screen in before.drafts.keys where screen == usedUp || shown?.contains(screen) == false {
                self.drafts[screen] = nil
                written[screen.description] = .some(nil)
            }
        }
        // The flow refused the back gesture, so keep the draft.
        if case .back = change, let draft = change.draft, let screen = change.draftScreen(in: before),
            self.tree.shown(screen) != nil
        {
            self.drafts[screen] = draft
            written[screen.description] = draft
        }
        return written
    }
}

extension RawJSON {
    /// Encodes view models by screen id, for the store.
    init(named viewModels: [ScreenID: RawJSON]) throws {
        try self.init(encoding: Dictionary(uniqueKeysWithValues: viewModels.map { ($0.key.description, $0.value) }))
    }
}

extension Change {
    /// Whether the change creates a revision only if it finds a difference.
    fileprivate var isReading: Bool {
        switch self {
        case .refresh: true
        default: false
        }
    }
}

extension Transaction {
    fileprivate func prepare(for change: Change, on before: SessionState) throws {
        draft = try before.draft(for: change)
        viewModels.before = before.viewModels
    }

    fileprivate var hasEnded: Bool { editor.ending != nil }
}

extension SessionState {
    /// The draft of the change's screen, from the request or from the store.
    fileprivate func draft(for change: Change) throws -> JSONValue? {
        let given: RawJSON?
        let screen: String?
        switch change {
        case .action(_, _, let named, let draft), .back(let named, _, let draft): (screen, given) = (named, draft)
        default: return nil
        }
        let kept = (screen.flatMap(ScreenID.init) ?? self.tree.front?.screen).flatMap { self.drafts[$0] }
        return try (given ?? kept).map { try JSON.decode(JSONValue.self, from: $0.bytes) }
    }
}

extension Tree {
    /// Encodes the screens of all modified flows and updates the flows' timestamps.
    fileprivate mutating func encodeTouched(at now: Date, in language: Language) throws {
        for id in changes.touched {
            try modify(id) { node in
                // Checked first, because even an access that changes nothing would copy the screens.
                for index in node.screens.indices where node.screens[index].needsEncoding(in: language) {
                    try node.screens[index].encode(in: language)
                }
                node.touchedAt = now
            }
        }
    }

    /// The rows to store: flows that were modified, and flows that came to or left the front.
    fileprivate func dirtyRows(since before: Tree, _ blueprint: Blueprint) throws -> [FlowRow] {
        var dirty = changes.touched
        let (owner, ownerBefore) = (front?.owner, before.front?.owner)
        if owner != ownerBefore {
            for id in [owner, ownerBefore].compactMap(\.self) where !dirty.contains(id) { dirty.append(id) }
        }
        if dirty.count > 1 { dirty = ShortList(dirty.sorted()) }
        return try dirty.compactMap { id in try self[id].map { try row(of: $0, blueprint) } }
    }
}
