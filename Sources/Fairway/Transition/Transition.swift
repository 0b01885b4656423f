import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a change makes of a session: the session after it, what is to be written, and what is to be answered.
struct Transition: Sendable {
    var state: SessionState
    var commit: Commit
    /// Whether anything differs from before. A refresh that changed nothing makes no revision.
    var isChange: Bool
    /// The moves that led to the state, and the instructions to the client: what the journal says, to the letter.
    private(set) var moves: [Move] = []
    private(set) var effects: [EffectDocument] = []
    /// What became of flows, to be told: the rows that are written, and who has left.
    private(set) var flows: [FlowRow] = []
    private(set) var removedFlows: [Int] = []

    /// The state with moves and effects, as watchers are told it and a start is answered. Made anew each time.
    var document: StateDocument {
        var document = state.document
        (document.moves, document.effects) = (moves, effects)
        return document
    }

    /// Gives out what is to be written, once: it is handed on and not copied. What is told later is kept apart.
    @inline(__always) mutating func takeCommit() -> Commit {
        assert(commit.row != nil, "There is nothing to be written, or it was taken before.")
        var taken = Commit(session: commit.session, expectedRevision: commit.expectedRevision)
        swap(&taken, &commit)
        return taken
    }

    /// How many timers and jobs were asked for.
    var addedWork: Int { commit.work.count { if case .add = $0 { true } else { false } } }

    /// Runs a change on a session, in a transaction on its tree. Nothing outside happens, and what it is run on stays as it was.
    @inline(__always)
    static func make(
        _ change: Change,
        on before: SessionState,
        in transaction: Transaction
    ) async throws(ChangeFailure) -> Shared<Transition> {
        do {
            transaction.draft = try before.draft(for: change)
            try await transaction.make(change)
            let goesOn = before.row.status == .active && transaction.ending == nil
            let viewModels = goesOn ? try await transaction.viewModels() : [:]
            return try outcome(of: change, on: before, transaction, viewModels)
        } catch {
            throw ChangeFailure(error)
        }
    }

    /// What has become of a session, once all handlers are through.
    ///
    /// A transition and the state in it have over a hundred references in them. Both are filled in where they lie, and of
    /// what was before only that is copied which stays.
    private static func outcome(
        of change: Change,
        on before: SessionState,
        _ transaction: Transaction,
        _ viewModels: [ScreenID: RawJSON]
    ) throws -> Shared<Transition> {
        let (now, revision) = (transaction.context.now, before.row.revision)
        transaction.touchOutdated()
        try transaction.tree.encodeTouched(at: now)
        var after = SessionState(
            SessionState.Content(
                row: before.row,
                tree: transaction.tree,
                viewModels: viewModels,
                drafts: before.drafts,
                draftEdits: before.draftEdits,
                flowSizes: before.flowSizes,
                mostWork: before.mostWork,
                // Made anew below, once the rest is known.
                document: before.keptDocument
            )
        )
        after.row.revision = revision + 1
        after.row.device = transaction.context.device
        // Never back: a wall clock that was set back would make the session look idle once it is set right.
        after.row.touchedAt = max(now, before.row.touchedAt)
        if let ending = transaction.ending {
            after.row.status = .over
            after.row.outcome = ending.outcome
            after.row.result = ending.result
        }
        let drafts = after.useUpDrafts(change, before)
        try after.makeDocument(transaction.blueprint, after: before)
        let moves = before.keptDocument.moves(to: after.keptDocument)

        var transition = Shared(
            Transition(
                state: before,
                commit: Commit(session: before.row.id, expectedRevision: revision == 0 ? nil : revision),
                isChange: !moves.isEmpty || !change.isReading
            )
        )
        guard transition.value.isChange else { return transition }
        try transition.value.fill(change, from: before, to: &after, transaction, drafts, moves)
        return transition
    }

    /// Completes the row of the state after a change, and fills in what is to be written and told of it.
    private mutating func fill(
        _ change: Change,
        from before: SessionState,
        to after: inout SessionState,
        _ transaction: Transaction,
        _ drafts: [String: RawJSON?],
        _ moves: [Move]
    ) throws {
        let tree = transaction.tree
        let frontScreen = after.document.screen?.name
        after.row.frontScreen = frontScreen
        if before.viewModels != after.viewModels {
            after.row.viewModels = try RawJSON(named: after.viewModels)
        }
        flows = try tree.dirtyRows(since: before.tree, transaction.blueprint)
        removedFlows = tree.changes.removed.filter { before.tree[$0] != nil }.map(\.number)
        for row in flows {
            let bytes = row.bytesInMemory
            if after.flowSizes[row.node] != bytes { after.flowSizes[row.node] = bytes }
        }
        for node in removedFlows { after.flowSizes[node] = nil }
        (self.moves, effects) = (moves, transaction.effects)

        commit.expectedDraftEdits = before.draftEdits
        commit.row = after.row
        commit.drafts = drafts
        (commit.flows, commit.removedFlows) = (flows, removedFlows)
        commit.flowCount = tree.nodes.count
        // What a flow asked for that came and went within this change has nobody to come back to.
        commit.work = transaction.work.filter { change in
            guard case .add(let item) = change, !item.outlivesFlow else { return true }
            return NodeID(item.node).flatMap { tree[$0] } != nil
        }
        let mostBytes = transaction.limits.journalParamsBytes
        commit.journal = JournalEntry(
            revision: after.row.revision,
            at: after.row.touchedAt,
            kind: change.kind,
            flow: transaction.note.flow,
            screen: transaction.note.screen,
            name: transaction.note.name,
            params: transaction.note.params.flatMap { $0.bytes.count <= mostBytes ? $0 : nil },
            moves: moves,
            effects: effects,
            to: frontScreen,
            microseconds: 0
        )
        after.tree.markCommitted()
        state = after
    }
}

extension SessionState {
    /// Lets go of what was typed on screens that have left or that the change was about; what is to be written of it.
    fileprivate mutating func useUpDrafts(_ change: Change, _ before: SessionState) -> [String: RawJSON?] {
        var written: [String: RawJSON?] = [:]
        if !before.drafts.isEmpty {
            var usedUp: ScreenID?
            if case .action(_, _, let screen, _) = change {
                usedUp = screen.flatMap(ScreenID.init) ?? before.tree.front?.screen
            }
            // Nearly every change leaves the screens where they are. To look for each of many in a large tree takes long.
            let shown = self.tree.changes.layout ? Set(self.tree.layers.flatMap { $0.area.entries.map(\.screen) }) : nil
            for screen in before.drafts.keys where screen == usedUp || shown?.contains(screen) == false {
                self.drafts[screen] = nil
                written[screen.description] = .some(nil)
            }
        }
        // The flow would not let the user go: what was typed there is kept.
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
    /// View models by the ids of their screens, as they are stored.
    init(named viewModels: [ScreenID: RawJSON]) throws {
        try self.init(encoding: Dictionary(uniqueKeysWithValues: viewModels.map { ($0.key.description, $0.value) }))
    }
}

extension Change {
    /// Whether it only looks again, so that it is no change when it finds nothing new.
    fileprivate var isReading: Bool {
        switch self {
        case .refresh: true
        default: false
        }
    }
}

extension SessionState {
    /// What the user had typed on the screen that a change is about: sent with it, or kept from before.
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
    /// Encodes the shown screens of every touched flow that this build has not encoded, and notes when the flow was touched.
    fileprivate mutating func encodeTouched(at now: Date) throws {
        for id in changes.touched {
            try modify(id) { node in
                for index in node.screens.indices { try node.screens[index].encode() }
                node.touchedAt = now
            }
        }
    }

    /// The rows that have to be written: of flows that were touched, and of those that came to or left the front.
    fileprivate func dirtyRows(since before: Tree, _ blueprint: Blueprint) throws -> [FlowRow] {
        var dirty = changes.touched
        let (owner, ownerBefore) = (front?.owner, before.front?.owner)
        if owner != ownerBefore {
            for id in [owner, ownerBefore].compactMap(\.self) where !dirty.contains(id) { dirty.append(id) }
        }
        if dirty.count > 1 { dirty.sort() }
        return try dirty.compactMap { id in try self[id].map { try row(of: $0, blueprint) } }
    }
}
