import Synchronization

/// What other threads have for an event queue.
enum Mail: Sendable {
    case answer(Connection, sequence: Int, Answer)
    case write(Connection, sequence: Int, [UInt8])
    case finish(Connection, sequence: Int)
    case adopt(Int32, SocketAddress)
    case job(UnownedJob)
    case call(@Sendable () -> Void)
}

/// Where work for an event queue is left. All that comes before the queue gets round to it is handed over in one go, so
/// that a group commit that wakes 64 requests costs one hop and each connection one flush.
final class Mailbox: Sendable {
    private struct State {
        var mail: [Mail] = []
        var isScheduled = false
    }

    private let state = Mutex(State())

    /// Leaves something; true: the caller has to see to it that the queue comes.
    func leave(_ mail: Mail) -> Bool {
        state.withLock { state in
            state.mail.append(mail)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
    }

    /// Takes all there is. `spare`, emptied, takes its place, so that two arrays serve for ever.
    func collect(swapping spare: inout [Mail]) {
        state.withLock { state in
            swap(&state.mail, &spare)
            state.isScheduled = false
        }
    }
}
