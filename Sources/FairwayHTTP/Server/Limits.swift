/// Everything a client can make grow, and how far. A limit that is reached has its status (`docs/protocol.md`, section
/// 5) and costs nobody else.
public struct Limits: Sendable {
    /// A longer request target is refused with 414.
    public var targetBytes = 8 * 1024
    /// Longer header fields, all of a request together, are refused with 431.
    public var headerBytes = 16 * 1024
    /// More header fields are refused with 431.
    public var headerCount = 100
    /// A longer body is refused with 413, unless its route allows more or less.
    public var bodyBytes = 64 * 1024
    /// Chunk sizes, extensions and trailers of one body may be as long as this together; beyond it the request is
    /// refused with 431.
    public var chunkFramingBytes = 128 * 1024
    /// A connection beyond these is told 503 and closed.
    public var connections = 20_000
    /// A connection beyond these from one address, or one IPv6 network, is told the same. By itself as many as all
    /// together: behind a proxy there is one address.
    public var connectionsPerAddress = 20_000
    /// The reply to the last of these says `Connection: close`, so that clients spread again after a while.
    public var requestsPerConnection = 1_000_000
    /// So many requests of a connection may wait for their answers, one while the handlers have their hands full; reading stops
    /// until the first is answered.
    public var requestsInFlight = 64
    /// From its first byte a request's head has this long to be complete, else 408; down to a fifth of it when more than
    /// half of the connections are taken.
    public var headerSeconds = 10
    /// From the end of the head the body has this long to be complete, else 408; down to a fifth of it when more than half of
    /// the connections are taken.
    public var bodySeconds = 30
    /// A connection on which nothing is asked for so long is closed; sooner, when more than half of them are taken.
    public var idleSeconds = 75
    /// A client that takes not one byte of what waits for it for so long is cut off.
    public var writeStallSeconds = 30
    /// After the last answer the client has this long to read it and close, before the connection is cut.
    public var lingerSeconds = 2
    /// When a server is told to end, a connection on which nothing is under way has this long for a request that is on its
    /// way: its client cannot know yet.
    public var lastRequestMilliseconds = 250
    /// While more than this waits on a connection, to be sent or for answers that come before, no further requests are read
    /// from it.
    public var outputBytes = 256 * 1024
    /// All connections together may hold about so much of what clients have sent and not been answered, and of what they
    /// have been answered and not taken. While more than half of it is held, bodies of more than 4 KiB are refused, nothing
    /// is read from a client before it has taken what waits for it, and those that take nothing are cut off the sooner the
    /// less is left. Beyond it every request is told 503 but those that do not count towards a rate, and bodies that are
    /// still coming are dropped.
    public var heldBytes = 512 << 20
    /// A stream takes no more from its writer while more than this waits to be sent.
    public var streamBytes = 64 * 1024
    /// A longer body is sent as it is rather than hold up other connections while it is compressed.
    public var compressedBytes = 256 * 1024

    /// The limits that suit a server behind nothing or anything.
    public init() {}

    /// How long a connection on which nothing is asked is kept while so many are open: the fewer are left, the shorter,
    /// down to a second. So a crowd that says nothing makes room for those who do, and cannot keep them out.
    func idleSeconds(open: Int) -> Int { shortened(idleSeconds, open: open) }

    /// How long a head may take while so many connections are open: a crowd that says little makes room, too. Down to a fifth,
    /// since those who do have something to say may be far away.
    func headerSeconds(open: Int) -> Int { max(headerSeconds / 5, shortened(headerSeconds, open: open)) }

    /// The same for a body.
    func bodySeconds(open: Int) -> Int { max(bodySeconds / 5, shortened(bodySeconds, open: open)) }

    /// For how long a client may take nothing of what waits for it while all connections together hold so much.
    func writeStallSeconds(held: Int) -> Int {
        Self.shortened(writeStallSeconds, free: heldBytes - held, of: heldBytes)
    }

    private func shortened(_ seconds: Int, open: Int) -> Int {
        Self.shortened(seconds, free: connections - open, of: connections)
    }

    private static func shortened(_ seconds: Int, free: Int, of limit: Int) -> Int {
        let (free, half) = (max(0, free), limit / 2)
        return free >= half ? seconds : max(1, seconds * free / half)
    }

    /// What a request line may have besides its target: the method, the version and the blanks between.
    static let requestLineAllowance = 32

    func validate() {
        precondition(
            targetBytes + headerBytes + Self.requestLineAllowance <= Int(UInt16.max),
            "A request's target and header fields together must stay below 64 KiB; lower targetBytes or headerBytes."
        )
        precondition(requestsInFlight > 0 && requestsPerConnection > 0, "A connection must be allowed a request.")
    }
}
