/// The response of a handler.
enum HandlerResponse: Sendable {
    case whole(Response)
    case stream(Response, ResponseStream)
}

/// A request with a handler that awaits its response.
struct PendingResponse {
    let sequence: Int
    /// The row of its counters.
    let row: Int
    let method: Method?
    let id: RequestID
    /// The origin of the web page; nil also if CORS is not configured.
    let origin: String?
    let startNanoseconds: UInt64
    let isHTTP10: Bool
    let acceptsGzip: Bool
    /// The memory of the request until the response.
    let requestBytes: Int
    /// The response, once the handler has given it.
    var response: HandlerResponse?
    /// Called if the client goes before the response.
    var onGone: (@Sendable () -> Void)?

    /// The bytes of the response, which wait for the responses before it.
    var waitingBytes: Int {
        switch response {
        case .whole(let response): response.body.count
        case .stream(_, let stream): stream.waiting.reduce(0) { $0 + $1.count }
        case nil: 0
        }
    }

    func add(to memory: inout BufferedMemory) {
        switch response {
        case .whole(let response): memory.add(response.body)
        case .stream(_, let stream): for bytes in stream.waiting { memory.add(bytes) }
        case nil: memory.add(requestBytes)
        }
    }
}

/// A request with a complete head and an incomplete body.
final class IncomingRequest {
    let head: RequestHead
    let match: RouteTable.Match
    let id: RequestID
    /// When it arrived in the socket.
    let startNanoseconds: UInt64
    /// For how long it lay in the socket while reading was throttled.
    let unreadNanoseconds: UInt64
    let bodyLimit: Int
    /// The error to answer with, if that is known from the head. The body is discarded.
    var refusal: HTTPProblem?
    private(set) var body: [UInt8] = []
    private var bodyBytes = 0
    /// Whether the client waits for `100 Continue`.
    var owesContinue = false
    /// Whether the body has arrived.
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

    var memoryBytes: Int { head.bytes.count + body.capacity }

    /// The request for the handler, once the body is complete.
    func whole(from peer: SocketAddress) -> Request {
        Request(head: head, body: body, id: id, peer: peer, unreadNanoseconds: unreadNanoseconds)
    }

    /// Refuses an incomplete request, as if there had been no memory for its body from the beginning.
    func dropLargeBody() {
        guard refusal == nil, !isComplete, body.capacity > BufferedMemory.smallBytes else { return }
        refusal = .overloaded(retryAfterSeconds: 1)
        body = []
    }

    func reserve(_ bytes: Int) { body.reserveCapacity(bytes) }

    func append(_ piece: UnsafeRawBufferPointer) throws(HTTPProblem) {
        guard bodyBytes + piece.count <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
        bodyBytes += piece.count
        if refusal == nil { body.append(contentsOf: piece) }
    }
}
