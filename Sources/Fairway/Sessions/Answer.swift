public import FairwayWire

/// What a call is answered with: the bytes of the body, encoded once, and what the transport has to say around them.
public struct Answer: Sendable {
    /// The status.
    public var status: Int
    /// A state document or a problem.
    public var body: [UInt8]
    /// The revision of the state in the body.
    public var revision: Int?
    /// The session that was started or handed over.
    public var session: String?
    /// Whether an earlier request with the same key was answered so.
    public var isReplay = false
    /// Which problem it is.
    public var code: ProblemCode?
    /// After how many seconds to try again, when that is all that is wrong.
    public var retryAfterSeconds: Int?
    /// What the log is to say of a failure and the client is not told.
    public var cause: String?

    /// An answer with a state.
    init(_ document: borrowing StateDocument, status: Int = 200) {
        self.status = status
        body = document.json.bytes
        revision = document.revision
        session = document.session
    }

    /// An answer with the state that a session has, and with what led to it.
    init(_ document: KeptDocument, moves: [Move] = [], effects: [EffectDocument] = []) {
        status = 200
        body = document.json(moves: moves, effects: effects).bytes
        revision = document.value.revision
        session = document.value.session
    }

    /// An answer with a problem.
    public init(_ problem: Problem, cause: String? = nil) {
        status = problem.code.status
        body = (try? JSON.encode(problem)) ?? []
        revision = problem.state?.revision
        code = problem.code
        if [429, 503].contains(status) { retryAfterSeconds = problem.retryAfterSeconds ?? 1 }
        self.cause = cause
    }

    /// An answer that was given before.
    init(_ reply: StoredReply) {
        self.init(repeating: reply.body, status: reply.status)
        revision = reply.revision
    }

    /// A refusal to give out a token that was given before.
    init(_ creation: StoredCreation) { self.init(repeating: creation.body, status: creation.status) }

    private init(repeating body: [UInt8], status: Int) {
        self.status = status
        self.body = body
        isReplay = true
        guard status >= 400 else { return }
        code = (try? JSON.decode(Kept.self, from: body))?.code
    }

    /// What a kept answer says of itself.
    private struct Kept: Decodable {
        var code: ProblemCode
    }

    /// Whether a repeat of the request gets the same answer: what the flow or a guard decided is kept, what the moment
    /// brought is not (`protocol.md` 3).
    package var isKept: Bool {
        switch status {
        case 200..<300, 412, 422: true
        case 409: code != .incompatibleFlow
        default: false
        }
    }
}
