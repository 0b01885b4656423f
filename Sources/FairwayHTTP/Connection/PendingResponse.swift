/// The response of a handler.
enum HandlerResponse: Sendable {
    case whole(Response)
    case stream(Response, ResponseStream)
}

/// A request that awaits its response, or the end of it.
struct PendingResponse {
    let sequence: Int
    /// The row of its counters.
    let row: Int
    let method: Method?
    let id: RequestID
    /// The `Origin` of the request; nil if it has none or CORS is not configured.
    let origin: String?
    let startNanoseconds: UInt64
    let isHTTP10: Bool
    let acceptsGzip: Bool
    /// Whether a browser shows the response as a page.
    let wantsPage: Bool
    /// The memory that the request uses until it has a response.
    let requestBytes: Int
    /// The response, once the handler has given it.
    var response: HandlerResponse?
    /// Called if the client disconnects before the response.
    var onGone: (@Sendable () -> Void)?

    var subject: (any AccessSubject)? {
        switch response {
        case .whole(let response), .stream(let response, _): response.subject
        case nil: nil
        }
    }

    /// The bytes of the response that are not in the output, because earlier responses are incomplete.
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

/// A request with a complete head. Its body is arriving, or has just arrived.
struct IncomingRequest {
    let head: RequestHead
    let match: RouteTable.Match
    let id: RequestID
    /// When the head arrived in the socket.
    let startNanoseconds: UInt64
    /// How long the request waited unread while reading was throttled.
    let unreadNanoseconds: UInt64
    let bodyLimit: Int
    /// The error to answer with instead of calling the handler; nil for none. The body is then discarded.
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

    /// Refuses an incomplete request if its body is large, and drops the body.
    mutating func dropLargeBody() {
        guard refusal == nil, !isComplete, body.capacity > BufferedMemory.smallBytes else { return }
        refusal = .overloaded(retryAfterSeconds: 1)
        body = []
    }

    mutating func reserve(_ bytes: Int) { body.reserveCapacity(bytes) }

    mutating func append(_ piece: UnsafeRawBufferPointer) throws(HTTPProblem) {
        guard bodyBytes + piece.count <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
        bodyBytes += piece.count
        if refusal == nil { body.append(contentsOf: piece) }
    }
}
