/// What a connection may do next, as a function of what has happened to it. No I/O, no clock, no bytes: events go in,
/// and out come an action and what is to be wanted of the socket and of the timer.
struct ConnectionState: Equatable {
    enum Event: Equatable {
        /// The first bytes of a request came, but not yet its whole head.
        case requestBegan
        /// A head is complete, its body not yet.
        case headCompleted
        case requestCompleted(isPersistent: Bool)
        /// What came is no request; the answer that says so stands at the end of the line.
        case requestRefused
        /// The answer at the head of the line is written, all of it.
        case answered
        /// The request that came last may be long in being answered: no further one is begun until then.
        case lineHeld
        /// A stream is being written. Where it is not framed, only closing shows its end.
        case streamBegan(isFramed: Bool)
        /// The socket took `sent` bytes of what was to be sent, and `waiting` are left.
        case flushed(sent: Int, waiting: Int)
        /// The client sends no more. Whether it still reads is not known.
        case inputEnded
        case timedOut
        /// The server is to end: a further request is the last.
        case ending
        /// The server is to end, and what had come by then has been read, what was answered sent.
        case drained
        /// What was on its way when the server was told to end has come by now.
        case patienceEnded
    }

    enum Action: Equatable {
        case nothing
        /// Answer 408 and take no more requests.
        case refuseSlowRequest(inBody: Bool)
        /// Tell the client that nothing more comes, and wait for it to close: closing at once would, with unread input,
        /// reset the connection and take the last answer away from the client (RFC 9112 section 9.6).
        case closeOutput
        /// Close: all there was to do is done.
        case close
        /// Close, whatever was under way.
        case cut(Cut)
    }

    /// What the timer waits for. Another `round` of the same kind starts anew.
    struct Deadline: Equatable {
        enum Kind: Equatable {
            case none, idle, header, body, writeStall, linger
        }
        var kind: Kind
        var round: Int
    }

    private enum Input: Equatable {
        case idle, header, body
        /// No further request is taken.
        case finished
    }

    private let limits: Limits.OfConnection
    private var input = Input.idle
    private var inputHasEnded = false
    private var isLingering = false
    private var isDraining = false
    private var isHeld = false
    private var isStreaming = false
    private var served = 0
    /// How many bytes the socket did not take when it was offered them last.
    private(set) var waiting = 0
    private var rounds = 0
    private(set) var inFlight = 0
    private(set) var isClosed = false

    init(limits: Limits) { self.limits = Limits.OfConnection(limits) }

    /// Whether bytes may be read as requests now.
    var takesRequests: Bool { hasRoom && !isHeld }

    /// Whether to look for input. Also when no further request is taken: what comes is thrown away then, and the end of
    /// it is learnt.
    var wantsInput: Bool { !inputHasEnded && !isClosed && (hasRoom || input == .finished) }

    /// Whether to look for the end of the input where nothing is to be read: a client that is told what happens, or waits
    /// for something to happen, is served for nothing once it has gone.
    var wantsToKnowOfEnd: Bool { isWatching && !inputHasEnded && !isClosed }

    private var isWatching: Bool { isHeld || isStreaming }

    private var hasRoom: Bool {
        input != .finished && inFlight < limits.requestsInFlight && waiting <= limits.outputBytes
    }

    /// Whether the answer at the head of the line is this connection's last one.
    var isLastAnswer: Bool { inFlight == 1 && input == .finished }

    var isDiscarding: Bool { input == .finished }

    var deadline: Deadline {
        let kind: Deadline.Kind =
            if isClosed { .none } else if isLingering { .linger } else if waiting > 0 { .writeStall } else {
                switch input {
                case .header: .header
                case .body: .body
                case .idle: inFlight == 0 ? .idle : .none
                case .finished: .none
                }
            }
        return Deadline(kind: kind, round: rounds)
    }

    /// Whether the socket has not taken all there is.
    var isBlocked: Bool { waiting > 0 }

    /// The connection is closed, whatever was under way.
    mutating func abort() { isClosed = true }

    mutating func apply(_ event: Event) -> Action {
        if isClosed { return .nothing }
        switch event {
        case .requestBegan:
            if input == .idle { input = .header }
        case .headCompleted:
            if input != .finished { input = .body }
        case .requestCompleted(let isPersistent):
            inFlight += 1
            served += 1
            beginRound()
            let isLast = !isPersistent || isDraining || served >= limits.requestsPerConnection || inputHasEnded
            input = isLast ? .finished : .idle
        case .requestRefused:
            inFlight += 1
            input = .finished
        case .answered:
            inFlight -= 1
            beginRound()
            // Streams are written when all before them is answered; what holds the line came last.
            isStreaming = false
            if inFlight == 0 { isHeld = false }
        case .lineHeld:
            isHeld = true
        case .streamBegan(let isFramed):
            isStreaming = true
            if !isFramed { input = .finished }
        case .flushed(let sent, let waiting):
            if sent > 0, waiting > 0 { rounds += 1 }
            self.waiting = waiting
            return settle()
        case .inputEnded:
            inputHasEnded = true
            input = .finished
            // A client that closes its half and waits for an answer is served; one that closes under a stream, or while it
            // waits for something to happen, has gone.
            if isWatching { return cut(.gone) }
            return isLingering ? close() : settle()
        case .timedOut:
            return timeOut()
        case .ending:
            isDraining = true
        case .drained:
            // With nothing under way a request may be on its way, from a client that cannot know.
            if input == .idle, inFlight > 0 { input = .finished }
        case .patienceEnded:
            guard input == .idle else { return .nothing }
            input = .finished
            return waiting == 0 ? close() : .nothing
        }
        return .nothing
    }

    /// Not while a client takes nothing: asking again gives it no more time for that.
    private mutating func beginRound() {
        if waiting == 0 { rounds += 1 }
    }

    private mutating func timeOut() -> Action {
        switch deadline.kind {
        case .none: .nothing
        case .header: .refuseSlowRequest(inBody: false)
        case .body: .refuseSlowRequest(inBody: true)
        case .idle: cut(.idle)
        case .writeStall: cut(.stalled)
        case .linger: cut(.lingering)
        }
    }

    private mutating func settle() -> Action {
        guard input == .finished, inFlight == 0, waiting == 0, !isLingering else { return .nothing }
        if inputHasEnded { return close() }
        isLingering = true
        return .closeOutput
    }

    private mutating func close() -> Action {
        isClosed = true
        return .close
    }

    private mutating func cut(_ cut: Cut) -> Action {
        isClosed = true
        return .cut(cut)
    }
}

extension Limits {
    /// The few of the limits that decide here; a connection that does nothing should be small.
    struct OfConnection: Equatable {
        let requestsInFlight: Int
        let requestsPerConnection: Int
        let outputBytes: Int

        init(_ limits: Limits) {
            requestsInFlight = limits.requestsInFlight
            requestsPerConnection = limits.requestsPerConnection
            outputBytes = limits.outputBytes
        }
    }
}
