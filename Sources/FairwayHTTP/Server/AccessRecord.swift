/// The log record of a request, made when it is answered or its connection is cut.
public struct AccessRecord: Sendable {
    /// The method; nil if the request is invalid.
    public let method: Method?
    /// The route's template, which has no ids or secrets; nil if no route matched.
    public let route: String?
    /// The status; nil if the connection was cut before the response.
    public let status: Status?
    /// The code of the error; nil if the response is not an error.
    public let code: String?
    /// See ``Response/subject``.
    public let subject: (any AccessSubject)?
    /// The reason why the response could not be sent completely; nil if it was.
    public let cut: CutReason?
    /// The size of the response.
    public let bytes: Int
    /// The duration from the arrival of the request's head until the response was written, the stream ended, or the
    /// connection was cut.
    public let microseconds: Int
    /// The request's id.
    public let requestID: RequestID
    /// The address that the request came from.
    public let peer: SocketAddress
}

/// The resource that a request's credential opened, for logs. An object, so that a response can refer to it at no cost.
public protocol AccessSubject: AnyObject, Sendable {}

/// The reason why a connection was closed early. Not counted: a client that closes while no response is pending, the
/// orderly close after the last response, and idle connections that are closed on shutdown.
public enum CutReason: String, Sendable, CaseIterable {
    /// The client disconnected before its response or stream was complete. Most streams end this way.
    case gone
    /// The client sent no request for too long.
    case idle
    /// The client did not close the connection in time after its last response.
    case lingering
    /// The server's shutdown reached its time limit.
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
