import FairwayWire

/// Decides who may see and change a session: the holder of its token, its user, and operators. The engine's rules may allow less.
final class Access: Sendable {
    let sessions: LiveSessions
    let store: any Store
    /// Whether other nodes may change the sessions.
    let isShared: Bool
    let rules: [any EngineRule]

    init(to sessions: LiveSessions, in store: any Store, isShared: Bool, rules: [any EngineRule]) {
        self.sessions = sessions
        self.store = store
        self.isShared = isShared
        self.rules = rules
    }

    /// Rejects a wrong credential before the call waits for the session or takes up memory. Otherwise anyone who knows a
    /// session's id could lock its owner out. An accepted token is checked again in the mailbox, because a handoff may
    /// replace it in the meantime.
    func checkToken(of caller: Caller, _ session: String) async throws {
        if !isAdmittedInMemory(session, caller) { try await checkStoredToken(of: caller, session) }
    }

    /// Whether the credential is valid for the session in memory.
    private func isAdmittedInMemory(_ session: String, _ caller: Caller) -> Bool {
        if caller.opensEverySession { return true }
        guard let row = sessions.find(session)?.state?.row else { return false }
        guard let hash = caller.tokenHash else { return caller.user.map(row.access.opens) ?? false }
        return Token.areEqual(hash, row.tokenHash) && row.access.exists(for: caller.user?.id)
    }

    private func checkStoredToken(of caller: Caller, _ session: String) async throws {
        // With other nodes, a handoff on one of them may have made the token valid.
        if !isShared, let row = sessions.find(session)?.certainState?.row {
            return try admit(caller, to: row.access)
        }
        guard let access = try await store.access(session) else { throw Problem(.noSuchSession) }
        try admit(caller, to: access)
    }

    /// Checks the caller's credential. To other users, the session does not exist.
    func admit(_ caller: Caller, to session: SessionAccess) throws {
        switch caller.credential {
        case .operator, .app: return
        case .user(let user):
            guard session.opens(for: user) else { throw Problem(.noSuchSession) }
        case .token: try admitToken(of: caller, to: session)
        }
    }

    private func admitToken(of caller: Caller, to session: SessionAccess) throws {
        // A session without a token was signed in: the proxy's header no longer counts, and its tokens are superseded.
        guard let hash = caller.tokenHash, session.tokenHash.isEmpty || session.exists(for: caller.user?.id) else {
            throw Problem(.noSuchSession)
        }
        if Token.areEqual(hash, session.tokenHash) { return }
        guard session.supersededTokenHashes.contains(where: { Token.areEqual(hash, $0) }) else {
            throw Problem(.noSuchSession)
        }
        guard let user = caller.signsIn, session.user != nil else { throw Problem(.superseded) }
        guard user.hasID(session.user) else { throw Problem(.noSuchSession) }
    }
}
