/// Who makes a call on a session, and what lets them.
public struct Caller: Sendable {
    /// What the caller shows.
    public let credential: Credential
    /// Who an authenticating proxy says the caller is.
    public var identity: String?

    /// What lets a caller in.
    public enum Credential: Sendable {
        /// The session's bearer token.
        case token(String)
        /// The operator's token has been checked already.
        case `operator`
    }

    /// SHA-256 of the token, which is compared more than once for each call; nil for an operator.
    let tokenHash: [UInt8]?

    /// Whether it bounds by itself how much it asks for at a time, and so need not wait in line for a place at work.
    private(set) var isBounded = false

    /// Whether it may be sent away while too much is under way: a client, which will ask again. Nobody would ask again for
    /// what an operator, a signal or a refresh was to do.
    var mayBeSentAway: Bool { if case .token = credential { true } else { false } }

    /// A caller with a credential.
    public init(_ credential: Credential, identity: String? = nil) {
        self.credential = credential
        self.identity = identity
        tokenHash = if case .token(let text) = credential { Token(text: text).hash } else { nil }
    }

    /// The server itself, where it does a few things at a time: the worker has so many hands, the sweeper one.
    static let server = {
        var caller = Caller(.operator)
        caller.isBounded = true
        return caller
    }()
}
