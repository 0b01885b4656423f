import Fairway
import FairwayDoubles
import Synchronization

/// The way of one process to the store: rough, and closed once the process has ended.
final class Passage: Interference {
    private let outside: Outside
    private let process: Int
    private let flaw: Flaw?
    /// What a store with the flaw has said of sessions before.
    private let said = Mutex<[String: SessionVersion]>([:])

    init(_ outside: Outside, process: Int, flaw: Flaw?) {
        self.outside = outside
        self.process = process
        self.flaw = flaw
    }

    private var isOpen: Bool { outside.isAlive(process) }

    func enter(_ call: String) async throws(StoreError) {
        if outside.happens(onceIn: outside.weather.delays) { await outside.pause(outside.dice.roll(1...2_000)) }
        guard isOpen || call == "commit" && outside.isStraggler(process) else { throw FaultyStore.unavailable }
        if outside.isOutage || outside.happens(onceIn: outside.weather.failures * 2) {
            outside.history.note("fails \(call)")
            throw FaultyStore.unavailable
        }
    }

    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        if commit.row != nil, commit.expectedRevision != nil, outside.happens(onceIn: outside.weather.conflicts) {
            outside.history.note("conflict \(commit.session)")
            try await flaw?.refuse(commit, in: store)
            return .conflict
        }
        // Who may come in is known to the process that let them in: it learns of a handover by no other's.
        guard isOpen || commit.handoff == nil else { throw FaultyStore.unavailable }
        let outcome: CommitOutcome
        if let flaw {
            outcome = try await flaw.commit(commit, to: store)
        } else {
            outcome = try await store.commit(commit)
        }
        outside.history.note("commit \(commit.session) \(commit.row?.revision ?? 0) \(outcome == .committed)")
        if outcome == .committed { outside.noteCommitted(commit.work, of: commit.session) }
        return outcome
    }

    func versions(
        of sessions: [String],
        in sharing: any SharedStore
    ) async throws(StoreError) -> [String: SessionVersion] {
        let versions = try await sharing.versions(of: sessions)
        guard flaw == .hidesOthersChanges else { return versions }
        return said.withLock { said in
            said.merge(versions) { old, _ in old }
            return said.filter { sessions.contains($0.key) }
        }
    }

    func leave(_ call: String) async throws(StoreError) {
        if outside.happens(onceIn: outside.weather.delays * 2) { await outside.pause(outside.dice.roll(1...2_000)) }
        guard isOpen else { throw FaultyStore.unavailable }
        if outside.happens(onceIn: outside.weather.failures * 2) {
            outside.history.note("loses the answer to \(call)")
            throw FaultyStore.unavailable
        }
    }
}
