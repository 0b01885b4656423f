/// Who is to be looked at when, in ticks. Looking is lazy: one whose deadline has moved on meanwhile is put in again,
/// so that moving a deadline, which happens with each request, touches nothing here.
struct TimerWheel {
    private static let span: UInt64 = 128

    private var slots = [[UInt64]](repeating: [], count: Int(span))
    private(set) var now: UInt64 = 0

    /// Puts a token in; returns the tick at which it comes out, which is earlier when `tick` is beyond the wheel.
    mutating func insert(_ token: UInt64, at tick: UInt64) -> UInt64 {
        let due = min(max(tick, now + 1), now + Self.span - 1)
        slots[Int(due % Self.span)].append(token)
        return due
    }

    /// Moves on to `tick` and returns what has become due, with the tick for which it was put in.
    mutating func advance(to tick: UInt64) -> [(token: UInt64, due: UInt64)] {
        guard tick > now else { return [] }
        var due: [(token: UInt64, due: UInt64)] = []
        let last = min(tick, now + Self.span - 1)
        for moment in now + 1...last {
            let slot = Int(moment % Self.span)
            due += slots[slot].map { ($0, moment) }
            slots[slot] = []
        }
        now = tick
        return due
    }
}
