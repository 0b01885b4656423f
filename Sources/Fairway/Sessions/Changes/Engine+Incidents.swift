import FairwayWire
import Foundation

/// Incidents: refused and failed changes, noted for operators.
extension Engine {
    /// Writes the incidents that wait. Call it before the store is closed.
    package func flushIncidents() async {
        await incidents.flush()
        await workIncidents.flush()
    }

    /// Notes a refused change of a client, a signal, or the delivery of a timer or of a job's result.
    ///
    /// Not inlined: most changes succeed.
    @inline(never)
    func note(_ refusal: Answer.RefusedChange, of change: Change, by caller: Caller) {
        guard let recorder = recorder(of: change, by: caller) else { return }
        recorder.note(
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
        guard let recorder = recorder(of: change, by: caller) else { return }
        recorder.note(
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
        workIncidents.note(
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
    /// Records the incidents of a change. Nil if its incidents are not noted.
    private func recorder(of change: Change, by caller: Caller) -> IncidentRecorder? {
        if change.isFromOutside { return workIncidents }
        return caller.isClient ? incidents : nil
    }

    /// The revision of a session in memory. Nil if another node may have made a newer one.
    private func knownRevision(of session: String) -> Int? {
        others == nil ? sessions.find(session)?.certainState?.row.revision : nil
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
