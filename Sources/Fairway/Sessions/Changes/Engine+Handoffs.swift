public import FairwayWire
public import Foundation

/// Handoff: moving a session to another device with a single-use code.
extension Engine {
    private static let handoffSeconds = 300.0

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
            guard state.row.status == .active else { throw Problem(.sessionOver) }
            guard !state.row.isSandbox else {
                throw Problem(.forbidden, "A sandbox cannot be handed over to another device.")
            }
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
        let answer = await once(key.map { CreationKey($0, requester.user) }) { secret in
            try await self.takeHandoff(code, device: device, by: requester, secret: secret, callersExecutor)
        }
        counter.count(.device, answer)
        if let refusal = answer.refusal { note(refusal, kind: ChangeKind.device.name, request: request) }
        return answer
    }

    private func takeHandoff(
        _ code: String,
        device: Device?,
        by requester: Requester,
        secret: Secret,
        _ callersExecutor: (any TaskExecutor)?
    ) async throws -> Answer {
        let hash = SHA256.hash(code.utf8)
        guard let handoff = try await store.handoff(hash), handoff.expiresAt > clock.now else {
            return try await answerToUsedCode(secret)
        }
        // Do not reveal a session of another user, not even one that this build cannot read.
        guard let access = try await store.access(handoff.session), requester.mayTakeOver(access) else {
            throw Problem(.noSuchHandoff)
        }
        let id = changeIDs.next(in: handoff.session)
        return await insideAsPart(of: handoff.session, by: .holderOfCode) { live, state in
            // Check the code before each repetition after a lost race: once another request has used the code, no
            // repetition can succeed.
            guard state.row.status == .active, try await self.store.handoff(hash) != nil else {
                return .decided(try await self.answerToUsedCode(secret), at: state.version)
            }
            // The session's user may have changed since.
            guard requester.mayTakeOver(state.row.access) else { throw Problem(.noSuchHandoff) }
            // Make a change even if the device is the same: the new revision tells other servers that the old token is
            // invalid.
            let device = device ?? state.row.device
            let verified = requester.isVerified ? requester.user : nil
            let request = ChangeRequest(.device(device), id: id, user: verified, callersExecutor: callersExecutor)
            let answer = try await self.run(request, on: live, from: state) { transition in
                if state.row.hasToken { transition.replaceToken(by: secret.token.hash, self.limits) }
                transition.commit.handoff = hash
                return try await self.commit(transition, on: live, since: state.tree, status: 200, secret: secret)
            }
            return answer.map(RunOutcome.committed) ?? .lost
        }
    }

    /// The answer to a request whose code does not exist, or no longer does. If an earlier request with the same
    /// idempotency key used the code, its answer is repeated.
    private func answerToUsedCode(_ secret: Secret) async throws -> Answer {
        guard let key = secret.key, let creation = try await store.creation(key.hash) else {
            throw Problem(.noSuchHandoff)
        }
        return try replay(creation, key)
    }
}

extension Requester {
    /// Whether the requester may take over the session. Only its user may, if it has one.
    fileprivate func mayTakeOver(_ access: SessionAccess) -> Bool {
        access.hasToken ? access.exists(for: user?.id) : isVerified && user?.hasID(access.user) == true
    }
}
