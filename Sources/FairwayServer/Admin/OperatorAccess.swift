import Fairway
import FairwayWire
import Synchronization

/// A person or a system that operates the app.
struct Operator: Hashable, Codable, DescribedType {
    var name: String
    var role: OperatorRole
    /// The names of the signals that the role `signal` may send; nil for all.
    var signals: Set<String>?

    static let described = TypeDescription(
        "The operator that makes a call.",
        .init("name", "The name from the operators' file; `admin` for the token of `--admin-token`.", "ada"),
        .init("role", "What the operator may do.", "support")
    )

    private enum CodingKeys: CodingKey {
        case name, role
    }

    /// Whether the operator may send any signal.
    var sendsSignals: Bool { role == .signal || role == .admin }

    /// Whether the operator may send a signal.
    func maySend(_ signal: String) -> Bool { sendsSignals && signals?.contains(signal) ?? true }
}

/// The permissions of an operator. Each role includes those of the roles before it, except that of `signal`.
enum OperatorRole: String, Hashable, Codable, CaseIterable, Comparable {
    /// May send signals, of which the operators' file may list the names, and nothing else.
    case signal
    /// May read lists and counts, without the data that users typed or saw.
    case view
    /// May also read states and kept states, end and fork sessions, retry and cancel work, and complete or fail the work
    /// of sandboxes.
    case support
    /// May also export and erase users, read the audit, and send signals.
    case admin

    /// Whether the role sees the data that users typed or saw: states, parameters, results and errors.
    var seesRecords: Bool { self >= .support }

    private var rank: Int {
        switch self {
        case .signal: 0
        case .view: 1
        case .support: 2
        case .admin: 3
        }
    }

    static func < (one: OperatorRole, other: OperatorRole) -> Bool { one.rank < other.rank }
}

/// An operator with the SHA-256 of its token.
struct OperatorKey: Hashable {
    var `operator`: Operator
    var tokenHash: [UInt8]
}

/// The tokens of operators: the server's token, those of `--operators`, and the token of the browser that has used the
/// sign-in link.
final class OperatorAccess: Sendable {
    /// How long the sign-in link is valid.
    static let linkSeconds = 600.0
    /// The operator who uses the server's token, or a token that was issued for a sign-in link.
    static let admin = Operator(name: "admin", role: .admin)

    private let clock: any WallClock
    private let identifiers: any IdentifierSource
    private let state: Mutex<State>

    private struct State {
        /// The keys of ``admin``.
        var adminKeys: [OperatorKey]
        /// The keys of the operators in `--operators`.
        var listedKeys: [OperatorKey]
        var link: (codeHash: [UInt8], endsAt: Double)?

        func accepts(_ code: String, at now: Double) -> Bool {
            guard let link, now < link.endsAt else { return false }
            return Token.areEqual(link.codeHash, SHA256.hash(code.utf8))
        }
    }

    /// - Parameters:
    ///   - adminToken: The token of ``admin``, if it has one.
    ///   - listed: The operators of `--operators`.
    init(
        adminToken: String?,
        listed: [OperatorKey] = [],
        clock: any WallClock,
        identifiers: any IdentifierSource = SystemIdentifiers()
    ) {
        self.clock = clock
        self.identifiers = identifiers
        state = Mutex(State(adminKeys: adminToken.map { [Self.adminKey($0)] } ?? [], listedKeys: listed))
    }

    private static func adminKey(_ token: String) -> OperatorKey {
        OperatorKey(operator: admin, tokenHash: SHA256.hash(token.utf8))
    }

    /// The operator with this token; nil if there is none.
    func `operator`(withToken token: String) -> Operator? {
        let hash = SHA256.hash(token.utf8)
        let (adminKeys, listedKeys) = state.withLock { ($0.adminKeys, $0.listedKeys) }
        let key = adminKeys.first { Token.areEqual($0.tokenHash, hash) }
        return (key ?? listedKeys.first { Token.areEqual($0.tokenHash, hash) })?.operator
    }

    /// Replaces the operators of `--operators`.
    func replaceListed(_ keys: [OperatorKey]) { state.withLock { $0.listedKeys = keys } }

    /// Makes the code of a sign-in link. An earlier link becomes invalid.
    func makeLinkCode() -> String {
        let code = Base64URL.encode(identifiers.bytes(16))
        let endsAt = clock.secondsPassed + Self.linkSeconds
        state.withLock { $0.link = (SHA256.hash(code.utf8), endsAt) }
        return code
    }

    /// Throws if the code of the sign-in link is not valid.
    func check(_ code: String) throws(Problem) {
        let now = clock.secondsPassed
        guard state.withLock({ $0.accepts(code, at: now) }) else { throw Self.invalidLink }
    }

    /// Exchanges the code of the sign-in link for a token of ``admin``, which is valid until the server stops.
    func signIn(with code: String) throws(Problem) -> String {
        let token = identifiers.makeToken()
        let now = clock.secondsPassed
        let isSignedIn = state.withLock { state in
            guard state.accepts(code, at: now) else { return false }
            state.link = nil
            state.adminKeys.append(Self.adminKey(token))
            return true
        }
        guard isSignedIn else { throw Self.invalidLink }
        return token
    }

    private static let invalidLink = Problem(
        .forbidden,
        "The sign-in link has been used, has expired, or belongs to an earlier start of the server. "
            + "Restart the server for a new link, or use the operator's token."
    )
}
