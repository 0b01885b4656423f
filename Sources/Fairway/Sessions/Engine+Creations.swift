public import FairwayWire
public import Foundation

/// Calls that return a session token: starting a session and handing it over.
extension Engine {
    private static let handoffSeconds = 300.0

    /// A call that returns a token.
    enum Creation: Sendable {
        case start(StartRequest)
        case takeover(code: String, Device?)
        /// A call that has an invalid body, with the kind of change that the client asked for.
        case refusal(Problem, kind: String)
    }

    /// Starts a session.
    @concurrent public func start(
        _ start: StartRequest = StartRequest(),
        key: RequestKey? = nil,
        by requester: Requester = .anonymous,
        request: String? = nil,
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let creation = Creation.start(start)
        let answer = await make(creation, key: key, by: requester, request: request, continuingOn: callersExecutor)
        finish(creation, request: request, with: answer)
        return answer
    }

    /// Starts a session for the app's own code. The answer is kept for repeats with this key for some seconds, and a refusal
    /// is not kept.
    @concurrent func startFromApp(
        _ request: StartRequest,
        key: RequestKey?,
        by requester: Requester,
        requestID: String?,
        keptFor seconds: Double
    ) async -> Answer {
        let creation = Creation.start(request)
        let answer = await make(
            creation,
            key: key,
            by: requester,
            request: requestID,
            keptFor: seconds,
            keepsRefusals: false
        )
        finish(creation, request: requestID, with: answer)
        return answer
    }

    /// Answers a start or handoff that has an invalid body. The answer is stored under the key, like other problems.
    ///
    /// `kind` is the kind of change that the client asked for, as in the journal.
    @concurrent public func refuseCreation(
        _ problem: Problem,
        of kind: String,
        key: RequestKey?,
        by requester: Requester,
        request: String? = nil
    ) async -> Answer {
        // While no session may start, the problem is not stored. A repeat is rejected again, for the same reason.
        let mayStart = (try? access.checkMayStart(nil, by: requester)) != nil
        let creation = Creation.refusal(problem, kind: kind)
        let answer = await make(creation, key: mayStart ? key : nil, by: requester)
        finish(creation, request: request, with: answer)
        return answer
    }

    /// Takes over a session with a code. The answer contains a new token; the old token becomes invalid.
    ///
    /// A session that user tokens open has no token. Its code is good only with a token of its user, and no device
    /// loses its access.
    @concurrent public func takeHandoff(
        _ code: String,
        device: Device?,
        key: RequestKey? = nil,
        by requester: Requester = .anonymous,
        request: String? = nil,
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let creation = Creation.takeover(code: code, device)
        let answer = await make(creation, key: key, by: requester, request: request, continuingOn: callersExecutor)
        finish(creation, request: request, with: answer)
        return answer
    }

    /// Makes a call that returns a token, or repeats the answer to the first request with that key.
    ///
    /// Admission control comes first: a rejected call must not reach the store. Invalid calls pass it too, because
    /// their answers may be stored.
    private func make(
        _ creation: Creation,
        key: RequestKey?,
        by requester: Requester,
        request: String? = nil,
        keptFor seconds: Double = Creations.seconds,
        keepsRefusals: Bool = true,
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        do {
            try admission.begin(asClient: true)
        } catch {
            return answer(to: error, state: nil)
        }
        defer { admission.end(asClient: true) }
        do {
            switch try await creations.receive(key.map { CreationKey($0, requester.user) }, keptFor: seconds) {
            case .answered(let earlier): return earlier
            case .new(let secret):
                let answer: Answer
                do {
                    answer = try await make(
                        creation,
                        with: secret,
                        by: requester,
                        request: request,
                        continuingOn: callersExecutor
                    )
                } catch {
                    answer = self.answer(to: error, state: nil)
                }
                return keepsRefusals ? try await creations.keep(answer, secret) : answer
            }
        } catch {
            return answer(to: error, state: nil)
        }
    }

    private func make(
        _ creation: Creation,
        with secret: Creations.Secret,
        by requester: Requester,
        request: String?,
        continuingOn callersExecutor: (any TaskExecutor)?
    ) async throws -> Answer {
        let (purpose, session): (ChangePurpose, String)
        switch creation {
        case .refusal(let problem, _): throw problem
        case .start(let start):
            try access.checkMayStart(start, by: requester)
            session = identifiers.makeSessionID(at: clock.now)
            purpose = .start(makeStart(start, of: session, by: requester, with: secret))
        case .takeover(let code, let device):
            let hash = SHA256.hash(code.utf8)
            guard let handoff = try await store.handoff(hash), handoff.expiresAt > clock.now else {
                guard let earlier = try await creations.earlierAnswer(secret) else { throw Problem(.noSuchHandoff) }
                return earlier
            }
            session = handoff.session
            // Do not reveal a session of another user, not even one that this build cannot read.
            guard let access = try await store.access(session), requester.mayTakeOver(access) else {
                throw Problem(.noSuchHandoff)
            }
            purpose = .takeover(
                ChangePurpose.Takeover(
                    code: hash,
                    isLink: handoff.isLink,
                    device: device,
                    id: app.changeIDs.next(in: session),
                    requester: requester,
                    secret: secret
                )
            )
        }
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        let change = ChangeInProgress(
            purpose,
            on: live,
            by: .withoutCredential(request: request),
            continuingOn: callersExecutor,
            in: self
        )
        let answer = await change.makeAdmitted()
        change.endTrace(answer)
        return answer
    }

    private func makeStart(
        _ request: StartRequest,
        of session: String,
        by requester: Requester,
        with secret: Creations.Secret
    ) -> ChangePurpose.Start {
        let row = SessionRow(
            new: session,
            token: requester.isVerified ? nil : secret.token,
            user: requester.user,
            request: request,
            rootFlow: request.flow ?? blueprint.initial.name,
            at: clock.now
        )
        // With a key, the token is derived from the key. Services must not learn the key, so they get a hash of it as
        // the id.
        let id = secret.key.map { Base64URL.encode(SHA256.hash(Array("start ".utf8) + $0.bytes)) } ?? "\(session)/start"
        return ChangePurpose.Start(
            row: row,
            requested: RequestedChange(.start(request), id: .named(id)),
            user: requester.user,
            secret: secret
        )
    }

    /// Creates a handoff code. Within five minutes, another device can use it once to take over the session.
    @concurrent public func makeHandoff(
        _ session: String,
        by caller: Caller
    ) async throws(EngineError) -> (code: String, expiresAt: Date) {
        do {
            try await access.checkToken(of: caller, session)
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
        }
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            let state = try await loaded(live, by: caller)
            try access.checkMayAct(.makeHandoff, by: caller, on: state.row)
            guard state.row.status == .active else { throw Problem(.sessionOver) }
            let expiresAt = clock.now.addingTimeInterval(Self.handoffSeconds)
            let now = clock.secondsPassed
            let end = now + Self.handoffSeconds
            if let allowedAt = live.countHandoff(at: now, until: end, most: limits.handoffsPerSession) {
                throw Problem(
                    .tooManyRequests,
                    "\(limits.handoffsPerSession) codes were made for this session in the last minutes.",
                    retryAfterSeconds: Int((allowedAt - now).rounded(.up))
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
            throw EngineError(answer: answer(to: error, state: live.state))
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
            touchedAt: now,
            userActedAt: now
        )
    }
}

extension Requester {
    /// The user of a verified user token.
    var verifiedUser: User? { isVerified ? user : nil }

    /// Whether the requester may take over the session. Only its user may, if it has one.
    func mayTakeOver(_ access: SessionAccess) -> Bool {
        access.hasToken ? access.exists(for: user?.id) : isVerified && user?.hasID(access.user) == true
    }
}
