public import Dispatch
import Glibc
import Synchronization

/// A serial queue that looks after a share of the connections, all through one epoll set and one Dispatch source. A
/// connection stays on its queue, and so do its handlers.
///
/// It is an executor too, so that a Swift task can run where its request is handled, without hops:
/// `Task(executorPreference: exchange.eventQueue) { … }`.
///
/// Unchecked: everything but the mailbox and the owner is touched on the queue alone.
public final class EventQueue: @unchecked Sendable {
    private static let roundsPerTurn = 64
    private static let lingerMilliseconds: Int32 = 1
    /// Who finds so many descriptors ready at once has work enough to let others go first.
    private static let manyDescriptors = 8

    /// The queue itself.
    public let dispatchQueue: DispatchQueue

    let context: ServerContext
    let counters: Counters
    var pool = BlockPool()
    var compressor = Compressor()
    var date: DateLine
    var requestIDs = RequestIDSource()

    private let poller: Poller
    private var source: (any DispatchSourceRead)?
    private var stopTicking: (@Sendable () -> Void)?
    private var connections = SlotTable<Connection>()
    private var listeners: [Listener] = []
    private var touched: [Connection] = []
    /// What this look has to say of connections, beside what they have sent.
    private var news: [(connection: Connection, readiness: Readiness)] = []
    private var wheel = TimerWheel()
    private var heldBodies = HeldBodies()
    private let firstNanosecond: UInt64
    private let input: UnsafeMutableRawBufferPointer
    private let mailbox = Mailbox()
    private var mail: [Mail] = []
    /// The thread that runs the queue now; 0: none. A thread can find its own number here only if it wrote it, so
    /// relaxed access is enough.
    private let owner = Atomic<UInt>(0)
    private var stopping: Stopping?
    private var crowd: Crowd
    private var pauseReminder = Reminder()
    private var dropReminder = Reminder()
    /// Connections, in this turn.
    private var someHaveGone = false
    /// Descriptors, in the round before.
    private var manyWereReady = false
    private var isTurnPromised = false

    private struct Stopping {
        let lastTick: UInt64
        let done: @Sendable () -> Void
    }

    init(context: ServerContext, number: Int, counters: Counters) throws(ServerError) {
        self.context = context
        self.counters = counters
        dispatchQueue = DispatchQueue(label: "fairway.http.events.\(number)", qos: .userInitiated)
        poller = try Poller()
        crowd = Crowd(lateAfterSeconds: context.lateAfterSeconds, queues: context.eventQueues)
        firstNanosecond = context.clock.nanoseconds
        date = DateLine(secondsSince1970: context.clock.secondsSince1970)
        input = .allocate(byteCount: 64 * 1024, alignment: 16)
    }

    deinit { input.deallocate() }

    /// Begins to look at connections; `listeners` are this queue's to accept from.
    func start(_ listeners: [Listener]) {
        run { [self] in
            self.listeners = listeners
            for (index, listener) in listeners.enumerated() { watch(listener, index) }
            let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: dispatchQueue)
            // The queue lives until it is stopped, whatever becomes of the server's other references.
            source.setEventHandler { self.takeTurn() }
            source.activate()
            self.source = source
            stopTicking = context.clock.everySecond(on: dispatchQueue) { self.perform { self.tick() } }
        }
    }

    /// Whether the calling thread is running this queue's work now.
    public var isCurrent: Bool { owner.load(ordering: .relaxed) == pthread_self() }

    /// Runs `work` on the queue: at once when called there, else together with whatever else comes by then.
    public func run(_ work: @escaping @Sendable () -> Void) {
        isCurrent ? work() : leave(.call(work))
    }

    func leave(_ mail: Mail) {
        switch mailbox.leave(mail) {
        case .nothing: break
        case .schedule: dispatchQueue.async { self.takeTurn() }
        case .interrupt: poller.interrupt()
        }
    }

    /// Whether no further request is to be begun.
    var isStopping: Bool { stopping != nil }

    // MARK: Turns

    /// Every turn on the queue goes through here: connections that it touched are flushed at its end at the latest.
    private func perform(_ turn: () -> Void) {
        owner.store(pthread_self(), ordering: .relaxed)
        date.update(secondsSince1970: context.clock.secondsSince1970)
        turn()
        flushTouched()
        if someHaveGone { resumeListeners() }
        someHaveGone = false
        owner.store(0, ordering: .relaxed)
        if let stopping, connections.count == 0 { finishStopping(stopping) }
    }

    /// One turn: looks at descriptors and mail until both are quiet.
    ///
    /// Who was answered first may have asked again by the time the last is answered. So the queue lingers over its
    /// descriptors for a moment before it goes back to Dispatch: being called by that again costs two changes of
    /// threads and half a dozen system calls, which under load is a quarter of all the server's work. A turn ends after
    /// so many rounds even so, for the timer and for whatever else waits on the queue.
    ///
    /// After a round in which much was ready the thread gives way once. Where others wait for its processor, it is mostly
    /// them that the next round waits for: the store's writer, another queue. After a round with little it does not: where
    /// the processors are busy with other things, a single client would wait for all of those each time.
    private func takeTurn() {
        perform {
            for _ in 0..<Self.roundsPerTurn {
                if manyWereReady { sched_yield() }
                manyWereReady = false
                readMail()
                if let wait = millisecondsToWait() {
                    // Nobody has anything for the queue: time for the timer and whatever else waits on it.
                    if mailbox.park(), !poller.sleep(atMostMilliseconds: wait) { break }
                    continue
                }
                if look(waitingMilliseconds: 0) {
                    // In a crowd a round may take as long as the wait before it.
                    if isCrowded { break }
                    continue
                }
                guard mailbox.park() else { continue }
                if look(waitingMilliseconds: Self.lingerMilliseconds) { continue }
                if mailbox.endTurn() { return }
            }
            // The promise to look at the mail is kept by the next turn. One is enough: the descriptors' source has
            // turns of its own, and with one more after each of those as well the timer would wait behind ever more.
            if isTurnPromised { return }
            isTurnPromised = true
            dispatchQueue.async {
                self.isTurnPromised = false
                self.takeTurn()
            }
        }
    }

    /// Handles descriptors that are ready; false: none was.
    private func look(waitingMilliseconds wait: Int32) -> Bool {
        let count = poller.drain(waitingMilliseconds: wait) { token, readiness in
            if token & Listener.tokenBit != 0 {
                listeners[Int(token & ~Listener.tokenBit)].accept(on: self)
            } else if let connection = connections[token] {
                if readiness.contains(.readable), connection.read(into: input) { return }
                news.append((connection, readiness))
            }
        }
        flushTouched()
        // Only now: what has been read may have ended somebody's wait, and has its turn before what is held back.
        for (connection, readiness) in news { connection.learn(readiness) }
        news.removeAll(keepingCapacity: true)
        flushTouched()
        manyWereReady = count >= Self.manyDescriptors
        if crowd.isThere, count < Poller.capacity, !handsAreFull { crowd.hasGone() }
        return count > 0
    }

    /// For how long the descriptors are to be left alone, since the handlers have their hands full; nil: they are not.
    private func millisecondsToWait() -> Int32? {
        handsAreFull ? crowd.millisecondsToWait(at: context.clock.nanoseconds) : nil
    }

    /// Not once the server is to end: then all that has come is read.
    private var handsAreFull: Bool { source != nil && !isStopping && context.handsAreFull?() ?? false }

    /// Whether requests may lie unread in their sockets.
    var isCrowded: Bool { crowd.isThere && !isStopping }

    /// A request is read that has lain unread for so long.
    func noteUnread(_ nanoseconds: UInt64) {
        if nanoseconds > 0 {
            counters.add(.requestsUnread)
            counters.add(.microsecondsUnread, Int(nanoseconds / 1_000))
        }
        crowd.isRead(afterNanoseconds: nanoseconds)
    }

    private func readMail() {
        mailbox.collect(swapping: &mail)
        if mail.isEmpty { return }
        for item in mail {
            switch item {
            case .answer(let connection, let sequence, let answer): connection.answer(sequence, answer)
            case .write(let connection, let sequence, let bytes): connection.write(sequence, bytes)
            case .finish(let connection, let sequence): connection.finish(sequence)
            case .adopt(let descriptor, let peer): adopt(descriptor, peer)
            case .job(let job): runJob(job)
            case .call(let work): work()
            }
        }
        mail.removeAll(keepingCapacity: true)
        flushTouched()
    }

    private func tick() {
        let tick = (context.clock.nanoseconds - firstNanosecond) / 1_000_000_000
        for (token, due) in wheel.advance(to: tick) {
            connections[token]?.isDue(due)
        }
        makeRoom()
        resumeListeners()
        if let stopping, tick >= stopping.lastTick {
            for connection in connections.values { connection.cutOff() }
        }
    }

    // MARK: Connections

    func touch(_ connection: Connection) { touched.append(connection) }

    /// Does what is due for the connections that were touched.
    ///
    /// One step for all touched connections before the next: the whole path is more code than the processor's nearest
    /// cache holds; one step is less, and is fetched once for all.
    private func flushTouched() {
        forEachTouched { $0.handOnIfComplete() }
        forEachTouched { $0.writeAnswers() }
        forEachTouched { $0.send() }
        forEachTouched { $0.settle() }
        touched.removeAll(keepingCapacity: true)
    }

    /// A step may touch others, or, the last one, the same connection again.
    private func forEachTouched(_ step: (Connection) -> Void) {
        var index = 0
        while index < touched.count {
            step(touched[index])
            index += 1
        }
    }

    func adopt(_ descriptor: Int32, _ peer: SocketAddress) {
        let token = connections.nextToken
        let connection = Connection(descriptor: descriptor, peer: peer, token: token, queue: self)
        guard poller.add(descriptor, connection.interest, token: token) else {
            noteDropped()
            return connection.abandon()
        }
        _ = connections.insert(connection)
        connection.begin()
    }

    /// A connection is closed without a word, since there is no room even for that.
    func noteDropped() {
        counters.add(.connectionsDropped)
        if dropReminder.isDue(atNanosecond: context.clock.nanoseconds) { context.report(.connectionDropped) }
    }

    func watch(_ descriptor: Int32, _ interest: Interest, token: UInt64) {
        poller.modify(descriptor, interest, token: token)
    }

    func forget(_ connection: Connection) {
        poller.remove(connection.descriptor)
        connections.remove(connection.token)
        someHaveGone = true
    }

    /// The tick that is `seconds` away at least.
    func tick(in seconds: Int) -> UInt64 { wheel.now + UInt64(seconds) + 1 }

    /// Has the connection looked at by then; returns when.
    func lookAt(_ connection: Connection, by tick: UInt64) -> UInt64 { wheel.insert(connection.token, at: tick) }

    /// For how many seconds nothing is to be done about what is due at that tick.
    func seconds(until tick: UInt64) -> Int { Int(tick) - Int(wheel.now) }

    // MARK: Memory

    /// A connection holds other memory than it did.
    func hold(_ new: Holding, insteadOf old: Holding) {
        var difference = new.ownBytes - old.ownBytes
        for body in new.bodies { difference += heldBodies.take(body) }
        for body in old.bodies { difference -= heldBodies.giveBack(body) }
        context.held.add(difference)
    }

    /// Makes room by dropping bodies that are still coming, and by cutting off clients that take nothing of what waits
    /// for them: of this queue's, who has not for the longest time goes first, and no more go than have to.
    private func makeRoom() {
        guard context.held.isHigh else { return }
        for connection in connections.values {
            guard context.held.isFull else { break }
            connection.dropLargeBody()
        }
        let stalled = connections.values.compactMap { connection in
            connection.stalledSeconds.map { (connection: connection, seconds: $0) }
        }
        for entry in stalled.sorted(by: { $0.seconds > $1.seconds }) {
            guard entry.seconds >= context.limits.writeStallSeconds(held: context.held.count) else { return }
            entry.connection.closeUnlessItTakesSome()
        }
    }

    // MARK: Listeners

    private func watch(_ listener: Listener, _ index: Int) {
        let added = poller.add(listener.descriptor, .readable, token: Listener.tokenBit | UInt64(index))
        precondition(added, "A listening socket cannot be watched: \(String(cString: strerror(errno))).")
    }

    /// Leaves new connections waiting until there are descriptors for them. That is looked at with every tick, and when
    /// connections of this queue have gone: those that wait may have gone, too, and are to be got through.
    func pause(_ listener: Listener, _ code: Int32) {
        listener.isPaused = true
        poller.remove(listener.descriptor)
        if pauseReminder.isDue(atNanosecond: context.clock.nanoseconds) { context.report(.acceptPaused(code)) }
    }

    private func resumeListeners() {
        for (index, listener) in listeners.enumerated() where listener.isPaused && DescriptorLimit.free > 0 {
            listener.isPaused = false
            watch(listener, index)
        }
    }

    // MARK: The end

    /// Accepts those who wait, so that none of them is reset, and no more. To be called on the queue.
    func closeListeners() {
        for listener in listeners {
            listener.acceptWaiting(on: self)
            if !listener.isPaused { poller.remove(listener.descriptor) }
            listener.close()
        }
        listeners = []
    }

    /// Lets requests that have come or are on their way get their answers, closes what is left after `seconds`, and
    /// calls `done`. To be called on the queue, and not in the middle of a request: more is read here.
    func stop(withinSeconds seconds: Int, _ done: @escaping @Sendable () -> Void) {
        let (earlier, last) = (stopping, tick(in: seconds))
        stopping = Stopping(lastTick: min(earlier?.lastTick ?? last, last)) {
            earlier?.done()
            done()
        }
        guard seconds > 0 else {
            for connection in connections.values { connection.cutOff() }
            return
        }
        for connection in connections.values { connection.drain(reading: input) }
        let patience = context.limits.lastRequestMilliseconds
        context.clock.after(milliseconds: patience, on: dispatchQueue) { self.perform { self.endPatience() } }
    }

    private func endPatience() {
        for connection in connections.values { connection.closeIfIdle(reading: input) }
    }

    private func finishStopping(_ stopping: Stopping) {
        self.stopping = nil
        stopTicking?()
        source?.cancel()
        source = nil
        stopping.done()
    }
}
