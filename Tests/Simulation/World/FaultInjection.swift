import Fairway
import FairwayDoubles
import Synchronization

/// Injects faults into the store calls of one process, and fails all calls once the process has ended.
final class FaultInjection: StoreInterceptor {
    private let environment: SimulationEnvironment
    private let process: Int
    private let flaw: Flaw?
    /// Serialises disk writes. One for each process, so that an ended process does not block the next.
    private let turn = WriteTurn()
    /// The session versions that a defective store has reported.
    private let reported = Mutex<[String: SessionVersion]>([:])

    init(_ environment: SimulationEnvironment, process: Int, flaw: Flaw?) {
        self.environment = environment
        self.process = process
        self.flaw = flaw
    }

    private var isOpen: Bool { environment.isAlive(process) }

    func enter(_ call: String) async throws(StoreError) {
        if environment.happens(onceIn: environment.rates.delays) {
            await environment.pause(environment.dice.roll(1...2_000))
        }
        guard isOpen || call == "commit" && environment.isStraggler(process) else { throw FaultyStore.unavailable }
        if environment.isOutage || environment.happens(onceIn: environment.rates.failures * 2) {
            environment.history.note("fails \(call)")
            throw FaultyStore.unavailable
        }
        if environment.disk != nil, Self.writes(call) {
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
        if environment.diskIsFull || environment.happens(onceIn: environment.rates.failures * 2) {
            environment.history.note("does not write")
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
        let before = environment.store.image
        let outcome = try await forward(commit, to: store)
        guard outcome == .committed else { return outcome }
        let image = environment.store.image
        environment.store.image = before
        disk.write(image, commit)
        if flaw == .answersBeforeSync {
            environment.store.image = image
            return outcome
        }
        await environment.pause(environment.dice.roll(1...50))
        guard isOpen else { throw FaultyStore.unavailable }
        if environment.happens(onceIn: environment.rates.failures * 2) {
            environment.history.note("does not sync")
            throw FaultyStore.unavailable
        }
        environment.store.image = disk.sync()
        return outcome
    }

    private func forward(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        if let flaw { try await flaw.commit(commit, to: store) } else { try await store.commit(commit) }
    }

    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        if commit.row != nil, commit.expectedRevision != nil, environment.happens(onceIn: environment.rates.conflicts) {
            environment.history.note("conflict \(commit.session)")
            try await flaw?.refuse(commit, in: store)
            return .conflict
        }
        // Clients learn of a handoff from its process only, so a late commit of an ended process must not contain one.
        guard isOpen || commit.handoff == nil else { throw FaultyStore.unavailable }
        let outcome: CommitOutcome
        if let disk = environment.disk {
            outcome = try await write(commit, to: store, on: disk)
        } else {
            outcome = try await forward(commit, to: store)
        }
        environment.history.note("commit \(commit.session) \(commit.row?.revision ?? 0) \(outcome == .committed)")
        if outcome == .committed { environment.noteCommitted(commit.work, of: commit.session) }
        return outcome
    }

    func versions(
        of sessions: [String],
        in sharing: any SharedStore
    ) async throws(StoreError) -> [String: SessionVersion] {
        let versions = try await sharing.versions(of: sessions)
        guard flaw == .hidesOthersChanges else { return versions }
        return reported.withLock { reported in
            reported.merge(versions) { old, _ in old }
            return reported.filter { sessions.contains($0.key) }
        }
    }

    func leave(_ call: String) async throws(StoreError) {
        if let disk = environment.disk, Self.writes(call) {
            disk.write(environment.store.image)
            _ = disk.sync()
            turn.give()
        }
        if environment.happens(onceIn: environment.rates.delays * 2) {
            await environment.pause(environment.dice.roll(1...2_000))
        }
        guard isOpen else { throw FaultyStore.unavailable }
        if environment.happens(onceIn: environment.rates.failures * 2) {
            environment.history.note("loses the response to \(call)")
            throw FaultyStore.unavailable
        }
    }
}
