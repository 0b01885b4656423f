/// The log record of a request, made when it is answered or its connection is cut.
public struct AccessRecord: Sendable {
    /// The method; nil if the request is invalid.
    public let method: Method?
    /// The route's template, which has no ids or secrets; nil without a route.
    public let route: String?
    /// The status; nil if the connection was cut before the response.
    public let status: Status?
    /// The code of the error; nil without an error.
    public let code: String?
    /// The reason why the response could not be sent completely; nil if it was.
    public let cut: CutReason?
    /// The size of the response.
    public let bytes: Int
    /// The duration from the arrival of the request's head until the response was written, the stream ended, or the
    /// connection was cut.
    public let microseconds: Int
    /// The request's id.
    public let requestID: RequestID
    /// The address that it came from.
    public let peer: SocketAddress
}

/// The reason why a connection was closed before it was finished. These are not counted: a client that closes when it
/// is owed nothing, a close after the last response, and an idle connection that is closed on shutdown.
public enum CutReason: String, Sendable, CaseIterable {
    /// The client has gone before its response or stream was complete. Most streams end so.
    case gone
    /// The client sent no request for too long.
    case idle
    /// The client did not close after its last response.
    case lingering
    /// The time to stop the server was up.
    case shutdown
    /// The client did not read its responses.
    case stalled

    var counter: HTTPCounters.Single {
        switch self {
        case .gone: .connectionsGone
        case .idle: .connectionsIdle
        case .lingering: .connectionsLingering
        case .shutdown: .connectionsShutDown
        case .stalled: .connectionsStalled
        }
    }
}
