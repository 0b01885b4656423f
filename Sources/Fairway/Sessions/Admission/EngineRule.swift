package import FairwayWire

/// Decides what may happen in an engine: who may start, act on, or see a session. The start policies that flows declare are a rule
/// (`StartPolicies`), and modules beside the engine are built on it, see `FairwayOperators`.
///
/// The engine itself decides by credentials. A rule can only allow less. The calls are on the path of an action: a rule decides from
/// its arguments and its own memory, and does not block.
package protocol EngineRule: Sendable {
    /// Throws if the requester must not start a session.
    ///
    /// - Parameter request: What is asked for; nil if the request has no valid body.
    func mayStart(_ request: StartRequest?, by requester: Requester) throws(Problem)

    /// Throws if the caller must not act on the session in this way. The session exists, and the caller's credential opens it.
    func mayAct(_ act: SessionAct, by caller: Caller, on session: SessionRow) throws(Problem)

    /// What the caller sees of the session. Throws if it must not see it. Then it may not act on it either.
    func maySee(_ session: SessionRow, by caller: Caller) throws(Problem) -> SessionVisibility
}

extension EngineRule {
    package func mayStart(_ request: StartRequest?, by requester: Requester) throws(Problem) {}
    package func mayAct(_ act: SessionAct, by caller: Caller, on session: SessionRow) throws(Problem) {}
    package func maySee(_ session: SessionRow, by caller: Caller) throws(Problem) -> SessionVisibility { .whole }
}

/// What a caller does on a session that exists.
package enum SessionAct: Sendable {
    case change(Change)
    /// Stores or deletes a draft.
    case draft
    /// Makes a code with which another device can take the session over.
    case makeHandoff
    /// Takes the session over with a code.
    case takeHandoff
    /// A call without a valid change, which is refused.
    case refusal
}

/// How much of a session's state a caller sees.
package enum SessionVisibility: Sendable {
    case whole
    /// With sensitive values masked, and without effects.
    case masked
}

extension Access {
    func checkMayStart(_ request: StartRequest?, by requester: Requester) throws(Problem) {
        for rule in rules { try rule.mayStart(request, by: requester) }
    }

    func checkMayAct(_ act: SessionAct, by caller: Caller, on session: SessionRow) throws(Problem) {
        _ = try visibility(of: session, to: caller)
        for rule in rules { try rule.mayAct(act, by: caller, on: session) }
    }

    func visibility(of session: SessionRow, to caller: Caller) throws(Problem) -> SessionVisibility {
        var isMasked = false
        for rule in rules where try rule.maySee(session, by: caller) == .masked { isMasked = true }
        return isMasked ? .masked : .whole
    }
}
