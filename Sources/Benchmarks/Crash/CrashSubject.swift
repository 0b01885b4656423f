/// Something that keeps counters, runs in a process of its own, and can be killed.
protocol CrashSubject: Sendable {
    /// Starts the process. Returns once it takes actions.
    func start() async throws

    /// Ends the process with SIGKILL, and returns when it is gone.
    func kill() async

    /// Counts a session up, once under that key, making the session if need be.
    ///
    /// - Returns: The session's count after it.
    /// - Throws: ``SubjectDied`` when no answer came.
    func count(session: Int, key: String) async throws -> Int

    /// The counts of all sessions, and an error for anything that does not fit together. Called between a ``kill()`` and
    /// a ``start()``, or after all.
    func audit(sessions: Int) async throws -> [Int]
}

/// The process was killed before it answered.
struct SubjectDied: Error {}
