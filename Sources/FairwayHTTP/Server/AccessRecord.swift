/// What there is to log of a request: when it is answered, or when its connection is cut before.
public struct AccessRecord: Sendable {
    /// The method; nil when what came could not be read.
    public let method: Method?
    /// The route's template, which names no ids and has no secrets in it; nil where no route is.
    public let route: String?
    /// The outcome; nil when there was none by the time that the connection was cut.
    public let status: Status?
    /// The code of the problem that was answered; nil where there was none.
    public let code: String?
    /// Why the answer, or the rest of a stream, could not be sent; nil where all of it was.
    public let cut: Cut?
    /// How many bytes the response has.
    public let bytes: Int
    /// From the end of the request's head, or from when it came where it lay unread, until the response was written, or a
    /// stream's end, or the cut.
    public let microseconds: Int
    /// The request's id.
    public let requestID: RequestID
    /// Where it came from.
    public let peer: SocketAddress
}
