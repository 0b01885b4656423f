import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Synchronization with other nodes on the same store. Without other nodes, none of this runs.
extension Engine {
    /// The duration of a claim on folding the journal, in case this node stops meanwhile.
    private static let foldingSeconds = 30.0

    /// Listens to notices of other nodes, and polls regularly in case notices are lost.
    func listenToOthers() {
        others?.sharing.listen { [weak self] notice in self?.hear(notice) }
        // Nothing is subscribed yet, so the first regular check cannot have missed anything.
        _ = others?.beginRegularLook()
        lookRegularly()
    }

    private func hear(_ notice: StoreNotice) {
        switch notice {
        case .changed(let session, let revision):
            let live = sessions.find(session)
            guard live?.isOwn(revision) != true else { return }
            others?.countChange()
            guard let live, live.hear(revision) else { return }
            Task(executorPreference: executor) {
                // After an error, the next poll tries again.
                repeat { _ = try? await self.catchUp(live) } while live.hasHeardMore()
            }
        case .work(let due):
            bell.ring(at: due)
        case .missed:
            others?.countChange()
            guard others?.mayLookNow() == true else { return }
            bell.ring(at: clock.now)
            Task(executorPreference: executor) { await self.lookAtWatched() }
        }
    }

    private func lookRegularly() {
        guard others != nil else { return }
        clock.after(limits.secondsBetweenLooks) { [weak self] in
            guard let self else { return }
            if others?.beginRegularLook() == true { bell.ring(at: clock.now) }
            Task(executorPreference: executor) {
                await self.lookAtWatched()
                self.lookRegularly()
            }
        }
    }

    /// Updates all subscribed sessions, whether or not notices were received. Informs flow listeners about missed
    /// changes.
    func lookAtWatched() async {
        guard let others else { return }
        let changes = others.takeChanges()
        if changes > 0 { flowFeed.tellMissed(changes) }
        var rest = others.takeStock()[...]
        while !rest.isEmpty {
            let batch = rest.prefix(limits.sessionsPerLook)
            rest = rest.dropFirst(batch.count)
            // If the store does not answer, the next poll tries again.
            guard let versions = try? await others.sharing.versions(of: batch.map(\.id)) else { return }
            var late = batch.filter { $0.isOlder(than: versions[$0.id]) }[...]
            while !late.isEmpty {
                await withDiscardingTaskGroup { group in
                    for live in late.prefix(limits.loadsAtOnce) {
                        group.addTask { _ = try? await self.catchUp(live) }
                    }
                }
                late = late.dropFirst(limits.loadsAtOnce)
            }
        }
    }

    /// Whether the store has this version of the session. Always true without other nodes.
    func isCurrent(_ version: SessionVersion, _ session: String) async throws(StoreError) -> Bool {
        guard let others else { return true }
        return try await others.sharing.versions(of: [session])[session] == version
    }

    /// Loads the session from the store and informs subscribers.
    ///
    /// May run outside of the mailbox: the state in memory never becomes older, and a change that is being made to the
    /// old state will lose the race.
    @discardableResult
    func catchUp(_ live: LiveSession) async throws -> SessionState {
        let revision = live.state?.row.revision
        guard var stored = try await store.load(live.id) else {
            live.vanish()
            throw Problem(.noSuchSession)
        }
        // Share the existing string.
        stored.session.id = live.id
        let newer = try SessionState(stored, blueprint)
        if let revision, revision < newer.row.revision { others?.countCatchUp() }
        if !live.takeIn(newer) {
            live.takeIn(newer, missing: try await journal(live.id, after: revision ?? 0, upTo: newer.row.revision))
        }
        return live.state ?? newer
    }

    /// The journal between two revisions, limited to the newest `EngineLimits.revisionsBack` entries.
    func journal(
        _ session: String,
        after revision: Int,
        upTo last: Int
    ) async throws(StoreError) -> [JournalEntry] {
        let first = max(revision, last - limits.revisionsBack)
        // The store may have newer entries by now.
        return try await store.journal(session, after: first, limit: limits.revisionsBack).filter {
            $0.revision <= last
        }
    }

    /// Folds journal entries into edge counts, unless another node does so at this moment. Returns the number of
    /// entries.
    package func foldJournal(limit: Int) async throws(StoreError) -> Int {
        guard try await claim(.folding, seconds: Self.foldingSeconds) else { return 0 }
        do {
            let count = try await store.foldJournal(limit: limit)
            _ = try await claim(.folding, seconds: 0)
            return count
        } catch {
            // If this fails too, the claim expires.
            _ = try? await claim(.folding, seconds: 0)
            throw error
        }
    }

    /// Claims a duty for some seconds, or releases it with 0 seconds. Returns false if another node has it. Always true
    /// without other nodes.
    func claim(_ duty: DutyClaim.Duty, seconds: Double) async throws(StoreError) -> Bool {
        guard let others else { return true }
        let now = clock.now
        return try await others.sharing.claim(
            DutyClaim(duty, holder: others.name, now: now, until: now.addingTimeInterval(seconds))
        )
    }
}
