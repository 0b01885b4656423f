/// Who is at work, and who waits in line until somebody has left: first come, first served.
///
/// What a change costs grows with the number of those that are under way together, since none of their memory is warm any
/// more. So a few work, and the others wait where they cost next to nothing.
struct Places<Visitor> {
    private let limit: Int
    private var line: [(visitor: Visitor, since: Double)] = []
    private var next = 0
    /// How many are at work.
    private(set) var taken = 0

    /// - Parameter limit: How many may be at work.
    init(limit: Int) { self.limit = limit }

    /// How many wait.
    var waiting: Int { line.count - next }

    /// How long the first in line has been waiting; nil: nobody is.
    func waitedSeconds(at now: Double) -> Double? { waiting > 0 ? max(0, now - line[next].since) : nil }

    /// Takes a place if one is free and nobody has been waiting for it.
    mutating func take() -> Bool {
        guard taken < limit, waiting == 0 else { return false }
        taken += 1
        return true
    }

    /// Goes to work without a place being free: for what has begun, and for what is bounded where it comes from.
    mutating func squeezeIn() { taken += 1 }

    /// Gets into line; to be called when there was no place to take.
    mutating func line(up visitor: Visitor, at now: Double) { line.append((visitor, now)) }

    /// Leaves work.
    ///
    /// - Returns: who has the place now; nil: nobody.
    mutating func leave() -> Visitor? {
        guard taken <= limit, waiting > 0 else {
            taken -= 1
            return nil
        }
        let visitor = line[next].visitor
        next += 1
        // Those who have gone are forgotten in batches: one by one would move the line each time.
        if next == line.count || next == 64 {
            line.removeFirst(next)
            next = 0
        }
        return visitor
    }
}
