/// A queue of waiting changes, with the time at which each began to wait.
struct Line<Visitor> {
    private var visitors: [(visitor: Visitor, since: Double)] = []
    private var next = 0

    /// Waiting changes.
    var count: Int { visitors.count - next }

    /// How long the first has waited; nil if the queue is empty.
    func waitedSeconds(at now: Double) -> Double? { count > 0 ? max(0, now - visitors[next].since) : nil }

    /// Adds a change at the end.
    mutating func append(_ visitor: Visitor, at now: Double) { visitors.append((visitor, now)) }

    /// Removes the first change.
    mutating func takeFirst() -> Visitor? {
        guard count > 0 else { return nil }
        let visitor = visitors[next].visitor
        next += 1
        // Removed in batches: removing each one would shift the array each time.
        if next == visitors.count || next == 64 {
            visitors.removeFirst(next)
            next = 0
        }
        return visitor
    }
}
