/// Where the work of one queue is done: so much at a time.
struct Desk {
    let capacity: Int
    /// How long one attempt may take.
    let seconds: Double
    /// Whether it is cleared by half before more is fetched: timers take but a moment each, and asking the store for one
    /// at a time would take as long. A job that hangs must not keep the places beside it empty.
    var isBatched = false
    var running = 0
    /// Whether there was more than could be taken.
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
