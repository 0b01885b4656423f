/// Sessions that nobody is in, in the order in which they were given back.
///
/// Each knows its neighbours, so that one of a hundred thousand comes and goes as fast as one of two. None is kept in
/// memory by it: that is left to whoever keeps the order.
struct SessionOrder {
    /// The one that nobody has been in for longest.
    private(set) unowned(unsafe) var oldest: LiveSession?
    private unowned(unsafe) var newest: LiveSession?

    /// Where a session is in its order.
    struct Place {
        fileprivate unowned(unsafe) var older: LiveSession?
        fileprivate unowned(unsafe) var newer: LiveSession?
    }

    /// Adds one that was given back just now.
    mutating func append(_ session: LiveSession) {
        session.usage.place.older = newest
        if let newest { newest.usage.place.newer = session } else { oldest = session }
        newest = session
    }

    /// Takes one out that is in it.
    mutating func remove(_ session: LiveSession) {
        let place = session.usage.place
        if let older = place.older { older.usage.place.newer = place.newer } else { oldest = place.newer }
        if let newer = place.newer { newer.usage.place.older = place.older } else { newest = place.older }
        session.usage.place = Place()
    }

    /// Takes out the one that nobody has been in for longest and that nobody would miss. Not looked for among all: where
    /// so many in a row would be missed, there is likely to be none.
    mutating func removeOldest(looks: Int = 8) -> LiveSession? {
        for _ in 0..<looks {
            guard let session = oldest else { return nil }
            remove(session)
            guard session.isInUse else { return session }
            append(session)
        }
        return nil
    }

    /// Takes out all that nobody would miss.
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
