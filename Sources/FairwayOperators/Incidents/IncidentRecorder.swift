import Fairway
import FairwayWire
import Synchronization

/// Collects incidents and writes them in batches, so that no answer waits for the write.
///
/// An incident is written at most a second after it was noted, unless the store fails. A write that failed is repeated. A
/// process that is killed loses the incidents of the last second.
final class IncidentRecorder: Sendable {
    private let store: any OperatorStore
    private let clock: any WallClock
    private let limits: OperatorLimits
    private let writes: BackgroundWrites
    private let state = Mutex(State())

    private struct State {
        var waiting: [Incident] = []
        /// The number of incidents of each session since the last flush began.
        var counts: [String: Int] = [:]
        var budget = IncidentBudget()
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

    /// The number of incidents that were dropped because of a limit.
    var dropped: Int { state.withLock(\.dropped) }

    /// While the disk is nearly full, incidents are dropped, and those that wait are not written.
    func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

    /// Notes an incident.
    ///
    /// - Parameter source: The client whose call was refused; nil for timers and jobs.
    func note(_ incident: Incident, from source: CallSource? = nil) {
        let (incident, now) = (incident.shortened, clock.secondsPassed)
        let isNoted = state.withLock { state in
            let count = state.counts[incident.session, default: 0]
            guard !state.isPaused, count < limits.incidentsPerSecond, state.waiting.count < limits.incidentsWaiting,
                state.budget.spend(incident.bytes, of: incident.session, from: source, at: now, limits)
            else {
                state.dropped += 1
                return false
            }
            state.counts[incident.session] = count + 1
            state.waiting.append(incident)
            return true
        }
        if isNoted { schedule() }
    }

    /// Writes the waiting incidents, after an earlier flush has ended. Stops if the store fails.
    func flush() async {
        await writes.runInTurn {
            self.state.withLock { $0.counts = [:] }
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
    private func write(_ batch: [Incident]) async -> Bool {
        do {
            var known: [Incident] = []
            for incident in batch {
                if let incident = try await completed(incident) { known.append(incident) }
            }
            try await store.add(known)
            return true
        } catch {
            putBack(batch)
            return false
        }
    }

    /// Adds the revision of the session if it was unknown. Nil if the session is gone or damaged.
    private func completed(_ incident: Incident) async throws(StoreError) -> Incident? {
        guard incident.revision == Incident.unknownRevision else { return incident }
        do {
            guard let stored = try await store.load(incident.session) else { return nil }
            var incident = incident
            incident.revision = stored.session.revision
            return incident
        } catch {
            guard error.code == .damaged else { throw error }
            return nil
        }
    }

    private func take() -> [Incident]? {
        state.withLock { state in
            guard !state.waiting.isEmpty, !state.isPaused else { return nil }
            let batch = Array(state.waiting.prefix(limits.incidentsPerWrite))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private func putBack(_ batch: [Incident]) {
        state.withLock { state in
            let room = max(0, limits.incidentsWaiting - state.waiting.count)
            state.dropped += max(0, batch.count - room)
            state.waiting.insert(contentsOf: batch.suffix(room), at: 0)
        }
    }
}

extension Incident {
    // Limits in bytes of UTF-8. A client may send a name of any length, and an error may have a long cause. The name of a
    // flow, a screen or a job is the app's.
    private static let mostBytesOfName = 200
    private static let mostBytesOfCause = 500
    private static let mostBytesOfPointer = 100
    private static let mostBytesOfSentence = 500
    /// An incident has at most this many invalid members.
    private static let mostErrors = 16

    var shortened: Incident {
        var incident = self
        incident.name = name?.shortened(toBytes: Self.mostBytesOfName)
        incident.cause = cause?.shortened(toBytes: Self.mostBytesOfCause)
        incident.errors = errors.prefix(Self.mostErrors).map { error in
            var shortened = FieldError(
                error.pointer.shortened(toBytes: Self.mostBytesOfPointer),
                error.code.shortened(toBytes: Self.mostBytesOfPointer)
            )
            shortened.sentence = error.sentence.flatMap { $0.bytes.count <= Self.mostBytesOfSentence ? $0 : nil }
            return shortened
        }
        return incident
    }

    /// The size of the texts that a client or an error has caused.
    fileprivate var bytes: Int {
        errors.reduce((name ?? "").utf8.count + (cause ?? "").utf8.count + (request ?? "").utf8.count) {
            $0 + $1.pointer.utf8.count + $1.code.utf8.count + ($1.sentence?.bytes.count ?? 0)
        }
    }
}
