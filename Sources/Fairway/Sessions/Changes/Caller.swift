import Foundation

/// The caller of a session, with its credential.
///
/// A class, because it is passed through many functions, and each copy of a struct would retain its parts.
public final class Caller: Sendable {
    /// The credential.
    public let credential: Credential
    /// The user, according to the user token or to an authenticating proxy.
    public let user: User?
    /// The id of the call's request, for the journal and incidents; nil if the call has none. Of the worker, that of the request
    /// that asked for the timer or the job.
    public let request: String?
    /// The trace of the attempt at a job whose result the worker delivers, as in `traceparent`.
    let attempt: String?

    /// The client, for limits that hold over all sessions; nil if it is unknown.
    let source: CallSource?

    /// The kinds of credentials.
    public enum Credential: Sendable {
        /// The session's bearer token.
        case token(String)
        /// A verified user token. It opens the sessions of this user.
        case user(User)
        /// An operator, whose token was checked. If `FairwayOperators` made the engine, the answers have sensitive values masked and no
        /// effects.
        case `operator`
        /// The app's own code, such as ``Sessions``. It opens every session, and sees whole states.
        case app
    }

    /// SHA-256 of the session's token, computed once because each call compares it several times. Nil for other
    /// credentials.
    let tokenHash: [UInt8]?

    /// Whether the caller limits its own concurrency. Such a caller need not wait for a slot.
    let isBounded: Bool

    /// The user that the call signs in. If the session is this user's, a superseded token is accepted.
    let signsIn: User?

    /// Whether calls may be rejected under load. True for clients, because they retry. Operators and the app's own
    /// code do not retry.
    let mayBeSentAway: Bool

    /// The user of a verified user token.
    var verifiedUser: User? { if case .user(let user) = credential { user } else { nil } }

    /// A caller with a credential.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - user: The user named by an authenticating proxy. Ignored if the credential is a user token.
    ///   - request: The id of the call's request.
    ///   - network: The client's IPv4 address or network of IPv6, as a number.
    public convenience init(
        _ credential: Credential,
        user: User? = nil,
        request: String? = nil,
        network: UInt64? = nil
    ) {
        var (user, tokenHash, isClient) = (user, [UInt8]?.none, true)
        switch credential {
        case .token(let text): tokenHash = Token(text: text).hash
        case .user(let verified): user = verified
        case .operator, .app: isClient = false
        }
        self.init(
            credential,
            user: user,
            request: request,
            source: user.map { .user($0.id) } ?? network.map(CallSource.network),
            tokenHash: tokenHash,
            mayBeSentAway: isClient
        )
    }

    private init(
        _ credential: Credential,
        user: User? = nil,
        request: String? = nil,
        source: CallSource? = nil,
        tokenHash: [UInt8]? = nil,
        isBounded: Bool = false,
        signsIn: User? = nil,
        mayBeSentAway: Bool,
        attempt: String? = nil
    ) {
        self.credential = credential
        self.user = user
        self.request = request
        self.attempt = attempt
        self.source = source
        self.tokenHash = tokenHash
        self.isBounded = isBounded
        self.signsIn = signsIn
        self.mayBeSentAway = mayBeSentAway
    }

    /// Whether the credential is that of an operator or of the app's own code.
    var opensEverySession: Bool {
        switch credential {
        case .operator, .app: true
        case .token, .user: false
        }
    }

    /// Whether an operator calls.
    package var isOperator: Bool { if case .operator = credential { true } else { false } }

    /// The same caller, signing a user in.
    func signing(in newUser: User) -> Caller {
        Caller(
            credential,
            user: user,
            request: request,
            source: source,
            tokenHash: tokenHash,
            isBounded: isBounded,
            signsIn: newUser,
            mayBeSentAway: mayBeSentAway
        )
    }

    /// A client that starts a session, or has a handoff code. The call itself checks the code.
    static func withoutCredential(request: String?) -> Caller {
        Caller(.app, request: request, mayBeSentAway: true)
    }

    /// The server itself. The worker and the sweeper limit their own concurrency.
    static let server = Caller(.app, isBounded: true, mayBeSentAway: false)

    /// The worker, which delivers a timer or the result of a job.
    static func worker(for item: WorkItem, after attempt: String?) -> Caller {
        guard item.request != nil || attempt != nil else { return .server }
        return Caller(.app, request: item.request, isBounded: true, mayBeSentAway: false, attempt: attempt)
    }
}

/// The source of a call. Limits hold for it over all sessions.
package enum CallSource: Hashable, Sendable {
    /// A user, by id.
    case user(String)
    /// An IPv4 address or a network of IPv6.
    case network(UInt64)
}

/// The conditions under which a change is made.
public struct Guards: Sendable {
    /// The change is only made at one of these revisions.
    public var revisions: Set<Int>?
    /// The change is only made if the session was not changed since this time.
    var untouchedSince: Date?
    /// The idempotency key. A repeat with the same key gets the stored reply.
    public var key: RequestKey?
    /// Whether a refusal is stored under the key, too. If not, a repeat of a refused change is decided again.
    var keepsRefusals = true
    /// The id under which the change's signal is delivered once, and the key that the session has to hold.
    var signal: SentSignal?

    /// Whether a key is present. Uses a pattern match, because a comparison with nil would copy the key.
    var isKeyed: Bool {
        if case .some = key { true } else { false }
    }

    /// The given conditions.
    public init(revisions: Set<Int>? = nil, key: RequestKey? = nil) {
        self.revisions = revisions
        self.key = key
    }
}

/// An idempotency key, with a fingerprint of its request.
public struct RequestKey: Hashable, Sendable {
    /// The key as the client sent it.
    public var key: String
    /// A digest of the request's method, path and body.
    public var fingerprint: String

    /// A key and the fingerprint of its request.
    public init(_ key: String, fingerprint: String) {
        self.key = key
        self.fingerprint = fingerprint
    }
}
