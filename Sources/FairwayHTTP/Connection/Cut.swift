/// Why a connection was closed before it was through. A client that goes when it is owed nothing is no cut, nor is a
/// connection that is closed after its last answer, or after the time for one more request when the server ends.
public enum Cut: String, Sendable, CaseIterable {
    /// The client has gone, and there was something for it yet. Most streams end like this.
    case gone
    /// Nothing was asked for so long.
    case idle
    /// The client has read its last answer, or has not, and did not close.
    case lingering
    /// The server's time to end was up.
    case shutdown
    /// The client took nothing of what waited for it.
    case stalled

    /// Where such connections are counted.
    var counter: Counters.Single {
        switch self {
        case .gone: .connectionsGone
        case .idle: .connectionsIdle
        case .lingering: .connectionsLingering
        case .shutdown: .connectionsShutDown
        case .stalled: .connectionsStalled
        }
    }
}
