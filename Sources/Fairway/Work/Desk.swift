/// The slots that a worker has for one queue: how many attempts run at a time.
struct Desk {
    let capacity: Int
    /// The time limit of one attempt.
    let seconds: Double
    /// Fetch more only after half of the slots are free. Timers take milliseconds each, so fetching them one by one
    /// would cost more than delivering them. Jobs are not batched: one that hangs must not keep the other slots empty.
    var isBatched = false
    var running = 0
    /// Whether the last fetch filled all the free slots.
    private var isMoreWaiting = false

    init(capacity: Int, seconds: Double, isBatched: Bool = false) {
        self.capacity = capacity
        self.seconds = seconds
        self.isBatched = isBatched
    }

    var freeSlots: Int { isBatched && isMoreWaiting && running > capacity / 2 ? 0 : capacity - running }

    var looksForMore: Bool { isMoreWaiting && freeSlots > 0 }

    mutating func take(_ count: Int, ofAsked asked: Int) {
        running += count
        isMoreWaiting = count == asked
    }
}
