import Synchronization

/// The sessions in memory, bounded: those not used for longest make room.
final class LiveSessions: Sendable {
    private let cache = Mutex(Cache())
    private let limit: Int
    private let byteLimit: Int
    private let dependencies: Dependencies

    /// How a session is used, which is kept in the session: who gives one back need not look it up by its id.
    struct Usage {
        /// Among those that nobody is in.
        var place = SessionOrder.Place()
        fileprivate var users = 0
        fileprivate var bytes = 0
        /// Whether it was over when it was given back.
        fileprivate var isOver = false
    }

    fileprivate struct Cache {
        var sessions: [SessionKey: LiveSession] = [:]
        /// Those that nobody is in.
        var idle = SessionOrder()
        /// The same of those that are over.
        var over = SessionOrder()
        /// How many of the sessions somebody is in.
        var live = 0
        /// How many bytes all of them have, by an estimate.
        var bytes = 0
    }

    init(limits: EngineLimits, dependencies: Dependencies) {
        limit = limits.liveSessions
        byteLimit = limits.liveSessionBytes
        self.dependencies = dependencies
    }

    var count: Int { cache.withLock(\.sessions.count) }

    /// How many there are, in how many of them somebody is, and how many bytes they have.
    var counts: (cached: Int, live: Int, bytes: Int) { cache.withLock { ($0.sessions.count, $0.live, $0.bytes) } }

    /// The session of that id, to be given back with ``checkIn(_:)``. It stays in memory until then.
    func checkOut(_ id: String) -> LiveSession {
        let key = SessionKey(id)
        // Here and below: what is dropped goes when the lock is free again.
        let (session, _) = cache.withLock { cache in
            if let session = cache.sessions[key] {
                cache.enter(session)
                return (session, [])
            }
            let dropped = cache.makeRoom(sessions: limit - 1, bytes: byteLimit)
            let session = LiveSession(key, mailbox: Mailbox(), dependencies: dependencies.makeSession())
            cache.insert(session)
            return (session, dropped)
        }
        return session
    }

    /// The session of that id, if it is in memory.
    func find(_ id: String) -> LiveSession? {
        let key = SessionKey(id)
        return cache.withLock { $0.sessions[key] }
    }

    /// Gives a session back. One of which nothing is known to exist is forgotten at once.
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

    /// Drops every session that is over and that nobody is using.
    func dropOver() {
        _ = cache.withLock { cache in
            let dropped = cache.over.removeAll()
            for session in dropped { cache.forget(session) }
            return dropped
        }
    }

    /// Drops every session that nobody is using.
    func dropIdle() {
        _ = cache.withLock { cache in
            let dropped = cache.over.removeAll() + cache.idle.removeAll()
            for session in dropped { cache.forget(session) }
            return dropped
        }
    }
}

extension LiveSessions.Cache {
    /// One is in a session that was not there.
    fileprivate mutating func insert(_ session: LiveSession) {
        sessions[session.key] = session
        session.usage.users = 1
        live += 1
    }

    /// One more is in a session.
    fileprivate mutating func enter(_ session: LiveSession) {
        if session.usage.users == 0 {
            live += 1
            if session.usage.isOver { over.remove(session) } else { idle.remove(session) }
        }
        session.usage.users += 1
    }

    /// One is in a session no more.
    fileprivate mutating func leave(_ session: LiveSession, with state: SessionState?) {
        session.usage.users -= 1
        guard session.usage.users == 0 else { return }
        live -= 1
        guard let state else { return forget(session) }
        session.usage.isOver = state.row.status == .over
        if session.usage.isOver { over.append(session) } else { idle.append(session) }
    }

    /// What is in no order is in memory no more.
    fileprivate mutating func forget(_ session: LiveSession) {
        sessions[session.key] = nil
        bytes -= session.usage.bytes
    }

    /// Drops those that are over, then those not used for longest, until there are so many sessions and bytes at most.
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
