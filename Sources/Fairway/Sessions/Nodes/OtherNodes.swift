import FairwayWire
import Foundation
import Synchronization

/// Tracks this node's sessions with subscribers, because other nodes on the same store may change them. Also tracks whether
/// notices may have been missed.
final class OtherNodes: Sendable {
    let sharing: any SharedStore
    /// The name of this node in its claims of duties.
    let name: String
    private let state = Mutex(State())

    private struct State {
        var watched: [String: LiveSession] = [:]
        var changes = 0
        var hasChecked = false
        var hasMissed = false
        var statistics = NodeStatistics()
    }

    init(_ sharing: any SharedStore, name: String) {
        self.sharing = sharing
        self.name = name
    }

    /// Adds a session that has subscribers.
    func watch(_ live: LiveSession) { state.withLock { $0.watched[live.id] = live } }

    /// The sessions with subscribers, by id. Sessions without subscribers are removed.
    func watchedSessions() -> [LiveSession] {
        state.withLock { state in
            state.watched = state.watched.filter { $0.value.isWatched }
            return state.watched.values.sorted { $0.id < $1.id }
        }
    }

    var statistics: NodeStatistics { state.withLock(\.statistics) }

    func countLostRace() { state.withLock { $0.statistics.lostRaces += 1 } }

    /// Counts a session that another node had changed.
    func countCatchUp() {
        state.withLock { state in
            state.changes += 1
            state.statistics.catchUps += 1
        }
    }

    func countChange() { state.withLock { $0.changes += 1 } }

    /// Whether to check immediately, because a notice may have been missed. True at most once between two regular
    /// checks: a stream of unreadable notices (from a newer build, for example) must not cause constant checking.
    func mayCheckNow() -> Bool {
        state.withLock { state in
            defer { state.hasChecked = true }
            state.hasMissed = state.hasMissed || state.hasChecked
            return !state.hasChecked
        }
    }

    /// Begins a regular check. Returns whether `mayCheckNow` has refused a check since the last regular one.
    func beginRegularCheck() -> Bool {
        state.withLock { state in
            defer { (state.hasChecked, state.hasMissed) = (false, false) }
            return state.hasMissed
        }
    }

    func takeChanges() -> Int {
        state.withLock { state in
            defer { state.changes = 0 }
            return state.changes
        }
    }
}

/// Synchronization with other nodes on the same store. Without a shared store, nothing listens or polls.
extension Engine {
    /// Listens to notices of other nodes, and polls regularly in case notices are lost.
    func listenToOtherNodes() {
        others?.sharing.listen { [weak self] notice in self?.handle(notice) }
        // Ignore notices that were missed before this point: the engine has no subscriptions yet.
        _ = others?.beginRegularCheck()
        checkRegularly()
    }

    private func handle(_ notice: StoreNotice) {
        switch notice {
        case .changed(let session, let revision):
            let live = sessions.find(session)
            guard live?.isOwn(revision) != true else { return }
            others?.countChange()
            guard let live, live.noteNewer(revision) else { return }
            Task(executorPreference: executor) {
                // After an error, the next poll tries again.
                repeat { _ = try? await self.repository.catchUp(live) } while live.takeHasNewerRevision()
            }
        case .work(let due):
            workNotifier.notify(at: due)
        case .missed:
            others?.countChange()
            guard others?.mayCheckNow() == true else { return }
            workNotifier.notify(at: clock.now)
            Task(executorPreference: executor) { await self.checkWatchedSessions() }
        }
    }

    private func checkRegularly() {
        guard others != nil else { return }
        clock.after(limits.secondsBetweenLooks) { [weak self] in
            guard let self else { return }
            if others?.beginRegularCheck() == true { workNotifier.notify(at: clock.now) }
            Task(executorPreference: executor) {
                await self.checkWatchedSessions()
                self.checkRegularly()
            }
        }
    }

    /// Updates all subscribed sessions, whether or not notices were received. Also tells the
    /// observers how many changes other nodes have made since the last check.
    func checkWatchedSessions() async {
        guard let others else { return }
        let changes = others.takeChanges()
        if changes > 0 { tell(ofMissed: changes) }
        var rest = others.watchedSessions()[...]
        while !rest.isEmpty {
            let batch = rest.prefix(limits.sessionsPerLook)
            rest = rest.dropFirst(batch.count)
            // If the store does not answer, the next poll tries again.
            guard let versions = try? await others.sharing.versions(of: batch.map(\.id)) else { return }
            var late = batch.filter { $0.isOlder(than: versions[$0.id]) }[...]
            while !late.isEmpty {
                await withDiscardingTaskGroup { group in
                    for live in late.prefix(limits.loadsAtOnce) {
                        group.addTask { _ = try? await self.repository.catchUp(live) }
                    }
                }
                late = late.dropFirst(limits.loadsAtOnce)
            }
        }
    }

    /// Claims a duty for some seconds, or releases it with 0 seconds. Returns false if another node has it. Always true
    /// without other nodes.
    package func claim(_ duty: DutyClaim.Duty, seconds: Double) async throws(StoreError) -> Bool {
        guard let others else { return true }
        let now = clock.now
        return try await others.sharing.claim(
            DutyClaim(duty, holder: others.name, now: now, until: now.addingTimeInterval(seconds))
        )
    }
}
