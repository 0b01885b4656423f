import Glibc

/// What an operator should hear of, beyond single requests.
public enum ServerEvent: Sendable, CustomStringConvertible {
    /// A handler let its exchange go without an answer; the client got 500.
    case exchangeDropped
    /// An asynchronous handler threw something that is no `HTTPProblem`; the client got 500.
    case handlerFailed(String)
    /// There are descriptors for fewer connections than were to be allowed.
    case connectionsLimited(to: Int, of: Int)
    /// No further connection can be accepted for now, for this `errno`; new ones wait until one can. Told once a minute at
    /// most.
    case acceptPaused(Int32)
    /// A connection was closed at once, since there is no room even to tell it that it is one too many. Told once a minute at
    /// most, by each event queue.
    case connectionDropped

    /// A line for the log.
    public var description: String {
        switch self {
        case .exchangeDropped: "a handler dropped its exchange without answering, which was answered with 500"
        case .handlerFailed(let error): "a handler failed, which was answered with 500: \(error)"
        case .connectionsLimited(let allowed, let wanted):
            """
            \(allowed) connections may be open and not \(wanted), since this process may have no more files open; raise \
            that limit (ulimit -n, LimitNOFILE) or lower the number of connections
            """
        case .connectionDropped:
            """
            a connection was closed at once, since more are there than may be (--connections, --connections-per-address) or than \
            the system has room for, too many even to tell it so; see fairway_http_connections_dropped_total
            """
        case .acceptPaused(let code):
            """
            no connection can be accepted for now, so that new ones wait: \(String(cString: strerror(code))); raise the \
            limit of open files (ulimit -n, LimitNOFILE)
            """
        }
    }
}
