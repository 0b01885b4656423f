import Glibc

/// One client's connection: moves bytes between its socket, the parser and the handlers as its `ConnectionState` says.
/// It holds buffers only while something is incomplete or unsent, so that an idle one is small.
///
/// Unchecked: everything that varies is touched on its event queue alone.
final class Connection: @unchecked Sendable {
    let descriptor: Int32
    let peer: SocketAddress
    let token: UInt64
    let queue: EventQueue

    // Exclusivity checks are off for what each request touches some fifty times: methods of these know nothing of the
    // connection, so none can come back to it. Entries of `line` hold closures and streams that can when released:
    // whoever removes one keeps it until `line` is whole again.
    @exclusivity(unchecked) var state: ConnectionState
    @exclusivity(unchecked) var parser: RequestParser
    @exclusivity(unchecked) var output = Output()
    /// The request that is coming, or has come and is about to be handed on.
    @exclusivity(unchecked) var incoming: IncomingRequest?
    /// Requests that were handed on, in the order in which they came.
    @exclusivity(unchecked) var line: [AwaitedAnswer] = []
    /// The stream that is being written; its request stands first in line.
    var stream: Stream?
    var nextSequence = 0
    /// Read, but not to be parsed until the line is shorter or the output has gone.
    @exclusivity(unchecked) var heldBack: [UInt8] = []
    /// What was counted of it last.
    @exclusivity(unchecked) var holding = Holding()
    private(set) var interest: Interest = .readable
    /// Since when the poller looks for input.
    private var looksSince: UInt64 = 0
    /// Since when what is held back has waited for the poller to come to this connection; nil: it does not.
    private var awaitsTurnSince: UInt64?
    private var isTouched = false
    private var armed = ConnectionState.Deadline(kind: .none, round: 0)
    /// How much time its client had been given.
    private var armedSeconds = 0
    private var deadlineTick = UInt64.max
    private var lookTick = UInt64.max

    init(descriptor: Int32, peer: SocketAddress, token: UInt64, queue: EventQueue) {
        self.descriptor = descriptor
        self.peer = peer
        self.token = token
        self.queue = queue
        state = ConnectionState(limits: queue.context.limits)
        parser = RequestParser(limits: queue.context.limits)
    }

    /// Starts the timer; tells a connection too many that it is one.
    func begin() {
        queue.counters.add(.connectionsAccepted)
        if queue.context.admission.isOverLimit(peer) {
            queue.counters.add(.connectionsRefused)
            refuse(.overloaded(retryAfterSeconds: 1))
        }
        touch()
    }

    /// Has what is due for the connection done at the end of the look, or once all mail is read.
    func touch() {
        if isTouched { return }
        isTouched = true
        queue.touch(self)
    }

    /// Is told what the poller has to say of it, apart from what there was to be read.
    func learn(_ readiness: Readiness) {
        if readiness.contains(.readable) {
            // Reading has found the end.
            endInput()
        } else if readiness.contains(.gone) {
            clientHasGone()
        } else if readiness.contains(.ended), state.wantsToKnowOfEnd {
            endInput()
        }
        guard readiness.contains(.writable) else { return }
        goOnInTurn()
        touch()
    }

    func perform(_ action: ConnectionState.Action) {
        switch action {
        case .nothing: break
        case .refuseSlowRequest(let inBody):
            refuse(
                .requestTimeout(
                    inBody
                        ? "The body was not complete \(armedSeconds) s after the head."
                        : "The head was not complete \(armedSeconds) s after its first byte."
                )
            )
        case .closeOutput: shutdown(descriptor, Int32(SHUT_WR))
        case .close: release(nil)
        case .cut(let cut): release(cut)
        }
    }

    /// Does all that is due, whether or not a part of it has been done a moment ago.
    func flush() {
        send()
        settle()
    }

    /// Does what is due still, goes on with what was held back, and asks of socket and timer what is needed next.
    func settle() {
        isTouched = false
        repeat {
            handOnIfComplete()
            writeAnswers()
            // What the client did not take a moment ago it does not take now.
            if output.count != state.waiting || isAtEnd { send() }
            if state.isClosed { return }
        } while resume()
        noteHolding()
        watch()
        arm()
    }

    /// Sends what waits, as far as the client takes it now.
    func send() {
        let before = output.count
        guard !state.isClosed, before > 0 || isAtEnd else { return }
        let progress = output.send(on: descriptor, &queue.pool)
        let waiting = output.count
        queue.counters.add(.bytesSent, before - waiting)
        if progress == .failed { return clientHasGone() }
        perform(state.apply(.flushed(sent: before - waiting, waiting: waiting)))
        tellStream(unsent: waiting)
    }

    /// Whether nothing is left to send or answer: flushing zero bytes then lets `state` notice that it can close.
    private var isAtEnd: Bool { output.count == 0 && state.inFlight == 0 && state.isDiscarding }

    private func watch() {
        var wanted: Interest = []
        if state.wantsInput, state.isDiscarding || (heldBack.isEmpty && !hasTooMuchWaiting) {
            wanted.insert(.readable)
        } else if state.wantsToKnowOfEnd {
            wanted.insert(.end)
        }
        awaitsTurnSince = awaitsTurn ? awaitsTurnSince ?? queue.context.clock.nanoseconds : nil
        if output.count > 0 || awaitsTurnSince != nil { wanted.insert(.writable) }
        if wanted == interest { return }
        if wanted.contains(.readable), !interest.contains(.readable) { looksSince = queue.context.clock.nanoseconds }
        interest = wanted
        queue.watch(descriptor, wanted, token: token)
    }

    /// For how long the poller has been looking for input.
    var nanosecondsLooked: UInt64 { queue.context.clock.nanoseconds &- looksSince }

    /// Ends the wait for a turn; for how long it was waited, nil: not at all.
    func endAwaitingTurn() -> UInt64? {
        defer { awaitsTurnSince = nil }
        return awaitsTurnSince.map { queue.context.clock.nanoseconds &- $0 }
    }

    // MARK: Time

    private func arm() {
        let deadline = state.deadline
        if deadline == armed { return }
        armed = deadline
        let limits = queue.context.limits
        let seconds: Int? =
            switch deadline.kind {
            case .none: nil
            case .idle: limits.idleSeconds(open: queue.context.admission.count)
            case .header: limits.headerSeconds(open: queue.context.admission.count)
            case .body: limits.bodySeconds(open: queue.context.admission.count)
            case .writeStall: limits.writeStallSeconds
            case .linger: limits.lingerSeconds
            }
        armedSeconds = seconds ?? 0
        deadlineTick = seconds.map { queue.tick(in: $0) } ?? .max
        if deadlineTick < lookTick { lookTick = queue.lookAt(self, by: deadlineTick) }
    }

    /// The wheel has come to where this connection was put in.
    func isDue(_ tick: UInt64) {
        guard tick == lookTick else { return }
        lookTick = .max
        if deadlineTick <= tick, state.isBlocked { return closeUnlessItTakesSome() }
        if deadlineTick <= tick, waitsForClient, hasUnread {
            lookTick = queue.lookAt(self, by: queue.tick(in: 1))
            // The system tells of room, and so of a turn, only when there is a lot of it, which may be never.
            goOnInTurn()
            touch()
        } else if deadlineTick <= tick {
            perform(state.apply(.timedOut))
            touch()
        } else if deadlineTick != .max {
            lookTick = queue.lookAt(self, by: deadlineTick)
        }
    }

    /// Whether the time is one that the client has to say something. What it has said may lie unread.
    private var waitsForClient: Bool {
        switch armed.kind {
        case .idle, .header, .body: true
        case .none, .writeStall, .linger: false
        }
    }

    /// For how many whole seconds the client has taken nothing of what waits for it; nil: nothing waits.
    var stalledSeconds: Int? {
        guard armed.kind == .writeStall else { return nil }
        return queue.context.limits.writeStallSeconds - queue.seconds(until: deadlineTick)
    }

    /// Cuts off a client that has taken nothing of what waits for it, unless it does now: the system tells of room only
    /// when there is a lot of it, so that a slow reader had none to be told of.
    func closeUnlessItTakesSome() {
        let stalled = state.deadline
        flush()
        guard state.deadline == stalled, !state.isClosed else { return }
        perform(state.apply(.timedOut))
    }

    // MARK: The end

    /// The server is to end. A request that has come by now is answered, as the last, and what is answered is sent.
    func drain(reading buffer: UnsafeMutableRawBufferPointer) {
        if state.isClosed { return }
        // One that begins in here is told as it begins.
        let stream = stream
        perform(state.apply(.ending))
        readLast(into: buffer)
        flush()
        perform(state.apply(.drained))
        if !state.isClosed, let stream { stream.onEvent?(.shuttingDown) }
    }

    private func readLast(into buffer: UnsafeMutableRawBufferPointer) {
        guard state.takesRequests, heldBack.isEmpty else { return }
        if !read(into: buffer) { endInput() }
    }

    /// No request has come since the server was told to end, unless it lies in the socket.
    func closeIfIdle(reading buffer: UnsafeMutableRawBufferPointer) {
        if state.isClosed { return }
        readLast(into: buffer)
        flush()
        // What was held back has come, too, and is the last request once its client has taken what waits for it.
        if heldBack.isEmpty { perform(state.apply(.patienceEnded)) }
    }

    /// The server's time to end is up: sends what is answered, as far as the client takes it now, and closes.
    func cutOff() {
        flush()
        abort(.shutdown)
    }

    func clientHasGone() { abort(.gone) }

    /// Closes whatever is under way; that is a cut where there was something for the client yet.
    private func abort(_ cut: Cut) {
        guard !state.isClosed else { return }
        state.abort()
        release(line.isEmpty && output.count == 0 ? nil : cut)
    }

    /// Closes a connection that no queue has taken.
    func abandon() {
        state.abort()
        Glibc.close(descriptor)
        queue.context.admission.leave(peer)
    }

    private func release(_ cut: Cut?) {
        queue.forget(self)
        Glibc.close(descriptor)
        queue.counters.add(.connectionsClosed)
        if let cut { queue.counters.add(cut.counter) }
        queue.context.admission.leave(peer)
        output.clear(&queue.pool)
        heldBack = []
        incoming = nil
        let line = self.line
        self.line = []
        noteHolding()
        let stream = self.stream
        self.stream = nil
        for (index, awaited) in line.enumerated() {
            let begun = index == 0 ? stream : nil
            record(awaited, begun?.status, begun?.sentBytes ?? 0, cut: cut)
            if case .stream(_, let stream) = awaited.answer { end(stream) }
            awaited.onGone?()
        }
    }
}
