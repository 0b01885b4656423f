/// Unused sessions, from the least to the most recently used.
///
/// An intrusive doubly linked list, so that each operation takes constant time. The links are unowned: the cache
/// retains the sessions.
struct SessionOrder {
    /// The least recently used session. Unsafe: the cache retains every session in the list.
    private(set) unowned(unsafe) var oldest: LiveSession?
    private unowned(unsafe) var newest: LiveSession?

    /// The neighbours of a session in the list.
    struct Place {
        fileprivate unowned(unsafe) var older: LiveSession?
        fileprivate unowned(unsafe) var newer: LiveSession?
    }

    /// Adds the most recently used session.
    mutating func append(_ session: LiveSession) {
        session.usage.place.older = newest
        if let newest { newest.usage.place.newer = session } else { oldest = session }
        newest = session
    }

    /// Removes a session that is in the list.
    mutating func remove(_ session: LiveSession) {
        let place = session.usage.place
        if let older = place.older { older.usage.place.newer = place.newer } else { oldest = place.newer }
        if let newer = place.newer { newer.usage.place.older = place.older } else { newest = place.older }
        session.usage.place = Place()
    }

    /// Removes the oldest session that is not in use (by subscribers, for example). Only a few are tried: if so many in
    /// a row are in use, the others probably are too.
    mutating func removeOldest(looks: Int = 8) -> LiveSession? {
        for _ in 0..<looks {
            guard let session = oldest else { return nil }
            remove(session)
            guard session.isInUse else { return session }
            append(session)
        }
        return nil
    }

    /// Removes all sessions that are not in use.
    mutating func removeAll() -> [LiveSession] {
        var removed: [LiveSession] = []
        var next = oldest
        while let session = next {
            next = session.usage.place.newer
            if !session.isInUse {
                remove(session)
                removed.append(session)
            }
        }
        return removed
    }
}
