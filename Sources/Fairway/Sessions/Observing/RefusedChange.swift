package import FairwayWire
package import Foundation

/// A change that was refused or has failed.
package struct RefusedChange: Sendable {
    /// Nil for a call that starts a session, and for one that takes a session over with an invalid body.
    package var session: String?
    /// The session's revision; nil if it is not known.
    package var revision: Int?
    package var at: Date
    /// The kind of change, as in the journal.
    package var kind: String
    package var subject = ChangeSubject()
    package var code: ProblemCode
    /// The invalid members of the request, with sentences that contain nothing that a user may have typed.
    package var errors: [FieldError] = []
    /// The reason of a failure, for operators.
    package var cause: String?
    /// The id of the request; of a timer or a job, that of the request that asked for it. Nil if there was none.
    package var request: String?
    /// The client, for limits that hold over all sessions; nil if it is unknown.
    package var source: CallSource?
    package var origin: Origin
    /// The version of the client's app, if the call starts a session; nil if the client has told none.
    package var app: String?
    /// Whether the app declares the name. A client can make up the name of an action or a tab.
    package var isNameDeclared = false
    /// What has failed, if the worker tells it; nil for the change of a client, a signal or a delivery.
    package var workFailure: WorkFailure?

    /// A failure of a timer or a job.
    package enum WorkFailure: Sendable {
        /// An attempt failed.
        case attempt
        /// A performer has ended the job with `GiveUp`, and no flow has handled that. The commit's journal entry tells of it, too.
        case unhandledGiveUp
        /// The timer or the job is given up without a commit. The failure of its last delivery was told before.
        case undelivered
    }

    /// Who asked for the change.
    package enum Origin: Sendable {
        case client
        /// A timer, a job, or a signal.
        case server
    }
}

/// The flow and the screen of a change, and its name.
package struct ChangeSubject: Sendable {
    package var node: NodeID?
    package var flow: String?
    package var screen: String?
    /// The name of the action, tab, signal, event or job.
    package var name: String?
}

/// Telling the observers of refused and failed changes.
extension Engine {
    /// The statuses of refused and failed changes that observers learn of.
    static let observedStatuses: Set<Int> = [409, 412, 422, 500, 504]

    /// Tells of a refused change of a client, a signal, or the delivery of a timer or of a job's result.
    func tell(of refusal: Answer.Refusal, _ change: Change, by caller: Caller) {
        guard let origin = origin(of: change, by: caller) else { return }
        tell(
            RefusedChange(
                refusal,
                kind: change.kind,
                subject: change.subject(in: refusal.state),
                request: caller.request,
                source: caller.source,
                origin: origin,
                at: clock.now
            )
        )
    }

    /// Tells of a client's call that contains no valid change, or of a refused call such as a handoff to another device.
    func tell(of refusal: Answer.Refusal, kind: String, request: String?, from source: CallSource? = nil) {
        tell(
            RefusedChange(
                refusal,
                kind: kind,
                subject: refusal.state.frontSubject,
                request: request,
                source: source,
                origin: .client,
                at: clock.now
            )
        )
    }

    /// Tells of a refused or failed call that has no session, unless it repeats the stored answer to an earlier one.
    ///
    /// - Parameters:
    ///   - kind: The kind of change that the client asked for: a start, or a takeover with an invalid body.
    ///   - start: Nil if the body of the call is invalid.
    func tell(ofRefused kind: String, _ start: StartRequest?, _ answer: Answer, request: String?) {
        guard let code = answer.code, !answer.isReplay, Self.observedStatuses.contains(answer.status) else { return }
        // A client can make up the name of a flow.
        let flow = start.map { $0.flow ?? blueprint.initial.name }.flatMap { blueprint.flows[$0] == nil ? nil : $0 }
        tell(
            RefusedChange(
                session: nil,
                at: clock.now,
                kind: kind,
                subject: ChangeSubject(flow: flow),
                code: code,
                cause: answer.cause,
                request: request,
                origin: .client,
                app: start?.device.app
            )
        )
    }

    /// Tells of a refusal of a session that this build cannot read.
    func tell(ofUnreadable session: String, _ answer: Answer, _ change: Change, by caller: Caller) {
        guard let origin = origin(of: change, by: caller) else { return }
        tell(
            RefusedChange(
                session: session,
                at: clock.now,
                kind: change.kind,
                code: .incompatibleFlow,
                cause: answer.cause,
                request: caller.request,
                source: caller.source,
                origin: origin
            )
        )
    }

    /// Tells of a failed timer or job.
    func tell(of failure: RefusedChange.WorkFailure, _ work: StoredWork, _ code: ProblemCode, _ cause: String) {
        tell(
            RefusedChange(
                session: work.session,
                revision: knownRevision(of: work.session),
                at: clock.now,
                kind: work.item.kind.change.name,
                subject: ChangeSubject(node: NodeID(work.item.node), flow: work.flow, name: work.item.name),
                code: code,
                cause: cause,
                request: work.item.request,
                origin: .server,
                workFailure: failure
            )
        )
    }

    private func tell(_ told: RefusedChange) {
        var change = told
        change.isNameDeclared = change.subject.name.map { declares(name: $0, ofKind: change.kind) } ?? false
        for observer in observers { observer.refused(change) }
    }

    /// Who asked for a change; nil if it is an operator or the sweeper, who see the refusal themselves.
    private func origin(of change: Change, by caller: Caller) -> RefusedChange.Origin? {
        if change.isFromOutside { return .server }
        return caller.isClient ? .client : nil
    }

    /// The revision of a session in memory. Nil if another node may have made a newer one.
    private func knownRevision(of session: String) -> Int? {
        others == nil ? sessions.find(session)?.certainState?.row.revision : nil
    }
}

extension RefusedChange {
    fileprivate init(
        _ refusal: Answer.Refusal,
        kind: String,
        subject: ChangeSubject,
        request: String?,
        source: CallSource?,
        origin: Origin,
        at now: Date
    ) {
        let (problem, row) = (refusal.problem, refusal.state.row)
        self.init(
            session: row.id,
            revision: row.revision,
            at: now,
            kind: kind,
            subject: subject,
            code: problem.code,
            errors: problem.errors.map { error in
                var error = error
                error.detail = nil
                return error
            },
            // The detail of a failure describes the app. The detail of a refusal may contain what the user entered.
            cause: refusal.cause ?? (problem.code.status < 500 ? nil : problem.detail),
            request: request,
            source: source,
            origin: origin
        )
    }
}

extension Caller {
    /// Whether the call is that of a session's client. Operators, the worker and the sweeper make calls, too.
    var isClient: Bool { mayBeSentAway }
}

extension Change {
    /// Whether observers learn of the refusal for every caller: a signal, a timer or a job's result. Clients do not send them.
    fileprivate var isFromOutside: Bool {
        switch self {
        case .work(_, let result): result != .dropped
        case .signal: true
        default: false
        }
    }

    /// The subject of a change that was refused in a state. It differs from that of the journal if the screen is no longer
    /// in front.
    fileprivate func subject(in state: SessionState) -> ChangeSubject {
        switch self {
        case .action(let name, _, let screen, _): return state.subject(screen, name: name)
        case .back(let screen, _, _): return state.subject(screen)
        case .work(let item, _):
            let node = NodeID(item.node)
            let flow = node.flatMap { state.tree[$0] }?.type.name
            return ChangeSubject(node: node, flow: flow, name: item.name)
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
    fileprivate var frontSubject: ChangeSubject { subject(nil) }

    /// A screen of a request, by default the front screen. Without flow and screen if it has left.
    fileprivate func subject(_ screen: String?, name: String? = nil) -> ChangeSubject {
        let id = screen == nil ? tree.front?.screen : screen.flatMap(ScreenID.init)
        guard let (shown, owner) = id.flatMap(tree.shown) else { return ChangeSubject(name: name) }
        return ChangeSubject(node: owner.id, flow: owner.type.name, screen: shown.type.name, name: name)
    }
}
