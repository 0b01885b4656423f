/// The scheduling decisions of a ``ThreadPool``: which work runs next, and when threads start and end. It starts no
/// threads itself.
///
/// At most `width` threads run at a time. A thread that runs the same work in two consecutive checks is *stalled*: it
/// blocks or computes. A stalled thread does not count against `width`, so another thread takes its place. The stalled
/// thread ends after its work. When a check finds no progress, as many threads are added as are stalled. The number of
/// threads thus doubles with each check.
struct ThreadPlan<Work: Sendable>: Sendable {
    /// What the pool must do so that a thread runs the added work.
    enum Wakeup: Equatable, Sendable {
        case nothing, wakeThread, startThread
    }

    enum Assignment: Sendable {
        case run(Work)
        case wait
        case end
    }

    struct CheckResult: Sendable {
        /// Work on threads that are stalled since this check.
        var stalled: [Work] = []
        /// Work that has waited too long while the pool cannot grow.
        var refused: [Work] = []
        var starting = 0
    }

    private struct ThreadState: Sendable {
        var work: Work?
        var steps = 0
        var stepsSeen = 0
        var isStalled = false
    }

    private struct Waiting: Sendable {
        /// Nil after a thread has taken it.
        var work: Work?
        var isRefusable: Bool
    }

    let width: Int
    let limit: Int
    /// The number of consecutive checks without progress after which work is refused.
    let checksBeforeRefusal: Int
    private var queue: [Waiting] = []
    private var first = 0
    private var states: [ThreadState] = []
    private var freeNumbers: [Int] = []
    private(set) var idle = 0
    /// Threads that were woken or started and have not asked for work yet.
    private var arriving = 0
    /// Threads that run work and are not stalled.
    private var running = 0
    private(set) var stalled = 0
    private var hasProgressed = false
    private var checksWithoutProgress = 0
    /// Set when the pool is released: threads end once no work is left.
    var isClosed = false

    init(width: Int, limit: Int, checksBeforeRefusal: Int) {
        self.width = width
        self.limit = max(width, limit)
        self.checksBeforeRefusal = checksBeforeRefusal
    }

    var threads: Int { idle + arriving + running + stalled }

    var waiting: Int { queue.count - first }

    /// Whether the pool must keep checking: work waits, or a thread may stall.
    var needsChecks: Bool { running > 0 || waiting > 0 }

    /// Adds work.
    ///
    /// - Parameter isRefusable: Whether the work may be refused after it has waited too long.
    mutating func add(_ work: Work, isRefusable: Bool) -> Wakeup {
        queue.append(Waiting(work: work, isRefusable: isRefusable))
        return wakeup()
    }

    /// Registers a new thread and returns its number.
    mutating func register() -> Int {
        if let free = freeNumbers.popLast() { return free }
        states.append(ThreadState())
        return states.count - 1
    }

    /// Called if the system could not start a thread.
    mutating func startFailed() { arriving -= 1 }

    /// Decides the next action of a thread.
    ///
    /// - Parameter isArriving: Whether the thread was just woken or started, rather than having finished other work.
    mutating func next(_ number: Int, isArriving: Bool) -> (step: Assignment, wakeup: Wakeup) {
        var wasStalled = false
        if isArriving {
            arriving -= 1
        } else {
            wasStalled = states[number].isStalled
            if wasStalled { stalled -= 1 } else { running -= 1 }
            states[number].work = nil
            states[number].isStalled = false
        }
        if wasStalled, running + idle + arriving >= width { return (end(number), .nothing) }
        guard waiting > 0 else {
            if isClosed || idle >= width { return (end(number), .nothing) }
            idle += 1
            return (.wait, .nothing)
        }
        let work = takeFirst()
        hasProgressed = true
        running += 1
        states[number].work = work
        states[number].steps &+= 1
        return (.run(work), wakeup())
    }

    /// Checks all threads. Must be called at regular intervals.
    mutating func check() -> CheckResult {
        var result = CheckResult()
        for index in states.indices {
            guard let work = states[index].work, !states[index].isStalled else { continue }
            if states[index].stepsSeen == states[index].steps {
                states[index].isStalled = true
                running -= 1
                stalled += 1
                result.stalled.append(work)
            }
            states[index].stepsSeen = states[index].steps
        }
        checksWithoutProgress = hasProgressed || waiting == 0 ? 0 : checksWithoutProgress + 1
        if waiting > 0 {
            let wanted = checksWithoutProgress > 0 ? max(width, stalled) : width - running
            result.starting = max(0, min(wanted - idle - arriving, waiting, limit - threads))
            arriving += result.starting
            if checksWithoutProgress >= checksBeforeRefusal, threads >= limit {
                result.refused = takeRefusable()
                checksWithoutProgress = 0
            }
        }
        hasProgressed = false
        return result
    }

    /// Closes the pool. Returns the number of idle threads. They must be woken to end.
    mutating func close() -> Int {
        isClosed = true
        defer { idle = 0 }
        arriving += idle
        return idle
    }

    /// Wakes or starts one thread at a time. That thread decides whether one more is needed.
    private mutating func wakeup() -> Wakeup {
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

    private mutating func end(_ number: Int) -> Assignment {
        freeNumbers.append(number)
        return .end
    }

    private mutating func takeFirst() -> Work {
        guard let work = queue[first].work.take() else {
            preconditionFailure("Waiting work was taken before its turn.")
        }
        first += 1
        // Remove taken elements in batches, because each removal shifts the array.
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
