/// The limit of everything that a client can make grow. A client that reaches one gets the error in section 5 of
/// `docs/protocol.md`, and other clients are not affected.
public struct HTTPLimits: Sendable {
    /// A longer request target is refused with 414.
    public var targetBytes = 8 * 1024
    /// Header fields of a request that are longer in total are refused with 431.
    public var headerBytes = 16 * 1024
    /// A request with more header fields is refused with 431.
    public var headerCount = 100
    /// A longer body is refused with 413, unless its route has a limit of its own.
    public var bodyBytes = 64 * 1024
    /// Chunk sizes, extensions and trailers of a body that are longer in total are refused with 431.
    public var chunkFramingBytes = 128 * 1024
    /// Connections beyond this are answered with 503 and closed.
    public var connections = 20_000
    /// Connections from one address, or one IPv6 network, beyond this are answered with 503 and closed. The default is
    /// that of all connections, because behind a proxy all clients have one address.
    public var connectionsPerAddress = 20_000
    /// The reply to the last of these says `Connection: close`, so that a load balancer can spread clients again.
    public var requestsPerConnection = 1_000_000
    /// How many requests of a connection may await their responses; one while reading is throttled. Reading stops until
    /// the first is answered.
    public var requestsInFlight = 64
    /// The time for a request's head, from its first byte; then 408. Down to a fifth when more than half of the
    /// connections are in use.
    public var headerSeconds = 10
    /// The time for a body, from the end of the head; then 408. Down to a fifth when more than half of the connections
    /// are in use.
    public var bodySeconds = 30
    /// A connection without a request for this long is closed; sooner when more than half of the connections are in
    /// use.
    public var idleSeconds = 75
    /// A client that reads nothing of a response for this long is cut off; sooner when more than half of `bufferedBytes` is
    /// in use.
    public var writeStallSeconds = 30
    /// After the last response the client has this long to read it and close, before the connection is cut.
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
    /// A stream accepts no more from its writer while more than this is unsent.
    public var streamBytes = 64 * 1024
    /// A longer body is not compressed, since compressing it would delay other connections.
    public var compressedBytes = 256 * 1024

    /// The default limits.
    public init() {}

    /// How much longer than its target a request line may be: the method, the version and the spaces.
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
