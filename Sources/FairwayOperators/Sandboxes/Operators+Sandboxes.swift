package import Fairway
package import FairwayWire
package import Foundation

/// Forks: operators' copies of sessions. The work of a copy waits for an operator.
extension Operators {
    private static let secondsUntilSandboxEnds = 3_600

    /// Copies a session to a sandbox, at a kept or the present revision.
    ///
    /// The sandbox has no drafts, codes, kept replies, keys and signals. Its documents have sensitive values masked, because its token
    /// belongs to an operator. Only that token opens it. Its timers and jobs wait for
    /// ``completeWork(_:of:with:)`` and ``failWork(_:of:with:)``.
    ///
    /// - Parameter revision: A kept revision; nil for the present one.
    @concurrent package func fork(
        _ session: String,
        at revision: Int?
    ) async throws -> (session: String, token: String, endsAt: Date) {
        try rule.checkStartsSessions()
        let snapshot = try await readable { try await self.snapshot(of: session, at: revision) }
        guard snapshot.status == .active else { throw Problem(.sessionOver) }
        let token = Token(text: engine.identifiers.makeToken())
        let now = clock.now
        let commit = snapshot.sandbox(id: engine.identifiers.makeSessionID(at: now), token: token, at: now)
        try await readable { try self.checkReads(commit) }
        switch try await store.addSandbox(commit, most: limits.sandboxes) {
        case .committed: return (commit.session, token.text, commit.row?.sandboxEnd ?? now)
        case nil:
            throw Problem(
                .tooManyRequests,
                "There are \(limits.sandboxes) sandboxes, each of which is deleted after a day. Continue in one of them.",
                retryAfterSeconds: Self.secondsUntilSandboxEnds
            )
        default:
            guard try await store.access(snapshot.original) != nil else { throw Problem(.noSuchSession) }
            throw Problem(.overloaded, "The session is being erased, or the generated session id is already in use.")
        }
    }

    /// Runs `body`. A session that this build cannot read is refused with `incompatible-flow`.
    private func readable<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as IncompatibleFlow {
            throw EngineError(answer: engine.answer(to: error))
        }
    }

    /// Throws if this build cannot continue the sandbox.
    private func checkReads(_ commit: Commit) throws(IncompatibleFlow) {
        guard let row = commit.row else { return }
        try engine.checkReads(StoredSession(session: row, flows: commit.flows, drafts: [:]))
    }

    private func snapshot(of session: String, at revision: Int?) async throws -> SessionSnapshot {
        guard let revision else { return try await presentSnapshot(of: session) }
        return try SessionSnapshot(try await kept(session, at: revision))
    }

    private func presentSnapshot(of session: String) async throws -> SessionSnapshot {
        var state = try await engine.currentState(of: session)
        for _ in 0..<engine.limits.lostRaces {
            let work = try await store.work(session).filter { !$0.progress.isCancelled && $0.item.kind != .signal }
                .map(\.item)
            let present = try await engine.currentState(of: session)
            // Work changes with a revision only. If it is the same, the work belongs to the state.
            if present.row.revision == state.row.revision {
                let viewModels = await engine.maskedViewModels(of: present)
                return try SessionSnapshot(present, maskedViewModels: viewModels, work: work, engine.blueprint)
            }
            state = present
        }
        throw Problem(.overloaded, "The session changes too often to be copied.")
    }
}

/// The work of sandboxes.
extension Operators {
    /// Completes a timer or job of a sandbox in place of a worker.
    ///
    /// - Parameter result: The output of a job; nil for `{}`. A timer has none.
    /// - Returns: The answer with the problem, if the flow did not take the result.
    @concurrent package func completeWork(
        _ id: String,
        of session: String,
        with result: RawJSON?
    ) async throws -> Answer? {
        let item = try await heldWork(id, of: session)
        guard item.kind == .job else {
            guard result == nil else { throw Problem(.malformedRequest, "\(item.name) is a timer and has no result.") }
            return await deliver(item, .due, to: session)
        }
        let output = result ?? .emptyObject
        let version = try await readable {
            try await self.engine.currentState(of: session).check(output, of: item)
        }
        return await deliver(item, .completed(output, version: version), to: session)
    }

    /// Fails a job of a sandbox in place of a worker, as if its performer had thrown a ``GiveUp`` with the message.
    ///
    /// - Returns: The answer with the problem, if the flow did not take the failure.
    @concurrent package func failWork(
        _ id: String,
        of session: String,
        with message: String
    ) async throws -> Answer? {
        let item = try await heldWork(id, of: session)
        guard item.kind == .job else {
            throw Problem(.malformedRequest, "\(item.name) is a timer and cannot fail. Complete it.")
        }
        let failure = JobFailure(message: Text(verbatim: message), attempts: 1)
        return await deliver(item, .failed(failure), to: session)
    }

    private func deliver(_ item: WorkItem, _ result: WorkResult, to session: String) async -> Answer? {
        let answer = await engine.perform(.work(item, result), on: session, by: Caller(.operator))
        return answer.code == nil ? nil : answer
    }

    private func heldWork(_ id: String, of session: String) async throws -> WorkItem {
        guard try await store.access(session)?.isSandbox != false else {
            throw Problem(.forbidden, "The server performs the work of session \(session), which is not a sandbox.")
        }
        return try await work(id, of: session).item
    }
}

extension SessionRow {
    /// When the session is deleted if it is a sandbox; nil for any other session.
    package var sandboxEnd: Date? { isSandbox ? createdAt.addingTimeInterval(Operators.sandboxSeconds) : nil }
}
