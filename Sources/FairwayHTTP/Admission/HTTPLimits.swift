/// The limits on the resources that clients can use. A client that exceeds one gets the error in section 5 of
/// `docs/protocol.md`. Other clients are not affected.
public struct HTTPLimits: Sendable {
    /// The limit on a request's target. A longer one is refused with 414.
    public var targetBytes = 8 * 1024
    /// The limit on the total size of a request's header fields. More is refused with 431.
    public var headerBytes = 16 * 1024
    /// The limit on the number of a request's header fields. More are refused with 431.
    public var headerCount = 100
    /// The limit on a body, unless the route has its own. A longer one is refused with 413.
    public var bodyBytes = 64 * 1024
    /// The limit on the total size of a body's chunk sizes, extensions and trailers. More is refused with 431.
    public var chunkFramingBytes = 128 * 1024
    /// Connections beyond this are answered with 503 and closed.
    public var connections = 20_000
    /// Connections from one address, or one IPv6 network, beyond this are answered with 503 and closed. The default
    /// equals `connections`, because behind a proxy all clients have one address.
    public var connectionsPerAddress = 20_000
    /// A connection is closed after this many requests, which lets a load balancer distribute clients again.
    public var requestsPerConnection = 1_000_000
    /// How many requests of a connection may await their responses; one while reading is throttled. At the limit, the
    /// connection is not read until the first is answered.
    public var requestsInFlight = 64
    /// The time for a request's head, from its first byte; then 408. It shrinks to as little as a fifth while more than
    /// half of the connections are in use.
    public var headerSeconds = 10
    /// The time for a body, from the end of the head; then 408. It shrinks to as little as a fifth while more than half
    /// of the connections are in use.
    public var bodySeconds = 30
    /// A connection without a request for this long is closed; sooner when more than half of the connections are in
    /// use.
    public var idleSeconds = 75
    /// A client that reads nothing of a response for this long is cut off; sooner when more than half of
    /// `bufferedBytes` is in use.
    public var writeStallSeconds = 30
    /// The time for a client to read its last response and close. After that, the connection is cut.
    public var lingerSeconds = 2
    /// During shutdown, an idle connection stays open this long for a request that is already on its way.
    public var lastRequestMilliseconds = 250
    /// While a connection has more response bytes than this to send, no further requests are read from it.
    public var outputBytes = 256 * 1024
    /// The buffer memory of all connections: incomplete and unanswered requests, and unsent responses.
    ///
    /// While more than half is in use, bodies over 4 KiB are refused with 503, connections with unsent output are not
    /// read, and clients that read nothing are cut off sooner. When all is in use, every request is refused with 503
    /// unless its route does not count towards the rate, and incomplete bodies are dropped.
    public var bufferedBytes = 512 << 20
    /// The writer of a stream accepts no more bytes while more than this is unsent.
    public var streamBytes = 64 * 1024
    /// A longer body is not compressed, since compressing it would delay other connections.
    public var compressedBytes = 256 * 1024

    /// The default limits.
    public init() {}

    /// How much longer than its target a request line may be. This is for the method, the version and the spaces.
    static let requestLineAllowance = 32

    func validate() {
        precondition(
            targetBytes + headerBytes + Self.requestLineAllowance <= Int(UInt16.max),
            "A request's target and header fields together must stay below 64 KiB; lower targetBytes or headerBytes."
        )
        precondition(
            requestsInFlight > 0 && requestsPerConnection > 0,
            "requestsInFlight and requestsPerConnection must be positive."
        )
    }
}
