public import FairwayWire

/// The answer to a call: the encoded body, and the values for the response's headers.
///
/// A class, because it is passed through many functions.
public final class Answer: Sendable {
    /// The HTTP status.
    public let status: Int
    /// An encoded state document or problem.
    public let body: [UInt8]
    /// The revision of the state in the body.
    public let revision: Int?
    /// The session, if the caller's credential opens it, with what log lines about it contain.
    package let subject: SessionSubject?
    /// The session, if the caller's credential opens it.
    public var session: String? { subject?.session }
    /// Whether this repeats the stored answer to a request with the same key.
    public let isReplay: Bool
    /// The code of the problem.
    public let code: ProblemCode?
    /// The `Retry-After` in seconds, if the call can be repeated later.
    public let retryAfterSeconds: Int?
    /// The cause of the problem, for the log and for operators. It is never sent to clients.
    public let cause: String?
    /// Set if operators have to learn of the answer.
    let refusal: Refusal?

    /// A refused or failed change, with the state that it was decided in. A class, so that other answers stay small.
    final class Refusal: Sendable {
        let problem: Problem
        let cause: String?
        let state: SessionState

        init(problem: Problem, cause: String?, state: SessionState) {
            self.problem = problem
            self.cause = cause
            self.state = state
        }
    }

    private init(
        status: Int,
        body: [UInt8],
        revision: Int?,
        subject: SessionSubject? = nil,
        isReplay: Bool = false,
        code: ProblemCode? = nil,
        retryAfterSeconds: Int? = nil,
        cause: String? = nil,
        refusal: Refusal? = nil
    ) {
        self.status = status
        self.body = body
        self.revision = revision
        self.subject = subject
        self.isReplay = isReplay
        self.code = code
        self.retryAfterSeconds = retryAfterSeconds
        self.cause = cause
        self.refusal = refusal
    }

    convenience init(
        _ document: borrowing StateDocument,
        status: Int = 200,
        isReplay: Bool = false,
        subject: SessionSubject? = nil
    ) {
        self.init(
            status: status,
            body: document.json.bytes,
            revision: document.revision,
            subject: subject ?? SessionSubject(session: document.session),
            isReplay: isReplay
        )
    }

    /// An answer with a session's state, and the moves and effects that led to it.
    convenience init(
        _ document: KeptDocument,
        moves: [Move] = [],
        effects: [EffectDocument] = [],
        status: Int = 200
    ) {
        self.init(
            status: status,
            body: document.json(moves: moves, effects: effects).bytes,
            revision: document.value.revision,
            subject: document.subject
        )
    }

    /// An answer with a problem.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - cause: Details for the log.
    ///   - seconds: The `Retry-After` if the problem does not specify one.
    public convenience init(_ problem: Problem, cause: String? = nil, retryAfter seconds: Int = 1) {
        self.init(problem, cause: cause, retryAfter: seconds, in: nil)
    }

    /// An answer with a problem to a call on a session whose state the caller may see; nil for any other call.
    convenience init(_ problem: Problem, cause: String?, retryAfter seconds: Int, in state: SessionState?) {
        let status = problem.code.status
        self.init(
            status: status,
            body: (try? JSON.encode(problem)) ?? [],
            revision: problem.state?.revision,
            subject: state?.keptDocument.subject,
            code: problem.code,
            retryAfterSeconds: problem.code.isTemporary ? problem.retryAfterSeconds ?? seconds : nil,
            cause: cause,
            refusal: state.flatMap { state in
                Engine.observedStatuses.contains(status) ? Refusal(problem: problem, cause: cause, state: state) : nil
            }
        )
    }

    convenience init(_ reply: StoredReply, of session: String) throws(StoreError) {
        let body = try CompressedJSON(stored: reply.body).unpacked()
        self.init(repeating: body, status: reply.status, revision: reply.revision, session: session)
    }

    /// A stored rejection of a start or handoff.
    convenience init(_ creation: StoredCreation) throws(StoreError) {
        let body = try CompressedJSON(stored: creation.body).unpacked()
        self.init(repeating: body, status: creation.status, revision: nil)
    }

    private convenience init(repeating body: [UInt8], status: Int, revision: Int?, session: String? = nil) {
        let kept = status >= 400 ? try? JSON.decode(Kept.self, from: body) : nil
        self.init(
            status: status,
            body: body,
            revision: revision,
            subject: session.map { SessionSubject(session: $0) },
            isReplay: true,
            code: kept?.code
        )
    }

    /// The part of a stored problem that is decoded again.
    private struct Kept: Decodable {
        var code: ProblemCode
    }

    /// The answer without the session's state, if it is a problem. Operators see a state only with sensitive values masked.
    package var withoutState: Answer {
        guard let code, revision != nil else { return self }
        var problem = (try? JSON.decode(Problem.self, from: body)) ?? Problem(code)
        problem.state = nil
        return Answer(
            status: status,
            body: (try? JSON.encode(problem)) ?? [],
            revision: nil,
            subject: subject,
            code: code,
            retryAfterSeconds: retryAfterSeconds,
            cause: cause,
            refusal: refusal
        )
    }

    /// Whether the answer is stored for repeats. Decisions of a flow or guard are; temporary problems are not
    /// (`protocol.md` 3).
    package var isKept: Bool {
        switch status {
        case 200..<300, 412, 422: true
        case 409: code != .incompatibleFlow
        default: false
        }
    }
}

/// The error of engine calls that do not return an ``Answer``.
public struct EngineError: Error, CustomStringConvertible, Sendable {
    /// The answer to give to the caller.
    public let answer: Answer

    package init(answer: Answer) { self.answer = answer }

    /// Without the body, which may contain user data.
    public var description: String { answer.code?.rawValue ?? "\(answer.status)" }
}
