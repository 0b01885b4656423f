/// Decides which thread of a pool runs what, when a thread is added and when one ends. It starts no thread itself.
///
/// At most `width` threads run at a time. A thread that is still at the same work at the second of two looks is *held up*:
/// it blocks or computes. It counts no longer, so that another takes its place, and it ends with that work. Where looks
/// find that nothing moves, as many threads are added as are held up, so that their number doubles with each look.
struct ThreadPlan<Work: Sendable>: Sendable {
    /// What has to be done so that added work is run.
    enum Summons: Equatable, Sendable {
        case nothing, wakeThread, startThread
    }

    /// What a thread does next.
    enum Turn: Sendable {
        case run(Work)
        case wait
        case end
    }

    /// What a look has found.
    struct Findings: Sendable {
        /// The work whose threads are held up from now on.
        var heldUp: [Work] = []
        /// The work that has waited too long for a thread while there may be no more threads.
        var refused: [Work] = []
        /// How many threads are to be started.
        var starting = 0
    }

    private struct Seat: Sendable {
        var work: Work?
        var turns = 0
        var turnsSeen = 0
        var isHeldUp = false
    }

    private struct Waiting: Sendable {
        /// Nil once a thread has taken it.
        var work: Work?
        var isRefusable: Bool
    }

    let width: Int
    let limit: Int
    /// How many looks in a row find nothing moved before work is refused.
    let looksBeforeRefusal: Int
    private var queue: [Waiting] = []
    private var first = 0
    private var seats: [Seat] = []
    private var freeSeats: [Int] = []
    /// How many threads wait for work.
    private(set) var idle = 0
    /// How many have been woken or started and have not come for work yet.
    private var arriving = 0
    /// How many are at work and not held up.
    private var running = 0
    private(set) var heldUp = 0
    private var hasMoved = false
    private var looksWithoutMove = 0
    /// Set once the pool is gone: threads end when there is no more work.
    var isClosed = false

    init(width: Int, limit: Int, looksBeforeRefusal: Int) {
        self.width = width
        self.limit = max(width, limit)
        self.looksBeforeRefusal = looksBeforeRefusal
    }

    /// How many threads there are.
    var threads: Int { idle + arriving + running + heldUp }

    /// How much work waits for a thread.
    var waiting: Int { queue.count - first }

    /// Whether looks are needed: work waits, or a thread may come to be held up.
    var needsLooks: Bool { running > 0 || waiting > 0 }

    /// Adds work.
    ///
    /// - Parameter isRefusable: Whether it may be refused when it has waited too long.
    mutating func add(_ work: Work, isRefusable: Bool) -> Summons {
        queue.append(Waiting(work: work, isRefusable: isRefusable))
        return summons()
    }

    /// A thread that was started comes for its first work; returns its number.
    mutating func arrive() -> Int {
        if let free = freeSeats.popLast() { return free }
        seats.append(Seat())
        return seats.count - 1
    }

    /// A thread that was to be started could not be.
    mutating func didNotStart() { arriving -= 1 }

    /// A thread comes for work.
    ///
    /// - Parameter isArriving: Whether it was woken or started for that, and has not just done something else.
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

    /// Looks at all threads, at even intervals.
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

    /// Has all idle threads come and see that the pool is closed; how many they are.
    mutating func close() -> Int {
        isClosed = true
        defer { idle = 0 }
        arriving += idle
        return idle
    }

    /// One at a time: the thread that comes sees whether there is work for another.
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
        // Forgotten in batches: one by one would move the queue each time.
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
