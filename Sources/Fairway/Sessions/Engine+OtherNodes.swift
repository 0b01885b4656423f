import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeping up with other nodes that write to the same store. Where there are none, nothing of this is done.
extension Engine {
    /// How long nobody else counts, should this node end in the middle of it.
    private static let foldingSeconds = 30.0

    /// Hears of what others commit, and looks now and then for what nobody has told.
    func listenToOthers() {
        others?.sharing.listen { [weak self] notice in self?.hear(notice) }
        // What it begins with keeps nothing from being looked at: nobody watches yet.
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
                // What fails now is tried again when somebody looks.
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

    /// Brings whoever watches a session up to date, whether or not this node was told, and tells operators that there
    /// is something they have not seen.
    func lookAtWatched() async {
        guard let others else { return }
        let changes = others.takeChanges()
        if changes > 0 { flowFeed.tellMissed(changes) }
        var rest = others.takeStock()[...]
        while !rest.isEmpty {
            let batch = rest.prefix(limits.sessionsPerLook)
            rest = rest.dropFirst(batch.count)
            // When the store does not answer, the next look may be luckier.
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

    /// Whether the store has a session at this version; always, when nobody else writes to it.
    func isCurrent(_ version: SessionVersion, _ session: String) async throws(StoreError) -> Bool {
        guard let others else { return true }
        return try await others.sharing.versions(of: [session])[session] == version
    }

    /// The session as the store has it, taken in and told to whoever watches it. Outside of the mailbox, too: what is in
    /// memory never gets older, and a change that was made from it meanwhile is a lost race.
    @discardableResult
    func catchUp(_ live: LiveSession) async throws -> SessionState {
        let revision = live.state?.row.revision
        guard var stored = try await store.load(live.id) else {
            live.vanish()
            throw Problem(.noSuchSession)
        }
        // The same text once more would be one more piece of memory for each session.
        stored.session.id = live.id
        let newer = try SessionState(stored, blueprint)
        if let revision, revision < newer.row.revision { others?.countCatchUp() }
        if !live.takeIn(newer) {
            live.takeIn(newer, missing: try await journal(live.id, after: revision ?? 0, upTo: newer.row.revision))
        }
        return live.state ?? newer
    }

    /// What happened since a revision, up to another one: not all of it, when that is very much.
    func journal(
        _ session: String,
        after revision: Int,
        upTo last: Int
    ) async throws(StoreError) -> [JournalEntry] {
        let first = max(revision, last - limits.revisionsBack)
        // There may be more by now.
        return try await store.journal(session, after: first, limit: limits.revisionsBack).filter {
            $0.revision <= last
        }
    }

    /// Counts what happened into edges, unless another node is counting at this moment: how many entries.
    package func foldJournal(limit: Int) async throws(StoreError) -> Int {
        guard try await claim(.folding, seconds: Self.foldingSeconds) else { return 0 }
        do {
            let count = try await store.foldJournal(limit: limit)
            _ = try await claim(.folding, seconds: 0)
            return count
        } catch {
            // Should that fail as well, the duty ends by itself.
            _ = try? await claim(.folding, seconds: 0)
            throw error
        }
    }

    /// Whether this node has a duty for so long; always, when there is no other. With 0 seconds it lets go.
    func claim(_ duty: DutyClaim.Duty, seconds: Double) async throws(StoreError) -> Bool {
        guard let others else { return true }
        let now = clock.now
        return try await others.sharing.claim(
            DutyClaim(duty, holder: others.name, now: now, until: now.addingTimeInterval(seconds))
        )
    }
}
