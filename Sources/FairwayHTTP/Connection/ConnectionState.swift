/// The state machine of a connection. It does no I/O and has no clock. `apply` takes an event and returns an action.
/// Properties return the socket events to wait for and the deadline that applies.
struct ConnectionState: Equatable {
    enum ConnectionEvent: Equatable {
        /// The first bytes of a request have arrived, but not its whole head.
        case requestBegan
        /// A request's head is complete, but not its body.
        case headCompleted
        case requestCompleted(isPersistent: Bool)
        /// The request is refused. The error is the connection's last response.
        case requestRefused
        /// The first pending response is written completely.
        case answered
        /// The newest request may take long. No further request is handled until it is answered.
        case pipelinePaused
        /// A stream is being written. A stream without framing ends when the connection is closed.
        case streamBegan(isFramed: Bool)
        /// The socket took `sent` bytes of the output, and `waiting` are left.
        case flushed(sent: Int, waiting: Int)
        /// The client has closed its output. It may still read.
        case inputEnded
        case timedOut
        /// The server is stopping. The next request is the connection's last.
        case ending
        /// The server is stopping, and all input that had arrived has been read.
        case drained
        /// During shutdown, the grace period for a request in transit has ended.
        case graceEnded
    }

    enum Action: Equatable {
        case nothing
        /// Answer 408 and accept no more requests.
        case refuseSlowRequest(inBody: Bool)
        /// Close the output and wait for the client to close. Closing both directions while there is unread input would
        /// reset the connection, and the client might lose the last response (RFC 9112 section 9.6).
        case closeOutput
        /// Close. Everything is answered and sent.
        case close
        /// Close immediately, even if requests are in progress.
        case cut(CutReason)
    }

    /// The deadline that applies. The timer restarts when `kind` or `round` changes.
    struct Timeout: Equatable {
        enum Kind: Equatable {
            case none, idle, header, body, writeStall, linger
        }
        var kind: Kind
        var round: Int
    }

    private enum Input: Equatable {
        case idle, header, body
        /// No further request is accepted.
        case finished
    }

    private let limits: HTTPLimits.OfConnection
    private var input = Input.idle
    private var inputHasEnded = false
    private var isLingering = false
    private var isDraining = false
    private var isPaused = false
    private var isStreaming = false
    private var served = 0
    /// The bytes of output that the socket did not accept at the last flush.
    private(set) var waiting = 0
    private var rounds = 0
    private(set) var inFlight = 0
    private(set) var isClosed = false

    init(limits: HTTPLimits) { self.limits = HTTPLimits.OfConnection(limits) }

    /// Whether a request may be parsed now.
    var takesRequests: Bool { hasRoom && !isPaused }

    /// Whether to watch for input. True also after the last request, because further input is read and discarded.
    var wantsInput: Bool { !inputHasEnded && !isClosed && (hasRoom || input == .finished) }

    /// Whether to watch for the end of the input while nothing is read. A stream or a long poll is useless after its
    /// client has disconnected.
    var watchesForEnd: Bool { isWatching && !inputHasEnded && !isClosed }

    private var isWatching: Bool { isPaused || isStreaming }

    private var hasRoom: Bool {
        input != .finished && inFlight < limits.requestsInFlight && waiting <= limits.outputBytes
    }

    /// Whether the first pending response is this connection's last.
    var isLastResponse: Bool { inFlight == 1 && input == .finished }

    var isDiscarding: Bool { input == .finished }

    var deadline: Timeout {
        let kind: Timeout.Kind =
            if isClosed { .none } else if isLingering { .linger } else if waiting > 0 { .writeStall } else {
                switch input {
                case .header: .header
                case .body: .body
                case .idle: inFlight == 0 ? .idle : .none
                case .finished: .none
                }
            }
        return Timeout(kind: kind, round: rounds)
    }

    var isBlocked: Bool { waiting > 0 }

    mutating func abort() { isClosed = true }

    mutating func apply(_ event: ConnectionEvent) -> Action {
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
            // Only the first pending response can be a stream that is being written, and that response is complete now.
            // The request that paused the pipeline is the newest. If no response is pending, it has been answered.
            isStreaming = false
            if inFlight == 0 { isPaused = false }
        case .pipelinePaused:
            isPaused = true
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
            // A client may close its output and await a response. A client that closes its output while it awaits a
            // stream or a long poll has disconnected.
            if isWatching { return cut(.gone) }
            return isLingering ? close() : settle()
        case .timedOut:
            return timeOut()
        case .ending:
            isDraining = true
        case .drained:
            // A connection without pending responses stays open until the grace period ends, because a request may be in
            // transit.
            if input == .idle, inFlight > 0 { input = .finished }
        case .graceEnded:
            guard input == .idle else { return .nothing }
            input = .finished
            return waiting == 0 ? close() : .nothing
        }
        return .nothing
    }

    /// Restarts the timer, unless output is waiting. A client that does not read gains no time by sending requests.
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

    private mutating func cut(_ reason: CutReason) -> Action {
        isClosed = true
        return .cut(reason)
    }
}

extension HTTPLimits {
    /// The limits that `ConnectionState` needs. A copy of all limits would double the size of an idle connection.
    struct OfConnection: Equatable {
        let requestsInFlight: Int
        let requestsPerConnection: Int
        let outputBytes: Int

        init(_ limits: HTTPLimits) {
            requestsInFlight = limits.requestsInFlight
            requestsPerConnection = limits.requestsPerConnection
            outputBytes = limits.outputBytes
        }
    }
}
