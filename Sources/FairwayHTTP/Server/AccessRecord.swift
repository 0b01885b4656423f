/// What there is to log of an answered request.
public struct AccessRecord: Sendable {
    /// The method; nil when what came could not be read.
    public let method: Method?
    /// The route's template, which names no ids and has no secrets in it; nil where no route is.
    public let route: String?
    /// The outcome.
    public let status: Status
    /// The code of the problem that was answered; nil where there was none.
    public let code: String?
    /// How many bytes the response has.
    public let bytes: Int
    /// From the end of the request's head until the response was written, or a stream's end.
    public let microseconds: Int
    /// The request's id.
    public let requestID: RequestID
    /// Where it came from.
    public let peer: SocketAddress
}
