public import Foundation

/// The reply to a request with an idempotency key.
public struct StoredReply: Hashable, Sendable {
    /// The idempotency key.
    public var key: String
    /// Identifies the request.
    public var fingerprint: String
    /// The HTTP status.
    public var status: Int
    /// The body, compressed by `CompressedJSON`.
    public var body: [UInt8]
    /// The session's revision.
    public var revision: Int
    /// The time of the reply.
    public var at: Date

    /// A reply.
    public init(key: String, fingerprint: String, status: Int, body: [UInt8], revision: Int, at: Date) {
        self.key = key
        self.fingerprint = fingerprint
        self.status = status
        self.body = body
        self.revision = revision
        self.at = at
    }
}

/// The reply to a request that returns a token, by idempotency key.
///
/// The token is not stored: it is derived from the key, which only the client has, and the salt.
public struct StoredCreation: Hashable, Sendable {
    /// SHA-256 of the idempotency key.
    public var key: [UInt8]
    /// Identifies the request.
    public var fingerprint: String
    /// The salt of the token.
    public var salt: [UInt8]
    /// The session of the token; after a refusal, an id that no session has.
    public var session: String
    /// The HTTP status.
    public var status: Int
    /// The body without the token, compressed by `CompressedJSON`.
    public var body: [UInt8]
    /// The time of the reply.
    public var at: Date
    /// The time after which the sweeper may delete it. Repeated requests get this reply until it is deleted.
    public var expiresAt: Date

    /// A reply.
    public init(
        key: [UInt8],
        fingerprint: String,
        salt: [UInt8],
        session: String,
        status: Int,
        body: [UInt8],
        at: Date,
        expiresAt: Date
    ) {
        self.key = key
        self.fingerprint = fingerprint
        self.salt = salt
        self.session = session
        self.status = status
        self.body = body
        self.at = at
        self.expiresAt = expiresAt
    }
}

/// A code that moves a session to another device: a handoff code, or that of a return link.
public struct StoredHandoff: Hashable, Sendable {
    /// The session.
    public var session: String
    /// The time until which the code can be used.
    public var expiresAt: Date
    /// Whether it is the code of a return link.
    public var isLink: Bool

    /// A code of a session.
    public init(session: String, expiresAt: Date, isLink: Bool = false) {
        self.session = session
        self.expiresAt = expiresAt
        self.isLink = isLink
    }
}

/// A return link that a commit adds to its session.
public struct StoredLink: Hashable, Sendable {
    /// SHA-256 of the link's code.
    public var code: [UInt8]
    /// The time until which the link can be used.
    public var expiresAt: Date

    /// A link.
    public init(code: [UInt8], expiresAt: Date) {
        self.code = code
        self.expiresAt = expiresAt
    }

    /// The number of links that a session keeps. A commit that adds links deletes the oldest ones beyond it.
    public static let mostPerSession = 16
}

extension StoredReply {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = "key, fingerprint, status, body, revision, at_ms"

    package init(_ row: some StoredRow) {
        self.init(
            key: row.text(0),
            fingerprint: row.text(1),
            status: row.int(2),
            body: row.bytes(3),
            revision: row.int(4),
            at: row.date(5)
        )
    }
}

extension StoredCreation {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = "key_sha256, fingerprint, salt, session_id, status, body, at_ms, expires_at_ms"

    package init(_ row: some StoredRow) {
        self.init(
            key: row.bytes(0),
            fingerprint: row.text(1),
            salt: row.bytes(2),
            session: row.text(3),
            status: row.int(4),
            body: row.bytes(5),
            at: row.date(6),
            expiresAt: row.date(7)
        )
    }
}
