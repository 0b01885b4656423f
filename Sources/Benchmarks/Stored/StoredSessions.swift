/// The part of the stored sessions that one connection drives, in no order.
final class StoredSessions {
    private let active: ActiveSessions
    private let stored: Int
    private let part: Int
    private let parts: Int
    /// The revision of each, by its place in this part.
    private var revisions: [Int32]
    private var order: Shuffle
    private var place = 0

    init(_ active: ActiveSessions, of stored: Int, part: Int, of parts: Int) {
        self.active = active
        self.stored = stored
        self.part = part
        self.parts = parts
        revisions = Array(repeating: 1, count: active.count(of: stored) / parts)
        order = Shuffle(seed: UInt64(part))
    }

    /// The session that is to be driven now.
    func next() -> LoadSession {
        place = order.next(below: revisions.count)
        let counter = StoredCounter(active.number(part + place * parts, of: stored))
        let revision = Int(revisions[place])
        return LoadSession(
            path: "/v1/sessions/\(counter.id)",
            token: StoredCounter.token,
            revision: revision,
            // It was stored with a count of 0 at revision 1.
            cycle: revision - 1
        )
    }

    /// Takes in how far the session has come that ``next()`` gave.
    func note(_ session: LoadSession) { revisions[place] = Int32(session.revision) }
}
