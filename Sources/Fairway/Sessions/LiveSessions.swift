import Synchronization

/// The sessions in memory, bounded: those not used for longest make room.
final class LiveSessions: Sendable {
    private let cache = Mutex(Cache())
    private let limit: Int
    private let waitingLimit: Int
    private let dependencies: Dependencies

    fileprivate struct Cache {
        var sessions: [String: (session: LiveSession, users: Int, lastUsed: Int)] = [:]
        var uses = 0
        /// How many of the sessions somebody is in.
        var used = 0
    }

    init(limits: EngineLimits, dependencies: Dependencies) {
        limit = limits.liveSessions
        waitingLimit = limits.waitingChangesPerSession
        self.dependencies = dependencies
    }

    var count: Int { cache.withLock(\.sessions.count) }

    /// How many there are, and in how many of them somebody is.
    var counts: (cached: Int, live: Int) { cache.withLock { ($0.sessions.count, $0.used) } }

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
            if cache.sessions.count >= limit { cache.makeRoom(limit / 16 + 1) }
            let session = LiveSession(
                id,
                mailbox: Mailbox(limit: waitingLimit),
                dependencies: dependencies.makeSession()
            )
            cache.sessions[id] = (session, 1, cache.uses)
            cache.used += 1
            return session
        }
    }

    /// The session of that id, if it is in memory.
    func find(_ id: String) -> LiveSession? { cache.withLock { $0.sessions[id]?.session } }

    /// Gives a session back. One of which nothing is known to exist is forgotten at once.
    func checkIn(_ session: LiveSession) {
        cache.withLock { cache in
            guard let index = cache.sessions.index(forKey: session.id) else { return }
            cache.sessions.values[index].users -= 1
            guard cache.sessions.values[index].users == 0 else { return }
            cache.used -= 1
            if session.state == nil { cache.sessions.remove(at: index) }
        }
    }

    /// Drops every session that is over and that nobody is using.
    func dropOver() {
        cache.withLock { cache in
            cache.sessions = cache.sessions.filter { _, entry in
                entry.users > 0 || entry.session.isInUse || entry.session.state?.row.status != .over
            }
        }
    }

    /// Drops every session that nobody is using.
    func dropIdle() {
        cache.withLock { $0.makeRoom($0.sessions.count) }
    }
}

extension LiveSessions.Cache {
    /// Drops about as many sessions as asked for, those not used for longest first. One pass over the cache pays for
    /// many insertions.
    fileprivate mutating func makeRoom(_ count: Int) {
        let idle = sessions.filter { $0.value.users == 0 && !$0.value.session.isInUse }
        for (id, _) in idle.sorted(by: { $0.value.lastUsed < $1.value.lastUsed }).prefix(count) { sessions[id] = nil }
    }
}
