import Synchronization

/// Work that other threads send to an event loop.
enum EventLoopMessage: Sendable {
    case respond(HTTPConnection, sequence: Int, HandlerResponse)
    case write(HTTPConnection, sequence: Int, [UInt8])
    case finish(HTTPConnection, sequence: Int)
    case adopt(Int32, SocketAddress)
    case job(UnownedJob)
    case call(@Sendable () -> Void)
}

/// The inbox of an event loop. The loop collects everything in one step: a group commit that resumes 64 requests costs
/// one wake-up, and one flush of each connection.
final class EventLoopInbox: Sendable {
    /// How the sender has to wake the loop.
    enum WakeUp {
        /// The loop is awake and will collect its messages.
        case none
        /// The loop has ended its turn and has to be scheduled.
        case schedule
        /// The loop waits for its sockets and has to be interrupted.
        case interrupt
    }

    private enum LoopState {
        case idle, awake, polling
    }

    private struct State {
        var messages: [EventLoopMessage] = []
        var loop = LoopState.idle
    }

    private let state = Mutex(State())

    func send(_ message: EventLoopMessage) -> WakeUp {
        state.withLock { state in
            state.messages.append(message)
            defer { state.loop = .awake }
            return switch state.loop {
            case .idle: .schedule
            case .awake: .none
            case .polling: .interrupt
            }
        }
    }

    /// Exchanges the messages for `spare`, an empty array, to reuse its storage. The loop must call `beginPolling` or
    /// `endTurn` before it waits.
    func collect(swapping spare: inout [EventLoopMessage]) {
        state.withLock { state in
            swap(&state.messages, &spare)
            state.loop = .awake
        }
    }

    /// Announces that the loop will wait for its sockets. False: a message has arrived.
    func beginPolling() -> Bool { enter(.polling) }

    /// Announces that the loop ends its turn. False: a message has arrived.
    func endTurn() -> Bool { enter(.idle) }

    private func enter(_ loop: LoopState) -> Bool {
        state.withLock { state in
            guard state.messages.isEmpty else { return false }
            state.loop = loop
            return true
        }
    }
}
