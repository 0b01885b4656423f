public import FairwayWire

/// What a call is answered with: the bytes of the body, encoded once, and what the transport has to say around them.
///
/// A class, because it is handed on through all who have waited for it.
public final class Answer: Sendable {
    /// The status.
    public let status: Int
    /// A state document or a problem.
    public let body: [UInt8]
    /// The revision of the state in the body.
    public let revision: Int?
    /// The session that was started or handed over.
    public let session: String?
    /// Whether an earlier request with the same key was answered so.
    public let isReplay: Bool
    /// Which problem it is.
    public let code: ProblemCode?
    /// After how many seconds to try again, when that is all that is wrong.
    public let retryAfterSeconds: Int?
    /// What the log is to say of a failure and the client is not told.
    public let cause: String?

    private init(
        status: Int,
        body: [UInt8],
        revision: Int?,
        session: String? = nil,
        isReplay: Bool = false,
        code: ProblemCode? = nil,
        retryAfterSeconds: Int? = nil,
        cause: String? = nil
    ) {
        self.status = status
        self.body = body
        self.revision = revision
        self.session = session
        self.isReplay = isReplay
        self.code = code
        self.retryAfterSeconds = retryAfterSeconds
        self.cause = cause
    }

    /// An answer with a state.
    convenience init(_ document: borrowing StateDocument, status: Int = 200, isReplay: Bool = false) {
        self.init(
            status: status,
            body: document.json.bytes,
            revision: document.revision,
            session: document.session,
            isReplay: isReplay
        )
    }

    /// An answer with the state that a session has, and with what led to it.
    convenience init(_ document: KeptDocument, moves: [Move] = [], effects: [EffectDocument] = []) {
        self.init(
            status: 200,
            body: document.json(moves: moves, effects: effects).bytes,
            revision: document.value.revision,
            session: document.value.session
        )
    }

    /// An answer with a problem.
    ///
    /// - Parameters:
    ///   - problem: What is wrong.
    ///   - cause: What the log is to say of it beside.
    ///   - seconds: After how many to try again, where the problem itself does not say so.
    public convenience init(_ problem: Problem, cause: String? = nil, retryAfter seconds: Int = 1) {
        let status = problem.code.status
        self.init(
            status: status,
            body: (try? JSON.encode(problem)) ?? [],
            revision: problem.state?.revision,
            code: problem.code,
            retryAfterSeconds: [429, 503].contains(status) ? problem.retryAfterSeconds ?? seconds : nil,
            cause: cause
        )
    }

    /// An answer that was given before.
    convenience init(_ reply: StoredReply) throws(StoreError) {
        let body = try CompressedAnswer(stored: reply.body).unpacked()
        self.init(repeating: body, status: reply.status, revision: reply.revision)
    }

    /// A refusal to give out a token that was given before.
    convenience init(_ creation: StoredCreation) throws(StoreError) {
        let body = try CompressedAnswer(stored: creation.body).unpacked()
        self.init(repeating: body, status: creation.status, revision: nil)
    }

    private convenience init(repeating body: [UInt8], status: Int, revision: Int?) {
        let kept = status >= 400 ? try? JSON.decode(Kept.self, from: body) : nil
        self.init(status: status, body: body, revision: revision, isReplay: true, code: kept?.code)
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
