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
    private let writer = UUID().uuidString
    private let state = Mutex(State())

    private struct Key: Hashable {
        var group: ProblemGroup
        var session: String?
        var app: String?
        var hour: Int
    }

    private struct State {
        var waiting: [Key: SeenProblem] = [:]
        /// The causes and the versions of the app that wait, by place. A client can send very many of both.
        var causes: [ProblemGroup: Set<String>] = [:]
        var apps: [ProblemGroup: Set<String>] = [:]
        /// The batch that is being written. If the store fails, it is written again: the store may have added it.
        var batch: ProblemBatch?
        var batches = 0
        /// Whether the disk is nearly full.
        var isPaused = false
        var dropped = 0

        var isEmpty: Bool { waiting.isEmpty && batch == nil }

        /// The key of an occurrence. The causes beyond the limit of a place share a group, and the versions share nil.
        mutating func key(_ group: ProblemGroup, of session: String?, app: String?, at time: Date) -> Key {
            let place = group.withoutCause
            let isNamed = Self.admits(group.cause, at: place, to: &causes, most: OperatorLimits.causesPerProblem)
            let isTold = Self.admits(app, at: place, to: &apps, most: OperatorLimits.appsPerProblem)
            return Key(group: isNamed ? group : place, session: session, app: isTold ? app : nil, hour: time.hour)
        }

        private static func admits(
            _ value: String?,
            at place: ProblemGroup,
            to known: inout [ProblemGroup: Set<String>],
            most: Int
        ) -> Bool {
            guard let value, known[place]?.contains(value) != true else { return true }
            guard known[place, default: []].count < most else { return false }
            known[place, default: []].insert(value)
            return true
        }
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
    ///
    /// - Parameter app: The version of the client's app, if there is no session.
    private func note(_ group: ProblemGroup, of session: String?, app: String?, at time: Date) {
        let isNoted = state.withLock { state in
            let key = state.key(group, of: session, app: app.flatMap(Device.tag), at: time)
            if state.waiting[key] == nil, state.waiting.count >= limits.problemsWaiting {
                state.dropped += 1
                return false
            }
            let none = SeenProblem(key.group, session: session, app: key.app, count: 0, first: time, last: time)
            state.waiting[key, default: none].count(time)
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
            if recorder.state.withLock({ !$0.isEmpty }) { recorder.schedule() }
        }
    }

    private func write(_ batch: ProblemBatch) async -> Bool {
        do {
            try await store.addProblems(batch)
            state.withLock { $0.batch = nil }
            return true
        } catch {
            return false
        }
    }

    private func take() -> ProblemBatch? {
        state.withLock { state in
            guard !state.isEmpty, !state.isPaused else { return nil }
            if let batch = state.batch { return batch }
            let keys = Array(state.waiting.keys.prefix(limits.problemsPerWrite))
            let problems = keys.compactMap { state.waiting.removeValue(forKey: $0) }
            if state.waiting.isEmpty { (state.causes, state.apps) = ([:], [:]) }
            state.batches += 1
            let batch = ProblemBatch(writer: writer, number: state.batches, problems: problems)
            state.batch = batch
            return batch
        }
    }
}

extension ProblemRecorder: EngineObserver {
    func refused(_ change: RefusedChange) {
        // It has a journal entry.
        guard change.workFailure != .unhandledGiveUp else { return }
        // Not shortened: a quoted value that is cut has no closing quote. The session is not part of the group.
        let incident = Incident(change, of: change.session ?? "")
        var group = ProblemGroup(incident, isDeclared: change.isNameDeclared)
        if change.workFailure == .undelivered { group.kind = .givenUp }
        note(group, of: change.session, app: change.app, at: change.at)
    }
}

extension SeenProblem {
    fileprivate mutating func count(_ time: Date) {
        count += 1
        (first, last) = (min(first, time), max(last, time))
    }
}
