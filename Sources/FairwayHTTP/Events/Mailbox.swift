import Synchronization

/// Where work for an event queue is left. All that comes before the queue gets round to it is handed over in one go, so
/// that a group commit that wakes 64 requests costs one hop and each connection one flush.
final class Mailbox: Sendable {
    /// What the one who left something has to do about it.
    enum Duty {
        case nothing
        /// The queue has nothing to do: it has to be given a turn.
        case schedule
        /// The queue waits for its sockets: it has to be woken.
        case interrupt
    }

    private enum Attention {
        /// Nobody will look.
        case none
        /// Somebody is about to look.
        case promised
        /// The queue sleeps until one of its descriptors is ready.
        case parked
    }

    private struct State {
        var mail: [Mail] = []
        var attention = Attention.none
    }

    private let state = Mutex(State())

    /// Leaves something.
    func leave(_ mail: Mail) -> Duty {
        state.withLock { state in
            state.mail.append(mail)
            defer { state.attention = .promised }
            return switch state.attention {
            case .none: .schedule
            case .promised: .nothing
            case .parked: .interrupt
            }
        }
    }

    /// Takes all there is, and promises to look again. `spare`, emptied, takes its place, so that two arrays serve for
    /// ever.
    func collect(swapping spare: inout [Mail]) {
        state.withLock { state in
            swap(&state.mail, &spare)
            state.attention = .promised
        }
    }

    /// Announces that the queue will sleep over its descriptors; false: there is mail.
    func park() -> Bool { settle(.parked) }

    /// Announces that the queue's turn is over; false: there is mail.
    func endTurn() -> Bool { settle(.none) }

    private func settle(_ attention: Attention) -> Bool {
        state.withLock { state in
            guard state.mail.isEmpty else { return false }
            state.attention = attention
            return true
        }
    }
}
