import FairwayWire

/// The person that a session belongs to.
///
/// The server does not sign users in. It takes the user from a token of an identity provider, or from the header of an
/// authenticating proxy. Flows read the user as `nav.user`, view models and derived screens as `context.user`.
///
/// ```swift
/// guard let user = nav.user else { return nav.start(SignIn(), as: .modal) }
/// let email = user.claims["email"]
/// ```
public struct User: Sendable {
    /// The user's id. Ids are compared byte by byte: Swift treats two spellings of `é` as equal, but they may be two
    /// users.
    public let id: String
    /// The kept claims of the user token. A claim that is not a string is kept as its JSON text.
    public let claims: [String: String]
    /// The claims as a session's row stores them; nil if the user has no claims. Encoded once, because a token is used
    /// for many changes.
    let storedClaims: RawJSON?

    /// Creates a user.
    public init(id: String, claims: [String: String] = [:]) {
        self.init(id: id, claims: claims, stored: claims.isEmpty ? nil : Self.encoded(claims))
    }

    private init(id: String, claims: [String: String], stored: RawJSON?) {
        self.id = id
        self.claims = claims
        storedClaims = stored
    }

    private static func encoded(_ claims: [String: String]) -> RawJSON {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in claims.sorted(by: { $0.key < $1.key }) {
            writer.key(named: name)
            writer.string(value)
        }
        writer.endObject()
        return RawJSON(writer)
    }
}

extension User: Hashable {
    /// Whether the ids are equal byte by byte, and the claims are equal.
    public static func == (left: User, right: User) -> Bool { left.hasID(right.id) && left.claims == right.claims }

    /// Hashes the bytes of the id.
    public func hash(into hasher: inout Hasher) {
        for byte in id.utf8 { hasher.combine(byte) }
    }

    /// Whether this is the user with an id.
    func hasID(_ other: String?) -> Bool { Optional(id).isSameUser(as: other) }
}

extension User {
    /// The user of a stored session; nil if it is anonymous.
    init?(of row: SessionRow) {
        guard let id = row.user else { return nil }
        let claims = row.claims.flatMap { try? JSON.decode([String: String].self, from: $0.bytes) }
        self.init(id: id, claims: claims ?? [:], stored: row.claims)
    }
}

extension SessionRow {
    /// Whether a token opens the session. If not, the tokens of its user do.
    var hasToken: Bool { !tokenHash.isEmpty }

    /// Replaces the token by one with this hash; nil for none. Calls with the old token get `superseded`.
    mutating func replaceToken(by hash: [UInt8]?, _ limits: EngineLimits) {
        supersededTokenHashes = (supersededTokenHashes + [tokenHash]).suffix(limits.supersededTokens)
        tokenHash = hash ?? []
    }
}

/// The requester of a session: of a start, or of a takeover with a code.
public enum Requester: Sendable {
    /// No user is known. The session's token opens the session.
    case anonymous
    /// A user named by an authenticating proxy. The session's token opens the session, and only for this user.
    case named(User)
    /// A user with a verified user token. The user's tokens open the session, which has no token of its own.
    case verified(User)

    /// The user, if one is known.
    public var user: User? {
        switch self {
        case .anonymous: nil
        case .named(let user), .verified(let user): user
        }
    }

    /// Whether the session that the requester starts is opened by user tokens only.
    var isVerified: Bool { if case .verified = self { true } else { false } }
}

/// An event: the anonymous session has become a user's.
///
/// The nearest flow from the front with a route for it receives it. If there is none, the visible screens are
/// refreshed.
///
/// ```swift
/// on(event: SignedIn.self) { flow, event, nav in nav.goBack(to: Pay.self) }
/// ```
public struct SignedIn: Event {
    init() {}
}

extension Navigator {
    /// The user that the session belongs to. Nil in an anonymous session.
    ///
    /// ```swift
    /// guard let user = nav.user else { return nav.start(SignIn(), as: .modal) }
    /// ```
    public var user: User? { transaction.context.user }
}
