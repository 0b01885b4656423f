import FairwayWire
import Foundation
import Synchronization

/// Incidents: refused and failed changes, noted for operators.
extension Engine {
    /// Writes the incidents that wait. Call it before the store is closed.
    package func flushIncidents() async { await incidents.flush() }

    /// Notes a refused change of a client, a signal, or the delivery of a timer or of a job's result.
    ///
    /// Not inlined: most changes succeed.
    @inline(never)
    func note(_ refusal: Answer.RefusedChange, of change: Change, by caller: Caller) {
        guard caller.isClient || change.isFromOutside else { return }
        incidents.note(
            Incident(change.subject(in: refusal.state), refusal, kind: change.kind, caller.request, at: clock.now),
            from: caller.source
        )
    }

    /// Notes a client's call that contains no valid change.
    @inline(never)
    func note(_ refusal: Answer.RefusedChange, kind: String, by caller: Caller) {
        guard caller.isClient else { return }
        note(refusal, kind: kind, request: caller.request, from: caller.source)
    }

    /// Notes a refused call of a client, such as a handoff to another device.
    @inline(never)
    func note(_ refusal: Answer.RefusedChange, kind: String, request: String?, from source: CallSource? = nil) {
        incidents.note(Incident(refusal.state.frontSubject, refusal, kind: kind, request, at: clock.now), from: source)
    }

    /// Notes a refusal of a session that this build cannot read.
    @inline(never)
    func note(unreadable session: String, _ answer: Answer, of change: Change, by caller: Caller) {
        guard caller.isClient || change.isFromOutside else { return }
        incidents.note(
            Incident(
                session: session,
                revision: Incident.unknownRevision,
                at: clock.now,
                kind: change.kind,
                code: ProblemCode.incompatibleFlow.rawValue,
                cause: answer.cause,
                request: caller.request
            ),
            from: caller.source
        )
    }

    /// Notes a failed attempt of a timer or job.
    func note(_ code: ProblemCode, _ cause: String, of work: StoredWork) {
        incidents.note(
            Incident(
                session: work.session,
                revision: knownRevision(of: work.session) ?? Incident.unknownRevision,
                at: clock.now,
                kind: (work.item.kind == .timer ? ChangeKind.timer : .job).name,
                node: NodeID(work.item.node)?.number,
                flow: work.flow,
                name: work.item.name,
                code: code.rawValue,
                cause: cause
            )
        )
    }
}

extension Engine {
    /// The revision of a session in memory. Nil if another node may have made a newer one.
    private func knownRevision(of session: String) -> Int? {
        others == nil ? sessions.find(session)?.certainState?.row.revision : nil
    }
}

/// Collects incidents and writes them in batches, so that no answer waits for the write.
///
/// An incident is written at most a second after it was noted, unless the store fails. A write that failed is repeated. A
/// process that is killed loses the incidents of the last second.
final class IncidentRecorder: Sendable {
    private static let secondsBetweenWrites = 1.0

    private let store: any Store
    private let clock: any WallClock
    private let limits: EngineLimits
    private let executor: (any TaskExecutor)?
    private let state = Mutex(State())

    private struct State {
        var waiting: [Incident] = []
        /// The number of incidents of each session since the last flush began.
        var counts: [String: Int] = [:]
        var budget = IncidentBudget()
        /// Whether the disk is nearly full.
        var isPaused = false
        var isScheduled = false
        var dropped = 0
        /// The task of the latest flush.
        var writing: Task<Void, Never>?
    }

    init(_ store: any Store, clock: any WallClock, limits: EngineLimits, executor: (any TaskExecutor)?) {
        self.store = store
        self.clock = clock
        self.limits = limits
        self.executor = executor
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
        let mustSchedule = state.withLock { state in
            let count = state.counts[incident.session, default: 0]
            guard !state.isPaused, count < limits.incidentsPerSecond, state.waiting.count < limits.incidentsWaiting,
                state.budget.spend(incident.bytes, of: incident.session, from: source, at: now, limits)
            else {
                state.dropped += 1
                return false
            }
            state.counts[incident.session] = count + 1
            state.waiting.append(incident)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule() }
    }

    /// Writes the waiting incidents, after an earlier flush has ended. Stops if the store fails.
    func flush() async {
        let task = state.withLock { state in
            let earlier = state.writing
            let task = Task(executorPreference: executor) {
                await earlier?.value
                self.state.withLock { $0.counts = [:] }
                while let batch = self.take(), await self.write(batch) {}
            }
            state.writing = task
            return task
        }
        await task.value
    }

    private func schedule() {
        clock.after(Self.secondsBetweenWrites) { [weak self] in
            guard let self else { return }
            Task(executorPreference: executor) {
                await self.flush()
                if self.mustWriteAgain() { self.schedule() }
            }
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

    private func mustWriteAgain() -> Bool {
        state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return state.isScheduled
        }
    }
}

/// The flow and the screen of a refused change, and its name.
struct IncidentSubject {
    var node: NodeID?
    var flow: String?
    var screen: String?
    var name: String?
}

extension Incident {
    // Limits in bytes of UTF-8. A client may send a name of any length, and an error may have a long cause. The name of a
    // flow, a screen or a job is the app's.
    private static let mostBytesOfName = 200
    private static let mostBytesOfCause = 500
    private static let mostBytesOfPointer = 100
    /// An incident has at most this many invalid members.
    private static let mostErrors = 16

    /// The revision of an incident until it is written, if no state was in memory. Revisions begin with 1.
    static let unknownRevision = 0

    /// The statuses of refused and failed changes that operators see.
    static let statuses: Set<Int> = [409, 412, 422, 500, 504]

    fileprivate init(
        _ subject: IncidentSubject,
        _ refusal: Answer.RefusedChange,
        kind: String,
        _ request: String?,
        at now: Date
    ) {
        let (problem, row) = (refusal.problem, refusal.state.row)
        self.init(
            session: row.id,
            revision: row.revision,
            at: now,
            kind: kind,
            node: subject.node?.number,
            flow: subject.flow,
            screen: subject.screen,
            name: subject.name,
            code: problem.code.rawValue,
            errors: problem.errors.map { FieldError($0.pointer, $0.code) },
            // The detail of a failure describes the app. The detail of a refusal may contain what the user entered.
            cause: refusal.cause ?? (problem.code.status < 500 ? nil : problem.detail),
            request: request
        )
    }

    fileprivate var shortened: Incident {
        var incident = self
        incident.name = name?.shortened(toBytes: Self.mostBytesOfName)
        incident.cause = cause?.shortened(toBytes: Self.mostBytesOfCause)
        incident.errors = errors.prefix(Self.mostErrors).map { error in
            FieldError(
                error.pointer.shortened(toBytes: Self.mostBytesOfPointer),
                error.code.shortened(toBytes: Self.mostBytesOfPointer)
            )
        }
        return incident
    }

    /// The size of the texts that a client or an error has caused.
    fileprivate var bytes: Int {
        errors.reduce((name ?? "").utf8.count + (cause ?? "").utf8.count + (request ?? "").utf8.count) {
            $0 + $1.pointer.utf8.count + $1.code.utf8.count
        }
    }
}

extension Caller {
    /// Whether the call is that of a session's client. Operators, the worker and the sweeper make calls, too.
    fileprivate var isClient: Bool { mayBeSentAway }
}

extension Change {
    /// Whether the change is noted for every caller: a signal, a timer or a job's result. Clients do not send them.
    fileprivate var isFromOutside: Bool {
        switch self {
        case .work(_, let result): result != .dropped
        case .signal: true
        default: false
        }
    }

    /// The subject of a change that was refused in a state. It differs from that of the journal if the screen is no longer
    /// in front.
    fileprivate func subject(in state: SessionState) -> IncidentSubject {
        switch self {
        case .action(let name, _, let screen, _): return state.subject(screen, name: name)
        case .back(let screen, _, _): return state.subject(screen)
        case .work(let item, _):
            let node = NodeID(item.node)
            let flow = node.flatMap { state.tree[$0] }?.type.name
            return IncidentSubject(node: node, flow: flow, name: item.name)
        case .select(_, let name), .signal(let name, _):
            var subject = state.frontSubject
            subject.name = name
            return subject
        default: return state.frontSubject
        }
    }
}

extension SessionState {
    /// The front flow and screen.
    fileprivate var frontSubject: IncidentSubject { subject(nil) }

    /// A screen of a request, by default the front screen. Without flow and screen if it has left.
    fileprivate func subject(_ screen: String?, name: String? = nil) -> IncidentSubject {
        let id = screen == nil ? tree.front?.screen : screen.flatMap(ScreenID.init)
        guard let (shown, owner) = id.flatMap(tree.shown) else { return IncidentSubject(name: name) }
        return IncidentSubject(node: owner.id, flow: owner.type.name, screen: shown.type.name, name: name)
    }
}
