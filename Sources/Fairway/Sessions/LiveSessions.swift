import Synchronization

/// The sessions in memory, bounded: those not used for longest make room.
final class LiveSessions: Sendable {
    private let cache = Mutex(Cache())
    private let limit: Int
    private let byteLimit: Int
    private let dependencies: Dependencies

    fileprivate struct Cache {
        var sessions: [String: (session: LiveSession, users: Int, lastUsed: Int, bytes: Int)] = [:]
        var uses = 0
        /// How many of the sessions somebody is in.
        var used = 0
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
    var counts: (cached: Int, live: Int, bytes: Int) { cache.withLock { ($0.sessions.count, $0.used, $0.bytes) } }

    /// The session of that id, to be given back with ``checkIn(_:)``. It stays in memory until then.
    func checkOut(_ id: String) -> LiveSession {
        cache.withLock { cache in
            cache.uses += 1
            if let index = cache.sessions.index(forKey: id) {
                if cache.sessions.values[index].users == 0 { cache.used += 1 }
                cache.sessions.values[index].users += 1
                cache.sessions.values[index].lastUsed = cache.uses
                return cache.sessions.values[index].session
            }
            if cache.sessions.count >= limit { cache.makeRoom(sessions: limit / 16 + 1) }
            let session = LiveSession(id, mailbox: Mailbox(), dependencies: dependencies.makeSession())
            cache.sessions[id] = (session, 1, cache.uses, 0)
            cache.used += 1
            return session
        }
    }

    /// The session of that id, if it is in memory.
    func find(_ id: String) -> LiveSession? { cache.withLock { $0.sessions[id]?.session } }

    /// Gives a session back. One of which nothing is known to exist is forgotten at once.
    func checkIn(_ session: LiveSession) {
        let state = session.state
        let bytes = state?.estimatedBytes ?? 0
        cache.withLock { cache in
            guard let index = cache.sessions.index(forKey: session.id) else { return }
            cache.bytes += bytes - cache.sessions.values[index].bytes
            cache.sessions.values[index].bytes = bytes
            cache.sessions.values[index].users -= 1
            if cache.sessions.values[index].users == 0 {
                cache.used -= 1
                if state == nil { cache.sessions.remove(at: index) }
            }
            cache.keepWithin(bytes: byteLimit)
        }
    }

    /// Drops every session that is over and that nobody is using.
    func dropOver() {
        cache.withLock { cache in
            cache.sessions = cache.sessions.filter { _, entry in
                entry.users > 0 || entry.session.isInUse || entry.session.state?.row.status != .over
            }
            cache.bytes = cache.sessions.values.reduce(0) { $0 + $1.bytes }
        }
    }

    /// Drops every session that nobody is using.
    func dropIdle() {
        cache.withLock { $0.makeRoom(sessions: $0.sessions.count) }
    }
}

extension LiveSessions.Cache {
    /// Drops about as many sessions or bytes as asked for, those not used for longest first. One pass over the cache pays
    /// for many insertions.
    fileprivate mutating func makeRoom(sessions count: Int, bytes wanted: Int = 0) {
        let idle = sessions.filter { $0.value.users == 0 && !$0.value.session.isInUse }
        var dropped = 0
        var freed = 0
        for (id, entry) in idle.sorted(by: { $0.value.lastUsed < $1.value.lastUsed }) {
            guard dropped < count || freed < wanted else { break }
            sessions[id] = nil
            dropped += 1
            freed += entry.bytes
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
