import Glibc

/// A client's connection: moves bytes between its socket, the parser and the handlers as its `ConnectionState` decides.
/// An idle connection has no buffers.
///
/// Unchecked: all mutable state is accessed on the event loop only.
final class HTTPConnection: @unchecked Sendable {
    let descriptor: Int32
    let peer: SocketAddress
    let token: UInt64
    let loop: EventLoop

    var state: ConnectionState
    var parser: RequestParser
    var output = OutputBuffer()
    /// The request that is arriving, or has arrived and is about to be handled.
    var incoming: IncomingRequest?
    /// The unanswered requests, in order of arrival. Removed entries must outlive the mutation: releasing one may run a
    /// handler's code, which can call back into this connection.
    var pending: [PendingResponse] = []
    /// The stream that is being sent. Its request is the first in `pending`.
    var stream: ResponseStream?
    var nextSequence = 0
    /// Bytes that were read but cannot be parsed yet.
    var unparsed: [UInt8] = []
    /// The memory at the last count.
    var memory = BufferedMemory()
    private(set) var interest: PollInterest = .readable
    /// The time since which the poller watches for input.
    private var watchesInputSince: UInt64 = 0
    /// The time since which a pipelined request waits for a later batch, while the loop is throttled.
    private var awaitsTurnSince: UInt64?
    private var isTouched = false
    private var armed = ConnectionState.Timeout(kind: .none, round: 0)
    private var armedSeconds = 0
    private var deadlineTick = UInt64.max
    /// The tick at which the timer wheel checks the deadline.
    private var checkTick = UInt64.max

    init(descriptor: Int32, peer: SocketAddress, token: UInt64, loop: EventLoop) {
        self.descriptor = descriptor
        self.peer = peer
        self.token = token
        self.loop = loop
        state = ConnectionState(limits: loop.context.limits)
        parser = RequestParser(limits: loop.context.limits)
    }

    /// Starts the idle timeout. Answers 503 if the connection is beyond the limit.
    func begin() {
        loop.counters.add(.connectionsAccepted)
        if loop.context.admission.isOverLimit(peer) {
            loop.counters.add(.connectionsRefused)
            refuse(.overloaded(retryAfterSeconds: 1))
        }
        touch()
    }

    /// Schedules a flush at the end of the batch.
    func touch() {
        if isTouched { return }
        isTouched = true
        loop.touch(self)
    }

    /// Handles events of the socket other than successful reads.
    func handle(_ readiness: PollReadiness) {
        if readiness.contains(.readable) {
            // `read` has found the end of the input.
            endInput()
        } else if readiness.contains(.closed) {
            clientHasGone()
        } else if readiness.contains(.ended), state.watchesForEnd {
            endInput()
        }
        if readiness.contains(.writable) { touch() }
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
        case .cut(let reason): release(reason)
        }
    }

    func flush() {
        send()
        settle()
    }

    /// Completes a flush: handles complete requests, continues to parse, and updates the deadline and the events that
    /// the socket is watched for.
    func settle() {
        isTouched = false
        repeat {
            handleCompleteRequest()
            writeResponses()
            // If nothing was added since the last attempt to send, another is useless.
            if output.count != state.waiting || isAtEnd { send() }
            if state.isClosed { return }
        } while resume()
        updateMemory()
        updateInterest()
        updateDeadline()
    }

    /// Sends as much of the output as the socket takes.
    func send() {
        let before = output.count
        guard !state.isClosed, before > 0 || isAtEnd else { return }
        let progress = output.send(on: descriptor, &loop.pool)
        let waiting = output.count
        loop.counters.add(.bytesSent, before - waiting)
        if progress == .failed { return clientHasGone() }
        perform(state.apply(.flushed(sent: before - waiting, waiting: waiting)))
        notifyStream(unsent: waiting)
    }

    /// Whether the last response is sent. `send` then reports an empty flush, and `state` closes the connection.
    private var isAtEnd: Bool { output.count == 0 && state.inFlight == 0 && state.isDiscarding }

    private func updateInterest() {
        var wanted: PollInterest = []
        if state.wantsInput, state.isDiscarding || (unparsed.isEmpty && !hasTooMuchOutput) {
            wanted.insert(.readable)
        } else if state.watchesForEnd {
            wanted.insert(.end)
        }
        if output.count > 0 { wanted.insert(.writable) }
        if wanted == interest { return }
        if wanted.contains(.readable), !interest.contains(.readable) {
            watchesInputSince = loop.context.clock.nanoseconds
        }
        interest = wanted
        loop.watch(descriptor, wanted, token: token)
    }

    // MARK: Throttled reading

    /// Queues the next pipelined request for the end of the next batch.
    func awaitTurn() {
        guard awaitsTurnSince == nil, !unparsed.isEmpty, mayParse else { return }
        awaitsTurnSince = loop.context.clock.nanoseconds
        loop.awaitTurn(self)
    }

    /// Handles the next pipelined request.
    func takeTurn() {
        guard let waited = endAwaitingTurn(), !unparsed.isEmpty, mayParse else { return }
        parseRest(unreadFor: waited)
        touch()
    }

    /// Returns for how many nanoseconds a pipelined request has waited for its turn; nil if none has.
    func endAwaitingTurn() -> UInt64? {
        defer { awaitsTurnSince = nil }
        return awaitsTurnSince.map { loop.context.clock.nanoseconds &- $0 }
    }

    /// How long the bytes that were just read had waited in the socket; 0 unless the loop is throttled.
    var nanosecondsUnread: UInt64 {
        let clock = loop.context.clock
        guard loop.isThrottled, let age = clock.nanosecondsSinceData(inSocket: descriptor) else { return 0 }
        // Before the poller watched for input, the client itself caused the delay: it had not read its responses.
        return min(age, clock.nanoseconds &- watchesInputSince)
    }

    // MARK: Deadlines

    private func updateDeadline() {
        let deadline = state.deadline
        if deadline == armed { return }
        armed = deadline
        let admission = loop.context.admission
        let seconds: Int? =
            switch deadline.kind {
            case .none: nil
            case .idle: admission.idleSeconds
            case .header: admission.headerSeconds
            case .body: admission.bodySeconds
            case .writeStall: loop.context.limits.writeStallSeconds
            case .linger: loop.context.limits.lingerSeconds
            }
        armedSeconds = seconds ?? 0
        deadlineTick = seconds.map { loop.tick(in: $0) } ?? .max
        if deadlineTick < checkTick { checkTick = loop.schedule(self, by: deadlineTick) }
    }

    /// Called by the timer wheel at the tick that was scheduled.
    func checkDeadline(_ tick: UInt64) {
        guard tick == checkTick else { return }
        checkTick = .max
        if deadlineTick > tick {
            if deadlineTick != .max { checkTick = loop.schedule(self, by: deadlineTick) }
        } else if state.isBlocked {
            cutIfStalled()
        } else if waitsForClient, hasUnread {
            // The client has sent more in time, and only the reading is late.
            checkTick = loop.schedule(self, by: loop.tick(in: 1))
            touch()
        } else {
            perform(state.apply(.timedOut))
            touch()
        }
    }

    private var waitsForClient: Bool {
        switch armed.kind {
        case .idle, .header, .body: true
        case .none, .writeStall, .linger: false
        }
    }

    /// Whether the client has sent bytes that are not parsed.
    private var hasUnread: Bool {
        var byte: UInt8 = 0
        return !unparsed.isEmpty || recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// For how many seconds the client has read nothing of its unsent responses; nil if everything is sent.
    var stalledSeconds: Int? {
        guard armed.kind == .writeStall else { return nil }
        return loop.context.limits.writeStallSeconds - loop.seconds(until: deadlineTick)
    }

    /// Cuts off a client that does not read, after a last attempt to send: epoll reports a socket as writable only when
    /// much of its buffer is free, so it does not report the progress of a slow reader.
    func cutIfStalled() {
        let stalled = state.deadline
        flush()
        guard state.deadline == stalled, !state.isClosed else { return }
        perform(state.apply(.timedOut))
    }
}
