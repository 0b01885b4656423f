/// Who makes a call on a session, and what lets them.
public struct Caller: Sendable {
    /// What the caller shows.
    public var credential: Credential
    /// Who an authenticating proxy says the caller is.
    public var identity: String?

    /// What lets a caller in.
    public enum Credential: Sendable {
        /// The session's bearer token.
        case token(String)
        /// The operator's token has been checked already.
        case `operator`
    }

    /// Whether what it asks for is bounded where it comes from: the sweeper, the worker, an operator.
    var isBounded: Bool { if case .token = credential { false } else { true } }

    /// A caller with a credential.
    public init(_ credential: Credential, identity: String? = nil) {
        self.credential = credential
        self.identity = identity
    }
}
