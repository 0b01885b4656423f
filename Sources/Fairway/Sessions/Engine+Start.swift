public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Starting sessions and handing them over: the calls that give out a token.
extension Engine {
    /// How long an answer that gave out a token can be asked for again, at least: until the sweeper deletes it.
    private static let creationSeconds = 600.0
    /// How long a handoff code can be used.
    private static let handoffSeconds = 300.0
    /// After how many seconds a client is to ask again that was refused a session for want of disk space.
    private static let secondsUntilRoom = 30

    /// Starts a session.
    @concurrent public func start(
        _ request: StartRequest = StartRequest(),
        key: RequestKey? = nil,
        identity: String? = nil,
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let answer = await once(key.map { CreationKey($0, identity) }) { secret in
            try self.checkStartsSessions()
            return try await self.start(request, identity: identity, secret: secret, callersExecutor)
        }
        counter.count(.start, answer)
        return answer
    }

    /// The answer to a call that would give out a token, and whose body is not what it takes: kept under its key like any
    /// other refusal.
    @concurrent public func refuseCreation(_ problem: Problem, key: RequestKey?, identity: String?) async -> Answer {
        // While the disk is nearly full the refusal is not stored. A repeat is refused again, for the same reason.
        await once(startsSessions ? key.map { CreationKey($0, identity) } : nil) { _ in throw problem }
    }

    private func checkStartsSessions() throws(Problem) {
        guard !startsSessions else { return }
        throw Problem(
            .storeUnavailable,
            "The server's disk is nearly full, so that no sessions are started. Sessions that are there go on.",
            retryAfterSeconds: Self.secondsUntilRoom
        )
    }

    /// A code with which another device can take over a session, once, within a few minutes.
    @concurrent public func makeHandoff(
        _ session: String,
        by caller: Caller
    ) async throws(Refusal) -> (code: String, expiresAt: Date) {
        do {
            try await checkToken(of: caller, session)
        } catch {
            throw Refusal(answer: answer(to: error, state: nil))
        }
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            let state = try await loaded(live, by: caller)
            guard state.row.status == .active else { throw Problem(.sessionOver) }
            let expiresAt = clock.now.addingTimeInterval(Self.handoffSeconds)
            let now = clock.secondsPassed
            let end = now + Self.handoffSeconds
            if let room = live.countHandoff(at: now, until: end, most: limits.handoffsPerSession) {
                throw Problem(
                    .tooManyRequests,
                    "\(limits.handoffsPerSession) codes were made for this session in the last minutes.",
                    retryAfterSeconds: Int((room - now).rounded(.up))
                )
            }
            let code = Base64URL.encode(identifiers.bytes(12))
            do {
                try await store.addHandoff(SHA256.hash(code.utf8), session: session, expiresAt: expiresAt)
            } catch {
                live.forgetHandoff(until: end)
                throw error
            }
            return (code, expiresAt)
        } catch {
            throw Refusal(answer: answer(to: error, state: live.state))
        }
    }

    /// Takes over a session with a code: a new token for it; the old one is no longer good.
    @concurrent public func takeHandoff(
        _ code: String,
        device: Device?,
        key: RequestKey? = nil,
        identity: String? = nil,
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let answer = await once(key.map { CreationKey($0, identity) }) { secret in
            try await self.takeHandoff(code, device: device, identity: identity, secret: secret, callersExecutor)
        }
        counter.count(.device, answer)
        return answer
    }

    /// A token to be given out, and what is kept so that a repeat of the request gets it again.
    private struct Secret {
        let token: Token
        let salt: [UInt8]
        let key: CreationKey?
        let expiresAt: Date
    }

    /// Runs what gives out a token, or answers as the first request with that key was answered. Who is not taken on is sent
    /// away before the store is asked, and what is to be refused is taken on, too, since it may be kept.
    private func once(_ key: CreationKey?, _ body: (Secret) async throws -> Answer) async -> Answer {
        do {
            try traffic.begin(asClient: true)
        } catch {
            return answer(to: error, state: nil)
        }
        defer { traffic.end(asClient: true) }
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

    /// Keeps what a flow or a guard refused, for the repeats of the request. What succeeded is kept with its commit.
    private func keep(_ answer: Answer, _ secret: Secret) async throws -> Answer {
        guard let key = secret.key, answer.code != nil, answer.isKept, !answer.isReplay else { return answer }
        // Of a session that never came to be.
        var refusal = Commit(session: identifiers.makeSessionID(at: clock.now), expectedRevision: nil)
        refusal.creation = StoredCreation(
            key: key.hash,
            fingerprint: key.request.fingerprint,
            salt: secret.salt,
            session: refusal.session,
            status: answer.status,
            body: try CompressedAnswer(answer.body).bytes,
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

    private func replay(_ creation: StoredCreation, _ key: CreationKey) throws -> Answer {
        guard creation.fingerprint == key.request.fingerprint else {
            throw Problem(.idempotencyKeyReused, "The key was used for another request.")
        }
        guard creation.status < 400 else { return try Answer(creation) }
        var document = try JSON.decode(
            StateDocument.self,
            from: CompressedAnswer(stored: creation.body).unpacked()
        )
        document.token = makeToken(key, creation.salt).text
        return Answer(document, status: creation.status, isReplay: true)
    }

    private func start(
        _ request: StartRequest,
        identity: String?,
        secret: Secret,
        _ callersExecutor: (any TaskExecutor)?
    ) async throws -> Answer {
        let live = sessions.checkOut(identifiers.makeSessionID(at: clock.now))
        defer { sessions.checkIn(live) }
        try await traffic.enter(live.mailbox, asClient: true)
        defer { live.mailbox.leave() }
        await traffic.goToWork(asClient: true)
        defer { traffic.leaveWork() }
        let row = SessionRow(
            new: live.id,
            token: secret.token,
            identity: identity,
            request: request,
            rootFlow: request.flow ?? blueprint.initial.name,
            at: clock.now
        )
        // Of a keyed start the token is made from the key, so that no service gets to see it.
        let id = secret.key.map { Base64URL.encode(SHA256.hash(Array("start ".utf8) + $0.bytes)) } ?? "\(live.id)/start"
        let attempt = Attempt(.start(request), id: .named(id), callersExecutor: callersExecutor)
        let answer = try await run(attempt, on: live, from: SessionState(new: row)) { transition in
            try await self.commit(transition, on: live, since: Tree(), status: 201, secret: secret)
        }
        guard let answer else { throw Problem(.overloaded, "An id was given out twice.") }
        return answer
    }

    private func takeHandoff(
        _ code: String,
        device: Device?,
        identity: String?,
        secret: Secret,
        _ callersExecutor: (any TaskExecutor)?
    ) async throws -> Answer {
        let hash = SHA256.hash(code.utf8)
        guard let handoff = try await store.handoff(hash), handoff.expiresAt > clock.now else {
            return try await answerToUsedCode(secret)
        }
        let id = changeIDs.next(in: handoff.session)
        return await insideAsPart(of: handoff.session, by: Caller(.operator)) { live, state in
            // Used up meanwhile, perhaps: then the commit was no lost race.
            guard state.row.status == .active, try await self.store.handoff(hash) != nil else {
                return .decided(try await self.answerToUsedCode(secret), at: state.version)
            }
            // A code that has come into other hands is none of theirs.
            guard state.row.access.exists(for: identity) else { throw Problem(.noSuchHandoff) }
            // A change even if the device is the same: other servers learn by the revision that the token is not.
            let device = device ?? state.row.device
            let attempt = Attempt(.device(device), id: id, callersExecutor: callersExecutor)
            let answer = try await self.run(attempt, on: live, from: state) { transition in
                var transition = transition
                transition.state.row.supersededTokenHashes =
                    (state.row.supersededTokenHashes + [state.row.tokenHash]).suffix(self.limits.supersededTokens)
                transition.state.row.tokenHash = secret.token.hash
                transition.commit.row = transition.state.row
                transition.commit.handoff = hash
                return try await self.commit(transition, on: live, since: state.tree, status: 200, secret: secret)
            }
            return answer.map(Verdict.committed) ?? .lost
        }
    }

    /// The code is gone: an earlier request with the same key may have been the one that used it.
    private func answerToUsedCode(_ secret: Secret) async throws -> Answer {
        guard let key = secret.key, let creation = try await store.creation(key.hash) else {
            throw Problem(.noSuchHandoff)
        }
        return try replay(creation, key)
    }

    /// Commits what gives out a token; nil when the session or the code is no longer what it was.
    private func commit(
        _ transition: consuming Shared<Transition>,
        on live: LiveSession,
        since before: Tree,
        status: Int,
        secret: Secret
    ) async throws -> Answer? {
        var document = transition.value.document
        if let key = secret.key {
            transition.commit.creation = StoredCreation(
                key: key.hash,
                fingerprint: key.request.fingerprint,
                salt: secret.salt,
                session: live.id,
                status: status,
                body: try CompressedAnswer(document.json.bytes).bytes,
                at: clock.now,
                expiresAt: secret.expiresAt
            )
        }
        let isHandoff = transition.value.commit.handoff != nil
        switch try await commit(&transition, of: live) {
        case .committed:
            // What comes now is not for the device that the session was handed over from.
            if isHandoff { live.supersede() }
            live.publish(transition)
            flowFeed.tell(transition.value.flowEvents(since: before))
            document.token = secret.token.text
            return Answer(document, status: status)
        case .created(let creation):
            return try secret.key.map { try replay(creation, $0) }
        case .conflict, .answered:
            return nil
        }
    }
}

extension SessionRow {
    /// A session that is about to be started.
    fileprivate init(
        new id: String,
        token: Token,
        identity: String?,
        request: StartRequest,
        rootFlow: String,
        at now: Date
    ) {
        self.init(
            id: id,
            tokenHash: token.hash,
            supersededTokenHashes: [],
            identity: identity,
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

/// The idempotency key of a request that gives out a token. There is no session yet that it would belong to, so that it
/// belongs to the user: the same key of two users is two keys.
private struct CreationKey {
    let request: RequestKey
    /// The key and the user. A key is visible ASCII, so that the zero byte separates the two.
    let bytes: [UInt8]
    /// What the creation is stored under.
    let hash: [UInt8]

    init(_ request: RequestKey, _ identity: String?) {
        self.request = request
        bytes = Array(request.key.utf8) + (identity.map { [0] + Array($0.utf8) } ?? [])
        hash = SHA256.hash(bytes)
    }
}
