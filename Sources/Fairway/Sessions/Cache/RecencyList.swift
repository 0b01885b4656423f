/// Unused sessions, from the least to the most recently used.
///
/// An intrusive doubly linked list: each operation takes constant time. The links are unowned: the cache retains the
/// sessions.
struct RecencyList {
    /// The least recently used session. Unsafe: the cache retains every session in the list.
    private(set) unowned(unsafe) var oldest: LiveSession?
    private unowned(unsafe) var newest: LiveSession?

    // Unsafe for the same reason.
    struct Links {
        fileprivate unowned(unsafe) var older: LiveSession?
        fileprivate unowned(unsafe) var newer: LiveSession?
    }

    /// Adds the most recently used session.
    mutating func append(_ session: LiveSession) {
        session.usage.links.older = newest
        if let newest { newest.usage.links.newer = session } else { oldest = session }
        newest = session
    }

    mutating func remove(_ session: LiveSession) {
        let links = session.usage.links
        if let older = links.older { older.usage.links.newer = links.newer } else { oldest = links.newer }
        if let newer = links.newer { newer.usage.links.older = links.older } else { newest = links.older }
        session.usage.links = Links()
    }

    /// Removes the oldest session that is not in use (by subscribers, for example). Only a few are tried: if so many in
    /// a row are in use, the others probably are too.
    mutating func removeOldest(attempts: Int = 8) -> LiveSession? {
        for _ in 0..<attempts {
            guard let session = oldest else { return nil }
            remove(session)
            guard session.isInUse else { return session }
            append(session)
        }
        return nil
    }

    mutating func removeAll() -> [LiveSession] {
        var removed: [LiveSession] = []
        var next = oldest
        while let session = next {
            next = session.usage.links.newer
            if !session.isInUse {
                remove(session)
                removed.append(session)
            }
        }
        return removed
    }
}
