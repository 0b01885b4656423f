/// A request whose head is complete and whose body is being collected, until it is handed on.
///
/// A class, because many places on the way look at it: as a value it would be copied at each, and its head with it.
final class IncomingRequest {
    let head: RequestHead
    let match: RouteTable.Match
    let id: RequestID
    /// When it came.
    let startNanoseconds: UInt64
    /// For how long it lay in its socket, where that may have been long.
    let unreadNanoseconds: UInt64
    let bodyLimit: Int
    /// The answer when that is clear from the head: what is read of the body is thrown away.
    var refusal: HTTPProblem?
    // Exclusivity checks are off: what modifies it calls no code that can reach this object.
    @exclusivity(unchecked) private(set) var body: [UInt8] = []
    private var bodyBytes = 0
    /// Whether the client waits for `100 Continue` and has not been sent it.
    var owesContinue = false
    /// Whether all of its body has come.
    var isComplete = false

    init(
        head: RequestHead,
        match: RouteTable.Match,
        id: RequestID,
        startNanoseconds: UInt64,
        unreadNanoseconds: UInt64,
        bodyLimit: Int,
        refusal: HTTPProblem?
    ) {
        self.head = head
        self.match = match
        self.id = id
        self.startNanoseconds = startNanoseconds
        self.unreadNanoseconds = unreadNanoseconds
        self.bodyLimit = bodyLimit
        self.refusal = refusal
    }

    var heldBytes: Int { head.bytes.count + body.capacity }

    /// What a handler is given, once the body is complete.
    func whole(from peer: SocketAddress) -> Request {
        Request(head: head, body: body, id: id, peer: peer, unreadNanoseconds: unreadNanoseconds)
    }

    /// Answers as if there had been no room for the body from the beginning, unless it is small.
    func dropLargeBody() {
        guard refusal == nil, !isComplete, body.capacity > Holding.smallBytes else { return }
        refusal = .overloaded(retryAfterSeconds: 1)
        body = []
    }

    /// Makes room for a body that is going to be so long, most likely.
    func reserve(_ bytes: Int) { body.reserveCapacity(bytes) }

    func append(_ piece: UnsafeRawBufferPointer) throws(RequestFailure) {
        guard bodyBytes + piece.count <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
        bodyBytes += piece.count
        if refusal == nil { body.append(contentsOf: piece) }
    }
}
