import FairwayWire
import Foundation

/// The tokens of sessions that are started or taken over, and the answers to these requests, which are stored and
/// repeated.
final class Creations: Sendable {
    /// The minimum time during which a repeated request gets the token again.
    static let seconds = 600.0

    private let store: any Store
    private let clock: any WallClock
    private let identifiers: any IdentifierSource

    init(in environment: EngineEnvironment) {
        store = environment.store
        clock = environment.clock
        identifiers = environment.identifiers
    }

    /// A new token, with the values to be stored for repeats of the request.
    struct Secret: Sendable {
        let token: Token
        fileprivate let salt: [UInt8]
        let key: CreationKey?
        fileprivate let expiresAt: Date
    }

    /// A request that creates a token.
    enum Received {
        /// It is new. This is the token.
        case new(Secret)
        /// It was answered before.
        case answered(Answer)
    }

    /// Receives a request with a key, or without one.
    ///
    /// - Parameter seconds: How long the answer is kept for repeats.
    func receive(_ key: CreationKey?, keptFor seconds: Double = seconds) async throws -> Received {
        let salt = identifiers.bytes(32)
        let expiresAt = clock.now.addingTimeInterval(seconds)
        guard let key else {
            let token = Token(text: Base64URL.encode(salt))
            return .new(Secret(token: token, salt: salt, key: nil, expiresAt: expiresAt))
        }
        if let creation = try await store.creation(key.hash) { return .answered(try repeated(creation, key)) }
        return .new(Secret(token: makeToken(key, salt), salt: salt, key: key, expiresAt: expiresAt))
    }

    /// The answer to an earlier request with the secret's key. Nil if there is none.
    func earlierAnswer(_ secret: Secret) async throws -> Answer? {
        guard let key = secret.key, let creation = try await store.creation(key.hash) else { return nil }
        return try repeated(creation, key)
    }

    /// Adds the answer to the commit, under the request's key. The answer has a token, unless only user tokens open the
    /// session.
    func add(_ document: StateDocument, status: Int, _ secret: Secret, to transition: Transition) throws {
        guard let key = secret.key else { return }
        transition.commit.creation = StoredCreation(
            key: key.hash,
            fingerprint: key.request.fingerprint,
            salt: transition.state.row.hasToken ? secret.salt : [],
            session: transition.commit.session,
            status: status,
            body: try CompressedJSON(document.json.bytes).bytes,
            at: clock.now,
            expiresAt: secret.expiresAt
        )
    }

    /// Stores the rejection by a flow or a guard, for repeats of the request. A success is stored with its commit
    /// instead.
    func keep(_ answer: Answer, _ secret: Secret) async throws -> Answer {
        guard let key = secret.key, answer.code != nil, answer.isKept, !answer.isReplay else { return answer }
        // The id of a session that never exists: a stored answer needs one.
        var refusal = Commit(session: identifiers.makeSessionID(at: clock.now), expectedRevision: nil)
        refusal.creation = StoredCreation(
            key: key.hash,
            fingerprint: key.request.fingerprint,
            salt: secret.salt,
            session: refusal.session,
            status: answer.status,
            body: try CompressedJSON(answer.body).bytes,
            at: clock.now,
            expiresAt: secret.expiresAt
        )
        guard case .created(let earlier) = try await store.commit(refusal) else { return answer }
        return try repeated(earlier, key)
    }

    /// A stored answer, to repeat it.
    func repeated(_ creation: StoredCreation, _ key: CreationKey) throws -> Answer {
        guard creation.fingerprint == key.request.fingerprint else {
            throw Problem(.idempotencyKeyReused, "The key was used for another request.")
        }
        guard creation.status < 400 else { return try Answer(creation) }
        var document = try JSON.decode(
            StateDocument.self,
            from: CompressedJSON(stored: creation.body).unpacked()
        )
        if !creation.salt.isEmpty { document.token = makeToken(key, creation.salt).text }
        return Answer(document, status: creation.status, isReplay: true)
    }

    private func makeToken(_ key: CreationKey, _ salt: [UInt8]) -> Token {
        Token(text: Base64URL.encode(SHA256.authenticate(salt, key: key.bytes)))
    }
}

/// The idempotency key of a request that creates a token. It belongs to the user and not to a session. If two users
/// send the same key, these are different keys.
struct CreationKey: Sendable {
    let request: RequestKey
    /// The key and the user. A key is visible ASCII, so the zero byte separates the two.
    let bytes: [UInt8]
    /// The primary key of the stored creation.
    let hash: [UInt8]

    init(_ request: RequestKey, _ user: User?) {
        self.request = request
        bytes = Array(request.key.utf8) + (user.map { [0] + Array($0.id.utf8) } ?? [])
        hash = SHA256.hash(bytes)
    }
}
