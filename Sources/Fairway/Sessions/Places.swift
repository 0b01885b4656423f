/// Who is at work, and who waits in line until somebody has left: first come, first served.
///
/// What a change costs grows with the number of those that are under way together, since none of their memory is warm any
/// more. So a few work, and the others wait where they cost next to nothing.
///
/// Clients have a line of their own, and are let in by turns with all others: an app that has a hundred thousand sessions
/// looked at again keeps none of them waiting for all of those.
struct Places<Visitor> {
    private let limit: Int
    private var clients = Line<Visitor>()
    private var others = Line<Visitor>()
    private var isTurnOfOthers = false
    /// How many are at work.
    private(set) var taken = 0

    /// - Parameter limit: How many may be at work.
    init(limit: Int) { self.limit = limit }

    /// Whether as many clients wait as may be at work: enough to take all the places at once.
    var isFull: Bool { clients.count >= limit }

    /// How many wait.
    var waiting: Int { clients.count + others.count }

    /// How long the first client in line has been waiting; nil: none is.
    func waitedSeconds(at now: Double) -> Double? { clients.waitedSeconds(at: now) }

    /// Takes a place if one is free and nobody has been waiting for it.
    mutating func take() -> Bool {
        guard taken < limit, waiting == 0 else { return false }
        taken += 1
        return true
    }

    /// Goes to work without a place being free: for what has begun, and for what is bounded where it comes from.
    mutating func squeezeIn() { taken += 1 }

    /// Gets into line; to be called when there was no place to take.
    mutating func line(up visitor: Visitor, asClient isClient: Bool, at now: Double) {
        if isClient { clients.append(visitor, at: now) } else { others.append(visitor, at: now) }
    }

    /// Leaves work.
    ///
    /// - Returns: who has the place now; nil: nobody.
    mutating func leave() -> Visitor? {
        guard taken <= limit, waiting > 0 else {
            taken -= 1
            return nil
        }
        defer { isTurnOfOthers.toggle() }
        return isTurnOfOthers
            ? others.takeFirst() ?? clients.takeFirst()
            : clients.takeFirst() ?? others.takeFirst()
    }
}
