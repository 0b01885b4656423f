import Fairway
import FairwayDoubles
import Synchronization

/// Injects faults into the store calls of one process, and fails all calls once the process has ended.
final class Passage: Interference {
    private let outside: Outside
    private let process: Int
    private let flaw: Flaw?
    /// Serialises disk writes. One for each process, so that an ended process does not block the next.
    private let turn = WriteTurn()
    /// The session versions that a defective store has reported.
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
        if outside.disk != nil, Self.writes(call) {
            await turn.take()
            do throws(StoreError) {
                try checkDisk()
            } catch {
                turn.give()
                throw error
            }
        }
    }

    /// Whether a call other than a commit writes.
    private static func writes(_ call: String) -> Bool {
        ["setDraft", "addHandoff", "lease", "setProgress", "foldJournal", "delete"].contains { call.hasPrefix($0) }
    }

    private func checkDisk() throws(StoreError) {
        guard isOpen else { throw FaultyStore.unavailable }
        if outside.diskIsFull || outside.happens(onceIn: outside.weather.failures * 2) {
            outside.history.note("does not write")
            throw FaultyStore.unavailable
        }
    }

    /// Writes a change to the disk, syncs it, and then shows it to readers.
    private func write(
        _ commit: Commit,
        to store: any Store,
        on disk: SimulatedDisk
    ) async throws(StoreError) -> CommitOutcome {
        await turn.take()
        defer { turn.give() }
        try checkDisk()
        let before = outside.store.image
        let outcome = try await hand(commit, to: store)
        guard outcome == .committed else { return outcome }
        let image = outside.store.image
        outside.store.image = before
        disk.write(image, commit)
        if flaw == .answersBeforeSync {
            outside.store.image = image
            return outcome
        }
        await outside.pause(outside.dice.roll(1...50))
        guard isOpen else { throw FaultyStore.unavailable }
        if outside.happens(onceIn: outside.weather.failures * 2) {
            outside.history.note("does not sync")
            throw FaultyStore.unavailable
        }
        outside.store.image = disk.sync()
        return outcome
    }

    private func hand(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        if let flaw { try await flaw.commit(commit, to: store) } else { try await store.commit(commit) }
    }

    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        if commit.row != nil, commit.expectedRevision != nil, outside.happens(onceIn: outside.weather.conflicts) {
            outside.history.note("conflict \(commit.session)")
            try await flaw?.refuse(commit, in: store)
            return .conflict
        }
        // Only the process that performs a handoff learns of it, so a late commit must not contain one.
        guard isOpen || commit.handoff == nil else { throw FaultyStore.unavailable }
        let outcome: CommitOutcome
        if let disk = outside.disk {
            outcome = try await write(commit, to: store, on: disk)
        } else {
            outcome = try await hand(commit, to: store)
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
        if let disk = outside.disk, Self.writes(call) {
            disk.write(outside.store.image)
            _ = disk.sync()
            turn.give()
        }
        if outside.happens(onceIn: outside.weather.delays * 2) { await outside.pause(outside.dice.roll(1...2_000)) }
        guard isOpen else { throw FaultyStore.unavailable }
        if outside.happens(onceIn: outside.weather.failures * 2) {
            outside.history.note("loses the answer to \(call)")
            throw FaultyStore.unavailable
        }
    }
}
