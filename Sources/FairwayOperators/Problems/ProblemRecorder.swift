import Fairway
import FairwayWire
import Foundation
import Synchronization

/// Counts refusals and failures by group and session, and writes the counts in batches, so that no answer waits for the write.
///
/// A change that tells a flow that its work was given up is counted when the journal is folded.
/// A count is written at most a second after the first occurrence, unless the store fails or the disk is nearly full. It then waits.
/// A process that is killed loses the counts of the last second.
final class ProblemRecorder: Sendable {
    private let store: any OperatorStore
    private let clock: any WallClock
    private let limits: OperatorLimits
    private let writes: BackgroundWrites
    private let state = Mutex(State())

    fileprivate struct Key: Hashable {
        var group: ProblemGroup
        var session: String
        var hour: Int
    }

    fileprivate struct State {
        var waiting: [Key: SeenProblem] = [:]
        /// The causes of each group without its cause.
        var causes: [ProblemGroup: Set<String>] = [:]
        /// Whether the disk is nearly full.
        var isPaused = false
        var dropped = 0
    }

    init(_ store: any OperatorStore, clock: any WallClock, limits: OperatorLimits, executor: (any TaskExecutor)?) {
        self.store = store
        self.clock = clock
        self.limits = limits
        writes = BackgroundWrites(afterSeconds: 1, clock: clock, executor: executor)
    }

    /// The number of occurrences that were dropped because of a limit.
    var dropped: Int { state.withLock(\.dropped) }

    /// While the disk is nearly full, counts wait.
    func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

    /// Counts an occurrence.
    func note(_ group: ProblemGroup, of session: String, at time: Date) {
        let isNoted = state.withLock { state in
            let group = state.limited(group, mostCauses: limits.causesPerProblem)
            let key = Key(group: group, session: session, hour: time.hour)
            if state.waiting[key] == nil, state.waiting.count >= limits.problemsWaiting {
                state.dropped += 1
                return false
            }
            state.waiting[key, default: SeenProblem(group, session: session, count: 0, first: time, last: time)]
                .count(time)
            return true
        }
        if isNoted { schedule() }
    }

    /// Writes the waiting counts, after an earlier flush has ended. Stops if the store fails.
    func flush() async {
        await writes.runInTurn {
            while let batch = self.take(), await self.write(batch) {}
        }
    }

    private func schedule() {
        writes.schedule(for: self) { recorder in
            await recorder.flush()
            // The store has failed, or the disk is nearly full.
            if recorder.state.withLock({ !$0.waiting.isEmpty }) { recorder.schedule() }
        }
    }

    /// Writes a batch. If the store fails, the batch waits again.
    private func write(_ batch: [SeenProblem]) async -> Bool {
        do {
            try await store.addProblems(batch)
            return true
        } catch {
            putBack(batch)
            return false
        }
    }

    private func take() -> [SeenProblem]? {
        state.withLock { state in
            guard !state.waiting.isEmpty, !state.isPaused else { return nil }
            let keys = Array(state.waiting.keys.prefix(limits.problemsPerWrite))
            return keys.compactMap { state.waiting.removeValue(forKey: $0) }
        }
    }

    private func putBack(_ batch: [SeenProblem]) {
        state.withLock { state in
            for seen in batch {
                let key = Key(group: seen.group, session: seen.session, hour: seen.first.hour)
                if state.waiting[key] == nil, state.waiting.count >= limits.problemsWaiting {
                    state.dropped += seen.count
                } else {
                    state.waiting[key] = state.waiting[key]?.adding(seen) ?? seen
                }
            }
        }
    }
}

extension ProblemRecorder: EngineObserver {
    func refused(_ change: RefusedChange) {
        // It has a journal entry.
        guard change.workFailure != .unhandledGiveUp else { return }
        // Not shortened: a quoted value that is cut has no closing quote.
        let incident = Incident(change)
        var group = ProblemGroup(incident, isDeclared: change.isNameDeclared)
        if change.workFailure == .undelivered { group.kind = .givenUp }
        note(group, of: change.session, at: change.at)
    }
}

extension ProblemRecorder.State {
    /// Limits the causes of a place, because an error may contain what a user has typed.
    fileprivate mutating func limited(_ group: ProblemGroup, mostCauses: Int) -> ProblemGroup {
        guard let cause = group.cause else { return group }
        var place = group
        place.cause = nil
        if causes[place]?.contains(cause) ?? false { return group }
        guard causes[place, default: []].count < mostCauses else {
            return group.withoutCause
        }
        causes[place, default: []].insert(cause)
        return group
    }
}

extension SeenProblem {
    fileprivate mutating func count(_ time: Date) {
        count += 1
        (first, last) = (min(first, time), max(last, time))
    }

    fileprivate func adding(_ other: SeenProblem) -> SeenProblem {
        var sum = self
        sum.count += other.count
        (sum.first, sum.last) = (min(first, other.first), max(last, other.last))
        return sum
    }
}
