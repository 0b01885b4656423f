public import FairwayWire
import Foundation

/// Calls that return a session token: starting a session and handing it over.
extension Engine {
    /// The minimum time during which a repeated request gets the token again.
    private static let creationSeconds = 600.0
    /// The `Retry-After` for starts that are rejected because the disk is nearly full.
    private static let secondsUntilRoom = 30

    /// Starts a session.
    @concurrent public func start(
        _ request: StartRequest = StartRequest(),
        key: RequestKey? = nil,
        by requester: Requester = .anonymous,
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let answer = await once(key.map { CreationKey($0, requester.user) }) { secret in
            try self.checkStartsSessions()
            return try await self.start(request, by: requester, secret: secret, callersExecutor)
        }
        counter.count(.start, answer)
        return answer
    }

    /// Answers a start or handoff that has an invalid body. The answer is stored under the key, like other problems.
    @concurrent public func refuseCreation(
        _ problem: Problem,
        key: RequestKey?,
        by requester: Requester
    ) async -> Answer {
        // While the disk is nearly full, the problem is not stored. A repeat is rejected again, for the same reason.
        await once(startsSessions ? key.map { CreationKey($0, requester.user) } : nil) { _ in throw problem }
    }

    func checkStartsSessions() throws(Problem) {
        guard !startsSessions else { return }
        throw Problem(
            .storeUnavailable,
            "The server's disk is nearly full, so it starts no new sessions. Existing sessions continue.",
            retryAfterSeconds: Self.secondsUntilRoom
        )
    }

    /// A new token, with the values to be stored for repeats of the request.
    struct Secret {
        let token: Token
        let salt: [UInt8]
        let key: CreationKey?
        let expiresAt: Date
    }

    /// Runs a call that returns a token, or repeats the answer of the first request with that key.
    ///
    /// Admission control comes first: a rejected call must not reach the store. Invalid calls pass it too, because
    /// their answers may be stored.
    func once(_ key: CreationKey?, _ body: (Secret) async throws -> Answer) async -> Answer {
        do {
            try admission.begin(asClient: true)
        } catch {
            return answer(to: error, state: nil)
        }
        defer { admission.end(asClient: true) }
        return await decide(key, body)
    }

    private func decide(_ key: CreationKey?, _ body: (Secret) async throws -> Answer) async -> Answer {
        let salt = identifiers.bytes(32)
        let expiresAt = clock.now.addingTimeInterval(Self.creationSeconds)
        do {
            guard let key else {
                return try await body(
                    Secret(token: Token(text: Base64URL.encode(salt)), salt: salt, key: nil, expiresAt: expiresAt)
                )
            }
            if let creation = try await store.creation(key.hash) {
                return try replay(creation, key)
            }
            let secret = Secret(token: makeToken(key, salt), salt: salt, key: key, expiresAt: expiresAt)
            do {
                return try await keep(try await body(secret), secret)
            } catch {
                return try await keep(answer(to: error, state: nil), secret)
            }
        } catch {
            return answer(to: error, state: nil)
        }
    }

    /// Stores the rejection by a flow or a guard, for repeats of the request. A success is stored with its commit
    /// instead.
    private func keep(_ answer: Answer, _ secret: Secret) async throws -> Answer {
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
        let outcome = try await store.commit(refusal)
        guard case .created(let earlier) = outcome else { return answer }
        return try replay(earlier, key)
    }

    private func makeToken(_ key: CreationKey, _ salt: [UInt8]) -> Token {
        Token(text: Base64URL.encode(SHA256.authenticate(salt, key: key.bytes)))
    }

    func replay(_ creation: StoredCreation, _ key: CreationKey) throws -> Answer {
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

    private func start(
        _ request: StartRequest,
        by requester: Requester,
        secret: Secret,
        _ callersExecutor: (any TaskExecutor)?
    ) async throws -> Answer {
        let live = sessions.checkOut(identifiers.makeSessionID(at: clock.now))
        defer { sessions.checkIn(live) }
        try await admission.enter(live.mailbox, asClient: true)
        defer { live.mailbox.leave() }
        await admission.takeSlot(asClient: true)
        defer { admission.releaseSlot() }
        let row = SessionRow(
            new: live.id,
            token: requester.isVerified ? nil : secret.token,
            user: requester.user,
            request: request,
            rootFlow: request.flow ?? blueprint.initial.name,
            at: clock.now
        )
        // With a key, the token is derived from the key. Services must not learn the key, so they get a hash of it as
        // the id.
        let id = secret.key.map { Base64URL.encode(SHA256.hash(Array("start ".utf8) + $0.bytes)) } ?? "\(live.id)/start"
        let change = Change.start(request)
        let attempt = ChangeRequest(change, id: .named(id), user: requester.user, callersExecutor: callersExecutor)
        var state = SessionState(new: row)
        if stateKeeper != nil { state.keeping = SessionState.Keeping() }
        let answer = try await run(attempt, on: live, from: state) { transition in
            try await self.commit(transition, on: live, since: Tree(), status: 201, secret: secret)
        }
        guard let answer else { throw Problem(.overloaded, "The generated session id is already in use.") }
        return answer
    }

    /// Commits a start or a takeover. The answer has a token, unless only user tokens open the session. Returns nil if the
    /// session has changed or the code was used in the meantime.
    func commit(
        _ transition: Transition,
        on live: LiveSession,
        since before: Tree,
        status: Int,
        secret: Secret
    ) async throws -> Answer? {
        var document = transition.document
        let issuesToken = transition.state.row.hasToken
        if let key = secret.key {
            transition.commit.creation = StoredCreation(
                key: key.hash,
                fingerprint: key.request.fingerprint,
                salt: issuesToken ? secret.salt : [],
                session: live.id,
                status: status,
                body: try CompressedJSON(document.json.bytes).bytes,
                at: clock.now,
                expiresAt: secret.expiresAt
            )
        }
        switch try await commit(transition, of: live) {
        case .committed:
            // The device that had the session must not see any later state.
            if transition.replacesToken { live.supersede() }
            if let outcome = transition.state.row.outcome, !transition.state.row.isSandbox {
                counter.countEnd(outcome)
            }
            live.publish(transition)
            stateKeeper?.keep(transition.state)
            flowFeed.publish(transition.flowEvents(since: before))
            if issuesToken { document.token = secret.token.text }
            return Answer(document, status: status)
        case .created(let creation):
            return try secret.key.map { try replay(creation, $0) }
        case .conflict, .answered:
            return nil
        }
    }
}

extension SessionRow {
    fileprivate init(
        new id: String,
        token: Token?,
        user: User?,
        request: StartRequest,
        rootFlow: String,
        at now: Date
    ) {
        self.init(
            id: id,
            tokenHash: token?.hash ?? [],
            supersededTokenHashes: [],
            user: user?.id,
            claims: user?.storedClaims,
            revision: 0,
            status: .active,
            outcome: nil,
            result: nil,
            device: request.device,
            rootFlow: rootFlow,
            frontScreen: nil,
            layout: .null,
            viewModels: .emptyObject,
            createdAt: now,
            touchedAt: now
        )
    }
}

/// The idempotency key of a request that creates a token. It belongs to the user and not to a session. If two users
/// send the same key, these are different keys.
struct CreationKey {
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
