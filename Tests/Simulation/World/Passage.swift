import Fairway
import FairwayTesting

/// The way of one process to the store: rough, and closed once the process has ended.
final class Passage: Interference {
    private let outside: Outside
    private let generation: Int
    private let flaw: Flaw?

    init(_ outside: Outside, generation: Int, flaw: Flaw?) {
        self.outside = outside
        self.generation = generation
        self.flaw = flaw
    }

    private var isOpen: Bool { generation == outside.generation }

    func enter(_ call: String) async throws(StoreError) {
        if outside.happens(onceIn: outside.weather.delays) { await outside.pause(outside.dice.roll(1...2_000)) }
        guard isOpen || call == "commit" && outside.isStraggler(generation) else { throw FaultyStore.unavailable }
        if outside.isOutage || outside.happens(onceIn: outside.weather.failures * 2) {
            outside.history.note("fails \(call)")
            throw FaultyStore.unavailable
        }
    }

    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        if commit.row != nil, commit.expectedRevision != nil, outside.happens(onceIn: outside.weather.conflicts) {
            outside.history.note("conflict \(commit.session)")
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

    func leave(_ call: String) async throws(StoreError) {
        if outside.happens(onceIn: outside.weather.delays * 2) { await outside.pause(outside.dice.roll(1...2_000)) }
        guard isOpen else { throw FaultyStore.unavailable }
        if outside.happens(onceIn: outside.weather.failures * 2) {
            outside.history.note("loses the answer to \(call)")
            throw FaultyStore.unavailable
        }
    }
}
