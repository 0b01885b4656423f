/// The scheduling decisions of a ``ThreadPool``: which work runs next, and when threads start and end. It starts no
/// threads itself.
///
/// At most `width` threads run at a time. A thread that is at the same work in two consecutive checks is *stalled*: it
/// blocks or computes. A stalled thread no longer counts against `width`, so another thread takes its place, and it
/// ends with its work. When a check finds no progress, as many threads are added as are stalled, so that the number of
/// threads doubles with each check.
struct ThreadPlan<Work: Sendable>: Sendable {
    /// What the pool must do so that added work runs.
    enum Summons: Equatable, Sendable {
        case nothing, wakeThread, startThread
    }

    /// What a thread does next.
    enum Turn: Sendable {
        case run(Work)
        case wait
        case end
    }

    /// The results of a check.
    struct Findings: Sendable {
        /// Work on threads that are stalled since this check.
        var heldUp: [Work] = []
        /// Work that has waited too long while the pool cannot grow.
        var refused: [Work] = []
        /// The number of threads to start.
        var starting = 0
    }

    private struct Seat: Sendable {
        var work: Work?
        var turns = 0
        var turnsSeen = 0
        var isHeldUp = false
    }

    private struct Waiting: Sendable {
        /// Nil after a thread has taken it.
        var work: Work?
        var isRefusable: Bool
    }

    let width: Int
    let limit: Int
    /// The number of consecutive checks without progress after which work is refused.
    let looksBeforeRefusal: Int
    private var queue: [Waiting] = []
    private var first = 0
    private var seats: [Seat] = []
    private var freeSeats: [Int] = []
    /// Threads that wait for work.
    private(set) var idle = 0
    /// Threads that were woken or started and have not asked for work yet.
    private var arriving = 0
    /// Threads that run work and are not stalled.
    private var running = 0
    private(set) var heldUp = 0
    private var hasMoved = false
    private var looksWithoutMove = 0
    /// Set when the pool is released: threads end once no work is left.
    var isClosed = false

    init(width: Int, limit: Int, looksBeforeRefusal: Int) {
        self.width = width
        self.limit = max(width, limit)
        self.looksBeforeRefusal = looksBeforeRefusal
    }

    /// All threads.
    var threads: Int { idle + arriving + running + heldUp }

    /// Work that waits for a thread.
    var waiting: Int { queue.count - first }

    /// Whether the pool must keep checking: work waits, or a thread may stall.
    var needsLooks: Bool { running > 0 || waiting > 0 }

    /// Adds work.
    ///
    /// - Parameter isRefusable: Whether the work may be refused after it has waited too long.
    mutating func add(_ work: Work, isRefusable: Bool) -> Summons {
        queue.append(Waiting(work: work, isRefusable: isRefusable))
        return summons()
    }

    /// Registers a new thread and returns its number.
    mutating func arrive() -> Int {
        if let free = freeSeats.popLast() { return free }
        seats.append(Seat())
        return seats.count - 1
    }

    /// The system could not start a thread.
    mutating func didNotStart() { arriving -= 1 }

    /// Decides what a thread does next.
    ///
    /// - Parameter isArriving: Whether the thread was just woken or started, rather than having finished other work.
    mutating func next(_ number: Int, isArriving: Bool) -> (turn: Turn, summons: Summons) {
        var wasHeldUp = false
        if isArriving {
            arriving -= 1
        } else {
            wasHeldUp = seats[number].isHeldUp
            if wasHeldUp { heldUp -= 1 } else { running -= 1 }
            seats[number].work = nil
            seats[number].isHeldUp = false
        }
        if wasHeldUp, running + idle + arriving >= width { return (end(number), .nothing) }
        guard waiting > 0 else {
            if isClosed || idle >= width { return (end(number), .nothing) }
            idle += 1
            return (.wait, .nothing)
        }
        let work = takeFirst()
        hasMoved = true
        running += 1
        seats[number].work = work
        seats[number].turns &+= 1
        return (.run(work), summons())
    }

    /// Checks all threads. To be called at even intervals.
    mutating func look() -> Findings {
        var findings = Findings()
        for index in seats.indices {
            guard let work = seats[index].work, !seats[index].isHeldUp else { continue }
            if seats[index].turnsSeen == seats[index].turns {
                seats[index].isHeldUp = true
                running -= 1
                heldUp += 1
                findings.heldUp.append(work)
            }
            seats[index].turnsSeen = seats[index].turns
        }
        looksWithoutMove = hasMoved || waiting == 0 ? 0 : looksWithoutMove + 1
        if waiting > 0 {
            let wanted = looksWithoutMove > 0 ? max(width, heldUp) : width - running
            findings.starting = max(0, min(wanted - idle - arriving, waiting, limit - threads))
            arriving += findings.starting
            if looksWithoutMove >= looksBeforeRefusal, threads >= limit {
                findings.refused = takeRefusable()
                looksWithoutMove = 0
            }
        }
        hasMoved = false
        return findings
    }

    /// Closes the pool. Returns the number of idle threads, which must be woken so that they end.
    mutating func close() -> Int {
        isClosed = true
        defer { idle = 0 }
        arriving += idle
        return idle
    }

    /// Wakes or starts one thread at a time. That thread decides whether one more is needed.
    private mutating func summons() -> Summons {
        guard arriving == 0, waiting > 0 else { return .nothing }
        if idle > 0 {
            idle -= 1
            arriving += 1
            return .wakeThread
        }
        guard running < width, threads < limit else { return .nothing }
        arriving += 1
        return .startThread
    }

    private mutating func end(_ number: Int) -> Turn {
        freeSeats.append(number)
        return .end
    }

    private mutating func takeFirst() -> Work {
        guard let work = queue[first].work.take() else {
            preconditionFailure("Waiting work was taken before its turn.")
        }
        first += 1
        // Removed in batches: removing each one would shift the array each time.
        if first == queue.count || first == 64 {
            queue.removeFirst(first)
            first = 0
        }
        return work
    }

    private mutating func takeRefusable() -> [Work] {
        let waiting = queue[first...]
        let refused = waiting.filter(\.isRefusable).compactMap(\.work)
        queue = waiting.filter { !$0.isRefusable }
        first = 0
        return refused
    }
}
