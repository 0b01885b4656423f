import FairwayWire
import Foundation

/// The sessions in memory and in the store, and the nodes that share the store.
final class SessionRepository: Sendable {
    let live: LiveSessions
    /// The other nodes on the store. Nil if the store is not shared.
    let others: OtherNodes?
    let workNotifier = WorkNotifier()
    private let store: any Store
    private let blueprint: Blueprint
    /// Nil if no module watches the app's code.
    private let monitor: (any StepMonitor)?
    private let revisionsBack: Int
    private let keepsStates: Bool

    init(
        _ store: any Store,
        live: LiveSessions,
        others: OtherNodes?,
        blueprint: Blueprint,
        monitor: (any StepMonitor)?,
        limits: EngineLimits,
        keepsStates: Bool
    ) {
        self.store = store
        self.live = live
        self.others = others
        self.blueprint = blueprint
        self.monitor = monitor
        revisionsBack = limits.revisionsBack
        self.keepsStates = keepsStates
    }

    /// The state before a session's first change.
    func newState(_ row: SessionRow) -> SessionState {
        var state = SessionState(new: row)
        if keepsStates { state.keeping = SessionState.Keeping() }
        return state
    }

    /// Whether this is the session's newest version in the store. Always true without other nodes.
    func isCurrent(_ version: SessionVersion, _ session: String) async throws(StoreError) -> Bool {
        guard let others else { return true }
        return try await others.sharing.versions(of: [session])[session] == version
    }

    /// The state from memory, otherwise from the store. Must be called inside the mailbox.
    func load(_ live: LiveSession) async throws -> SessionState {
        if let state = live.certainState { state } else { try await loadFromStore(live) }
    }

    private func loadFromStore(_ live: LiveSession) async throws -> SessionState {
        guard let state = live.state else { return try await catchUp(live) }
        do {
            return try await catchUp(live)
        } catch let error as StoreError {
            // The state is uncertain after a failed commit. While the store cannot be read, use the state in memory,
            // unless another node may have a newer one, a client has seen a newer one, or the token may be replaced.
            if others != nil || live.isBehind || live.mayHaveNewToken { throw error }
            return state
        }
    }

    /// Loads the session from the store and informs subscribers.
    ///
    /// May run outside of the mailbox. The state in memory never becomes older, and the store refuses the commit of a
    /// change that began on the old state.
    @discardableResult
    func catchUp(_ live: LiveSession) async throws -> SessionState {
        let revision = live.state?.row.revision
        guard var stored = try await store.load(live.id) else {
            live.markDeleted()
            throw Problem(.noSuchSession)
        }
        // Share the existing string.
        stored.session.id = live.id
        var newer = try read(stored)
        if keepsStates {
            // Read after the session. If another node commits in between, the next change on this state conflicts with
            // that commit and is repeated.
            let hasWork = newer.tree.next.job > 1
            newer.keeping = SessionState.Keeping(work: OpenWork(hasWork ? try await store.work(live.id) : []))
        }
        if let revision, revision < newer.row.revision { others?.countCatchUp() }
        if !live.takeIn(newer) {
            live.takeIn(newer, missing: try await journal(live.id, after: revision ?? 0, upTo: newer.row.revision))
        }
        return live.state ?? newer
    }

    /// Reads a stored session, unless the monitor refuses it.
    private func read(_ stored: StoredSession) throws -> SessionState {
        let ticket = try monitor?.begin(RunningStep(loading: stored.session))
        defer {
            if let ticket {
                monitor?.handlerReturned(ticket)
                monitor?.end(ticket)
            }
        }
        return try SessionState(stored, blueprint)
    }

    /// The journal between two revisions, limited to the newest `EngineLimits.revisionsBack` entries.
    func journal(
        _ session: String,
        after revision: Int,
        upTo last: Int
    ) async throws(StoreError) -> [JournalEntry] {
        let first = max(revision, last - revisionsBack)
        // The store may have newer entries by now.
        return try await store.journal(session, after: first, limit: revisionsBack).filter {
            $0.revision <= last
        }
    }

    /// Commits the transition. After a failure, the state in memory is marked as uncertain.
    func commit(_ made: Transition, of live: LiveSession) async throws(StoreError) -> CommitOutcome {
        if others != nil { live.willCommit(made.state.version.revision) }
        do {
            let outcome = try await store.commit(made.takeCommit())
            if case .committed = outcome { notifyWorker(of: made, live) }
            return outcome
        } catch {
            live.markUncertain(replacingToken: made.replacesToken)
            throw error
        }
    }

    private func notifyWorker(of made: Transition, _ live: LiveSession) {
        if !made.work.isEmpty, !made.state.isSandbox { workNotifier.notify(live.id, made.work) }
        // The commit has made the signals due that waited for its keys, or for a change of the session.
        if live.takeHeldSignals() || made.bindsKeys { workNotifier.notify(at: .distantPast) }
    }

    /// Commits an answer that changes nothing. After a failure, the state in memory is marked as uncertain.
    func commit(_ reply: consuming Commit, of live: LiveSession) async throws(StoreError) -> CommitOutcome {
        do {
            return try await store.commit(reply)
        } catch {
            live.markUncertain(replacingToken: false)
            throw error
        }
    }

    /// Writes a draft. After a failure, the state in memory is marked as uncertain.
    ///
    /// - Returns: The store's count of draft edits.
    func write(_ draft: RawJSON?, on screen: ScreenID, of live: LiveSession) async throws(StoreError) -> Int {
        do {
            return try await store.setDraft(draft, live.id, screen: screen.description)
        } catch {
            live.markUncertain(replacingToken: false)
            throw error
        }
    }
}
