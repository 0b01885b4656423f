import Synchronization

/// The cache of sessions in memory. It is bounded: the least recently used sessions are evicted.
final class LiveSessions: Sendable {
    private let cache = Mutex(Cache())
    private let limit: Int
    private let byteLimit: Int
    private let dependencies: Dependencies

    /// Bookkeeping of the cache about one session. The session itself stores it, which saves a lookup when the session
    /// is checked in.
    struct Usage {
        var links = RecencyList.Links()
        fileprivate var users = 0
        fileprivate var bytes = 0
        /// Whether the session was over when it was last checked in.
        fileprivate var isOver = false
    }

    fileprivate struct Cache {
        var sessions: [LiveSessionKey: LiveSession] = [:]
        /// Unused sessions that are active.
        var idle = RecencyList()
        /// Unused sessions that are over.
        var over = RecencyList()
        var inUse = 0
        /// The estimated size of all sessions.
        var bytes = 0
    }

    init(limits: EngineLimits, dependencies: Dependencies) {
        limit = limits.liveSessions
        byteLimit = limits.liveSessionBytes
        self.dependencies = dependencies
    }

    var count: Int { cache.withLock(\.sessions.count) }

    /// Sessions in memory, sessions in use, and the estimated size.
    var counts: (cached: Int, inUse: Int, bytes: Int) { cache.withLock { ($0.sessions.count, $0.inUse, $0.bytes) } }

    /// The session with this id. It remains in memory until ``checkIn(_:)``.
    func checkOut(_ id: String) -> LiveSession {
        let key = LiveSessionKey(id)
        // Here and below, dropped sessions are released after the lock.
        let (session, _) = cache.withLock { cache in
            if let session = cache.sessions[key] {
                cache.enter(session)
                return (session, [])
            }
            let dropped = cache.makeRoom(sessions: limit - 1, bytes: byteLimit)
            let session = LiveSession(key, mailbox: SessionMailbox(), dependencies: dependencies.makeSession())
            cache.insert(session)
            return (session, dropped)
        }
        return session
    }

    /// The session with this id, if it is in memory.
    func find(_ id: String) -> LiveSession? {
        let key = LiveSessionKey(id)
        return cache.withLock { $0.sessions[key] }
    }

    /// Ends one use of a session. After its last use, a session without a state (not found in the store) is dropped.
    func checkIn(_ session: LiveSession) {
        let state = session.state
        let bytes = session.estimatedBytes
        _ = cache.withLock { cache in
            cache.bytes += bytes - session.usage.bytes
            session.usage.bytes = bytes
            cache.leave(session, with: state)
            return cache.makeRoom(sessions: limit, bytes: byteLimit)
        }
    }

    func dropOver() {
        _ = cache.withLock { cache in
            let dropped = cache.over.removeAll()
            for session in dropped { cache.forget(session) }
            return dropped
        }
    }

    func dropIdle() {
        _ = cache.withLock { cache in
            let dropped = cache.over.removeAll() + cache.idle.removeAll()
            for session in dropped { cache.forget(session) }
            return dropped
        }
    }
}

extension LiveSessions.Cache {
    /// Adds a session with its first user.
    fileprivate mutating func insert(_ session: LiveSession) {
        sessions[session.key] = session
        session.usage.users = 1
        inUse += 1
    }

    fileprivate mutating func enter(_ session: LiveSession) {
        if session.usage.users == 0 {
            inUse += 1
            if session.usage.isOver { over.remove(session) } else { idle.remove(session) }
        }
        session.usage.users += 1
    }

    fileprivate mutating func leave(_ session: LiveSession, with state: SessionState?) {
        session.usage.users -= 1
        guard session.usage.users == 0 else { return }
        inUse -= 1
        guard let state else { return forget(session) }
        session.usage.isOver = state.row.status == .over
        if session.usage.isOver { over.append(session) } else { idle.append(session) }
    }

    /// Drops a session that is in neither list.
    fileprivate mutating func forget(_ session: LiveSession) {
        sessions[session.key] = nil
        bytes -= session.usage.bytes
    }

    /// Drops sessions until the limits are met: first those that are over, then the least recently used.
    fileprivate mutating func makeRoom(sessions most: Int, bytes mostBytes: Int) -> [LiveSession] {
        var dropped: [LiveSession] = []
        while sessions.count > most || bytes > mostBytes {
            guard let session = over.removeOldest() ?? idle.removeOldest() else { break }
            forget(session)
            dropped.append(session)
        }
        return dropped
    }
}

/// A session's id with its hash. A dictionary with these keys compares the hashes and rarely reads the ids, which for
/// idle sessions are not in the processor's caches.
struct LiveSessionKey: Hashable, Sendable {
    let id: String
    private let hash: Int

    init(_ id: String) {
        self.id = id
        hash = id.hashValue
    }

    static func == (left: LiveSessionKey, right: LiveSessionKey) -> Bool {
        left.hash == right.hash && left.id == right.id
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
