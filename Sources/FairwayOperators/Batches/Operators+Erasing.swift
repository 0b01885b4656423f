package import Fairway

/// Erasing sessions.
extension Operators {
    /// Erases a user's sessions and everything that is kept of them. Their streams end, and the results of running jobs are
    /// dropped. Then call ``finishErasure()``.
    ///
    /// - Returns: The number of sessions, without sandboxes. After an error, some may be erased and others not.
    @concurrent package func eraseUser(_ user: String) async throws(StoreError) -> Int {
        let query = SessionsQuery(isSandbox: true, limit: limits.sandboxes)
        let sandboxes = Set(try await store.sessions(query).rows.map(\.session.id))
        var count = 0
        while true {
            let erased = try await store.eraseUser(user, limit: limits.sessionsErasedAtOnce)
            guard !erased.isEmpty else { return count }
            count += erased.count { !sandboxes.contains($0) }
            engine.forgetDeleted(erased)
        }
    }

    /// Erases sessions, as ``eraseUser(_:)`` erases those of a user.
    @concurrent package func erase(_ sessions: [String]) async throws(StoreError) {
        engine.forgetDeleted(try await store.erase(sessions))
    }

    /// Removes what erased sessions have left in the store's files. Waits for other processes that read them.
    ///
    /// - Returns: False if that takes longer than ``OperatorLimits/secondsOfErasure``. A later call does what is left.
    @concurrent package func finishErasure() async throws(StoreError) -> Bool {
        let end = clock.secondsPassed + limits.secondsOfErasure
        while try await !store.finishErasure() {
            guard clock.secondsPassed < end, !Task.isCancelled else { return false }
            // Readers in other processes give no notice.
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                _ = clock.after(Self.secondsBetweenErasureAttempts) { continuation.resume() }
            }
        }
        return true
    }

    private static let secondsBetweenErasureAttempts = 0.2
}
