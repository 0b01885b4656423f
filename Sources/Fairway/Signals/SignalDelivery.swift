/// The recipient of a signal.
public struct SignalRecipient: Hashable, Sendable {
    enum Kind: Hashable {
        case session(String)
        case user(String)
        case key(SessionKey)
    }

    let kind: Kind

    /// A session, by its id.
    public static func session(_ id: String) -> SignalRecipient { SignalRecipient(kind: .session(id)) }

    /// The newest active session of a user that has a flow with a route for the signal.
    public static func user(_ id: String) -> SignalRecipient { SignalRecipient(kind: .user(id)) }

    /// The session that holds a business key. Until a session binds it, the signal waits.
    public static func key(_ key: SessionKey) -> SignalRecipient { SignalRecipient(kind: .key(key)) }

    /// The session that holds a business key. Until a session binds it, the signal waits.
    ///
    /// - Parameters:
    ///   - name: What the key identifies, such as `order`.
    ///   - value: The value.
    public static func key(_ name: String, _ value: String) -> SignalRecipient { .key(SessionKey(name, value)) }
}

/// What happened to a signal that was accepted.
public struct SignalDelivery: Hashable, Sendable {
    /// What happened. The raw value is that of the protocol.
    public let status: Status
    /// The session that has the signal; nil while no session holds its key.
    public let session: String?
    /// The session's revision after the signal; nil while no flow has handled it.
    public let revision: Int?

    /// What can happen to a signal.
    public enum Status: String, Hashable, Sendable {
        /// A flow has handled it.
        case delivered
        /// It waits for a session that binds its key, or for the next change of its session.
        case waiting
        /// An earlier call had the same id.
        case duplicate
        /// It has started a session, which will get it.
        case started
    }

    /// Creates a delivery, for tests of code that signals sessions.
    ///
    /// - Parameters:
    ///   - status: What happened.
    ///   - session: The session that has the signal.
    ///   - revision: The session's revision after the signal.
    public init(_ status: Status, session: String? = nil, revision: Int? = nil) {
        (self.status, self.session, self.revision) = (status, session, revision)
    }
}
