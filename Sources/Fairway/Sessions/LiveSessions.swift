import Synchronization

/// The sessions in memory, bounded: those not used for longest make room.
final class LiveSessions: Sendable {
    private let cache = Mutex(Cache())
    private let limit: Int
    private let byteLimit: Int
    private let dependencies: Dependencies

    /// How a session is used, which is kept in the session: who gives one back need not look it up by its id.
    struct Usage {
        fileprivate var users = 0
        fileprivate var lastUse = 0
        fileprivate var bytes = 0
    }

    fileprivate struct Cache {
        var sessions: [String: LiveSession] = [:]
        var uses = 0
        /// How many of the sessions somebody is in.
        var live = 0
        /// How many bytes all of them have, by an estimate.
        var bytes = 0
        /// Beyond how many bytes room is made next. Above the limit when too little could be dropped: looking through
        /// all of them at each call would find no more.
        var bytesToMakeRoomAt = 0
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
        cache.withLock { cache in
            cache.uses += 1
            if let session = cache.sessions[id] {
                cache.enter(session)
                return session
            }
            if cache.sessions.count >= limit { cache.makeRoom(sessions: limit / 16 + 1) }
            let session = LiveSession(id, mailbox: Mailbox(), dependencies: dependencies.makeSession())
            cache.sessions[id] = session
            cache.enter(session)
            return session
        }
    }

    /// The session of that id, if it is in memory.
    func find(_ id: String) -> LiveSession? { cache.withLock { $0.sessions[id] } }

    /// Gives a session back. One of which nothing is known to exist is forgotten at once.
    func checkIn(_ session: LiveSession) {
        let state = session.state
        let bytes = state?.estimatedBytes ?? 0
        cache.withLock { cache in
            cache.bytes += bytes - session.usage.bytes
            session.usage.bytes = bytes
            session.usage.users -= 1
            if session.usage.users == 0 {
                cache.live -= 1
                if state == nil { cache.sessions[session.id] = nil }
            }
            cache.keepWithin(bytes: byteLimit)
        }
    }

    /// Drops every session that is over and that nobody is using.
    func dropOver() {
        cache.withLock { cache in
            cache.sessions = cache.sessions.filter { _, session in
                session.usage.users > 0 || session.isInUse || session.state?.row.status != .over
            }
            cache.bytes = cache.sessions.values.reduce(0) { $0 + $1.usage.bytes }
        }
    }

    /// Drops every session that nobody is using.
    func dropIdle() {
        cache.withLock { $0.makeRoom(sessions: $0.sessions.count) }
    }
}

extension LiveSessions.Cache {
    /// One more is in a session.
    fileprivate mutating func enter(_ session: LiveSession) {
        if session.usage.users == 0 { live += 1 }
        session.usage.users += 1
        session.usage.lastUse = uses
    }

    /// Drops about as many sessions or bytes as asked for, those not used for longest first. One pass over the cache pays
    /// for many insertions.
    fileprivate mutating func makeRoom(sessions count: Int, bytes wanted: Int = 0) {
        let idle = sessions.values.filter { $0.usage.users == 0 && !$0.isInUse }
        var dropped = 0
        var freed = 0
        for session in idle.sorted(by: { $0.usage.lastUse < $1.usage.lastUse }) {
            guard dropped < count || freed < wanted else { break }
            sessions[session.id] = nil
            dropped += 1
            freed += session.usage.bytes
        }
        bytes -= freed
    }

    /// Makes room when there are too many bytes.
    fileprivate mutating func keepWithin(bytes limit: Int) {
        guard bytes > max(limit, bytesToMakeRoomAt) else { return }
        makeRoom(sessions: 0, bytes: bytes - limit + limit / 16)
        bytesToMakeRoomAt = bytes > limit ? bytes + limit / 16 : 0
    }
}
