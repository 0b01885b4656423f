public import Dispatch
import Glibc
import Synchronization

/// A serial queue that serves a share of the connections, with one epoll set and one Dispatch source. A connection and
/// its handlers stay on one event loop.
///
/// It is a task executor, so a handler can start a task on its own event loop:
/// `Task(executorPreference: exchange.eventLoop) { … }`. It keeps tasks for handlers, see ``startHandler(_:)``.
///
/// Unchecked: all mutable state except the inbox and the owner is accessed on the queue only.
public final class EventLoop: @unchecked Sendable {
    private static let roundsPerTurn = 64
    /// The longest wait for sockets and responses before a turn ends. Longer than a commit takes, and short enough that
    /// the rounds of a turn delay the timer by a second at most.
    private static let lingerMilliseconds: Int32 = 15
    /// With this many descriptors ready at once, the loop yields to other threads before the next round.
    private static let manyDescriptors = 8

    /// The underlying queue.
    public let dispatchQueue: DispatchQueue

    let context: ServerContext
    let counters: HTTPCounters
    var pool = OutputBlockPool()
    var compressor = Compressor()
    var date: DateLine

    let poller: Poller
    var connections = TokenTable<HTTPConnection>()
    var listeners: [Listener] = []
    var wheel = TimerWheel()
    var sharedBodies = SharedBodyTable()
    let input: UnsafeMutableRawBufferPointer
    var stopping: Stopping?
    var waitingTasks: [UnsafeContinuation<Handler?, Never>] = []
    /// Whether the next job runs when it is enqueued.
    private var runsNextJobHere = false
    /// Whether a connection has closed since the listeners were resumed.
    var someHaveClosed = false
    var pauseReport = OncePerMinute()
    var dropReport = OncePerMinute()

    private var source: (any DispatchSourceRead)?
    private var stopTicking: (@Sendable () -> Void)?
    private let firstNanosecond: UInt64
    private let inbox = EventLoopInbox()
    private var messages: [EventLoopMessage] = []
    /// The thread that runs the loop; 0 if none does. A thread finds its own id here only if it wrote it, so relaxed
    /// access is sufficient.
    private let owner = Atomic<UInt>(0)
    private var throttle: ReadThrottle
    private var touched: [HTTPConnection] = []
    /// Connections with pipelined requests that wait for the end of a batch, while the loop is throttled.
    private var awaitingTurn: [HTTPConnection] = []
    private var manyWereReady = false
    private var isTurnScheduled = false

    struct Stopping {
        let lastTick: UInt64
        let done: @Sendable () -> Void
    }

    init(context: ServerContext, number: Int, counters: HTTPCounters) throws(ServerError) {
        self.context = context
        self.counters = counters
        dispatchQueue = DispatchQueue(label: "fairway.http.events.\(number)", qos: .userInitiated)
        poller = try Poller()
        throttle = ReadThrottle(lateAfterSeconds: context.lateAfterSeconds, eventLoopCount: context.eventLoopCount)
        firstNanosecond = context.clock.nanoseconds
        date = DateLine(secondsSince1970: context.clock.secondsSince1970)
        input = .allocate(byteCount: 64 * 1024, alignment: 16)
    }

    deinit { input.deallocate() }

    func start() {
        run { [self] in
            let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: dispatchQueue)
            // Retains the loop until it is stopped.
            source.setEventHandler { self.takeTurn() }
            source.activate()
            self.source = source
            stopTicking = context.clock.everySecond(on: dispatchQueue) { self.perform { self.tick() } }
        }
    }

    /// Whether the calling thread is running this loop.
    public var isCurrent: Bool { owner.load(ordering: .relaxed) == pthread_self() }

    /// Runs `work` on the loop: immediately if called there.
    public func run(_ work: @escaping @Sendable () -> Void) {
        isCurrent ? work() : send(.call(work))
    }

    func send(_ message: EventLoopMessage) {
        switch inbox.send(message) {
        case .none: break
        case .schedule: dispatchQueue.async { self.takeTurn() }
        case .interrupt: poller.interrupt()
        }
    }

    var isStopping: Bool { stopping != nil }

    /// Whether the loop was started, and is not stopping.
    var isRunning: Bool { source != nil && !isStopping }

    // MARK: Turns

    /// Runs a turn: all work on the queue goes through here, and is followed by a flush of the connections that it
    /// touched.
    func perform(_ turn: () -> Void) {
        owner.store(pthread_self(), ordering: .relaxed)
        keepUp()
        turn()
        flushTouched()
        keepUp()
        owner.store(0, ordering: .relaxed)
        if let stopping, connections.count == 0 { finishStopping(stopping) }
    }

    /// Updates the date, and lets listeners accept connections again if some have closed. Called in every round too,
    /// because a turn may take a second.
    private func keepUp() {
        date.update(secondsSince1970: context.clock.secondsSince1970)
        if someHaveClosed { resumeListeners() }
        someHaveClosed = false
    }

    /// Handles sockets and messages until none are left.
    ///
    /// Before it returns to Dispatch, the loop waits for its sockets and messages: handlers often respond and clients
    /// send their next requests by then, and a return to Dispatch costs two thread switches. A stopping loop waits for
    /// 1 ms only, because other work on the queue ends the shutdown. A turn ends after 64 rounds, to let the timer and
    /// other work on the queue run. After a round with many ready sockets the thread yields its processor once, to the
    /// threads that the loop waits for, such as the store's writer. It does not yield after other rounds. If it
    /// did, a server with one connection would give about half as many answers while other processes are busy.
    private func takeTurn() {
        perform {
            for _ in 0..<Self.roundsPerTurn {
                if manyWereReady { sched_yield() }
                manyWereReady = false
                handleMessages()
                keepUp()
                if let wait = millisecondsToWait() {
                    if inbox.beginPolling(), !poller.sleep(atMostMilliseconds: wait) { break }
                    continue
                }
                if poll(waitingMilliseconds: 0) {
                    // Rounds are long while throttled, so the timer gets its turn after each.
                    if isThrottled { break }
                    continue
                }
                guard inbox.beginPolling() else { continue }
                if poll(waitingMilliseconds: isStopping ? 1 : Self.lingerMilliseconds) { continue }
                if inbox.endTurn() { return }
            }
            // One scheduled turn is enough. The source schedules turns of its own, and if each of them scheduled
            // another, the timer would wait behind more and more of them.
            if isTurnScheduled { return }
            isTurnScheduled = true
            dispatchQueue.async {
                self.isTurnScheduled = false
                self.takeTurn()
            }
        }
    }

    /// Handles a batch of ready sockets, then a batch of waiting pipelined requests. False: nothing was ready.
    private func poll(waitingMilliseconds wait: Int32) -> Bool {
        var events: [(connection: HTTPConnection, readiness: PollReadiness)] = []
        let count = poller.drain(waitingMilliseconds: wait) { token, readiness in
            if token & Listener.tokenBit != 0 {
                listeners[Int(token & ~Listener.tokenBit)].accept(on: self)
            } else if let connection = connections[token] {
                if readiness.contains(.readable), connection.read(into: input) { return }
                events.append((connection, readiness))
            }
        }
        flushTouched()
        // If a client has closed its output, `handle` closes its connection if that has a stream or a long poll. A
        // request of this batch may have produced output for the connection, so flush first.
        for (connection, readiness) in events { connection.handle(readiness) }
        flushTouched()
        // Copied, because a slice would share the queue's buffer, and `removeFirst` would copy the whole queue.
        let next = Array(awaitingTurn.prefix(Poller.capacity))
        awaitingTurn.removeFirst(next.count)
        for connection in next { connection.takeTurn() }
        flushTouched()
        manyWereReady = count >= Self.manyDescriptors
        if throttle.isActive, count < Poller.capacity, awaitingTurn.isEmpty, !areHandlersSaturated { throttle.end() }
        return count > 0 || !next.isEmpty
    }

    private func handleMessages() {
        inbox.collect(swapping: &messages)
        if messages.isEmpty { return }
        for message in messages {
            switch message {
            case .respond(let connection, let sequence, let response): connection.respond(sequence, response)
            case .write(let connection, let sequence, let bytes): connection.write(sequence, bytes)
            case .finish(let connection, let sequence): connection.finish(sequence)
            case .adopt(let descriptor, let peer): adopt(descriptor, peer)
            case .job(let job): runJob(job)
            case .call(let work): work()
            }
        }
        messages.removeAll(keepingCapacity: true)
        flushTouched()
    }

    private func tick() {
        let tick = (context.clock.nanoseconds - firstNanosecond) / 1_000_000_000
        for (token, due) in wheel.advance(to: tick) { connections[token]?.checkDeadline(due) }
        freeMemory()
        resumeListeners()
        if let stopping, tick >= stopping.lastTick { cutAllConnections() }
    }

    func touch(_ connection: HTTPConnection) { touched.append(connection) }

    /// Flushes the touched connections. Each step runs for all of them before the next step begins, so that its code is
    /// loaded into the processor's cache once.
    private func flushTouched() {
        forEachTouched { $0.handleCompleteRequest() }
        forEachTouched { $0.writeResponses() }
        forEachTouched { $0.send() }
        forEachTouched { $0.settle() }
        touched.removeAll(keepingCapacity: true)
    }

    /// By index, because a step may touch further connections.
    private func forEachTouched(_ step: (HTTPConnection) -> Void) {
        var index = 0
        while index < touched.count {
            step(touched[index])
            index += 1
        }
    }

    // MARK: Throttled reading

    private func millisecondsToWait() -> Int32? {
        areHandlersSaturated ? throttle.millisecondsToWait(at: context.clock.nanoseconds) : nil
    }

    /// False while the server is stopping, because everything that has arrived must be read.
    private var areHandlersSaturated: Bool { isRunning && context.shouldThrottleReads?() ?? false }

    var isThrottled: Bool { throttle.isActive && !isStopping }

    /// Queues the connection. ``poll(waitingMilliseconds:)`` handles its next pipelined request after a batch of sockets.
    func awaitTurn(_ connection: HTTPConnection) { awaitingTurn.append(connection) }

    /// Counts how long a request has waited unread.
    func noteRequest(unreadNanoseconds: UInt64) {
        if unreadNanoseconds > 0 {
            counters.add(.requestsUnread)
            counters.add(.microsecondsUnread, Int(unreadNanoseconds / 1_000))
        }
        throttle.noteRequest(unreadNanoseconds: unreadNanoseconds)
    }

    private func finishStopping(_ stopping: Stopping) {
        self.stopping = nil
        stopTicking?()
        source?.cancel()
        source = nil
        endWaitingTasks()
        stopping.done()
    }
}

/// Jobs of tasks go through the inbox. Many that become ready at once cost one wake-up.
extension EventLoop: TaskExecutor {
    /// Enqueues a job of a task that prefers this executor.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard isCurrent, runsNextJobHere else { return send(.job(job)) }
        runsNextJobHere = false
        runJob(job)
    }

    /// Resumes a task that waits for a handler, and runs it on this thread until it suspends again. Must be called on the loop.
    func resume(_ task: UnsafeContinuation<Handler?, Never>, with handler: Handler) {
        runsNextJobHere = true
        task.resume(returning: handler)
        runsNextJobHere = false
    }

    /// Runs the job as a task executor, not as a serial executor: otherwise every return to a nonisolated function
    /// would be enqueued again.
    private func runJob(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
