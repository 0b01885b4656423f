import Glibc

/// An event for the operator's log.
public enum ServerEvent: Sendable, CustomStringConvertible {
    /// A handler released its exchange without a response. The client got 500.
    case exchangeDropped
    /// An asynchronous handler threw an error that is not an `HTTPProblem`. The client got 500.
    case handlerFailed(String)
    /// The limit on open files allows fewer connections than configured.
    case connectionsLimited(to: Int, of: Int)
    /// Accepting connections is paused because of this `errno`. Reported at most once a minute.
    case acceptPaused(Int32)
    /// A connection was closed without an answer, because the limit on connections or open files was exceeded. Each
    /// event loop reports it at most once a minute.
    case connectionDropped

    /// The log message.
    public var description: String {
        switch self {
        case .exchangeDropped: "a handler dropped its exchange without a response; the client got 500"
        case .handlerFailed(let error): "a handler failed; the client got 500: \(error)"
        case .connectionsLimited(let allowed, let wanted):
            """
            \(allowed) connections may be open instead of \(wanted), because of the limit on open files; raise that \
            limit (ulimit -n, LimitNOFILE) or configure fewer connections
            """
        case .connectionDropped:
            """
            a connection was closed without an answer, because the limit on connections (--connections, \
            --connections-per-address) or on open files is exceeded; see fairway_http_connections_dropped_total
            """
        case .acceptPaused(let code):
            """
            no connection can be accepted for now: \(String(cString: strerror(code))); new connections wait; if the \
            limit on open files was reached, raise it (ulimit -n, LimitNOFILE)
            """
        }
    }
}

/// Limits the reports of a lasting condition to one a minute.
struct OncePerMinute {
    private static let minuteNanoseconds: UInt64 = 60_000_000_000

    private var nextNanosecond: UInt64 = 0

    mutating func isDue(atNanosecond now: UInt64) -> Bool {
        guard now >= nextNanosecond else { return false }
        nextNanosecond = now + Self.minuteNanoseconds
        return true
    }
}

/// The reason why a server cannot start.
public enum ServerError: Error, Sendable, CustomStringConvertible {
    /// The address is in use, needs a privilege, or is not an address of this machine; with the `errno`.
    case cannotListen(SocketAddress, Int32)
    /// A system call failed unexpectedly; with the `errno`.
    case system(String, Int32)

    /// The message, with a remedy if one is known.
    public var description: String {
        switch self {
        case .cannotListen(let address, EADDRINUSE):
            "Another program already listens on \(address). Stop it, or choose another port (0 for a free one)."
        case .cannotListen(let address, EACCES):
            "This process lacks the privilege to listen on \(address). Choose a port from 1024 upwards."
        case .cannotListen(let address, let code):
            "Cannot listen on \(address): \(String(cString: strerror(code))). Choose an address of this machine."
        case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))."
        }
    }
}
