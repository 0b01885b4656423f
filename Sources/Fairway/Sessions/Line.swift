/// Who waits for a place at work, and since when.
struct Line<Visitor> {
    private var visitors: [(visitor: Visitor, since: Double)] = []
    private var next = 0

    /// How many wait.
    var count: Int { visitors.count - next }

    /// How long the first has been waiting; nil: nobody is.
    func waitedSeconds(at now: Double) -> Double? { count > 0 ? max(0, now - visitors[next].since) : nil }

    /// Somebody comes, and is the last.
    mutating func append(_ visitor: Visitor, at now: Double) { visitors.append((visitor, now)) }

    /// Whoever has waited longest goes.
    mutating func takeFirst() -> Visitor? {
        guard count > 0 else { return nil }
        let visitor = visitors[next].visitor
        next += 1
        // Those who have gone are forgotten in batches: one by one would move the line each time.
        if next == visitors.count || next == 64 {
            visitors.removeFirst(next)
            next = 0
        }
        return visitor
    }
}
