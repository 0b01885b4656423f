import Synchronization

/// Fuzzes the path from bytes to a handler's arguments: parser, connection state and routes.
struct RouterTarget {
    static let shared = RouterTarget()

    private let table: RouteTable

    private init() {
        var router = Router<Void>()
        let nothing = Response(204)
        router.on(.get, "/") { (_: Request) in nothing }
        router.on(.get, "/v1/catalog") { (_: Request) in nothing }
        router.on(.post, "/v1/sessions") { (_: Request) in nothing }
        router.on(.get, "/v1/sessions/{session}") { (_: Request, _: String) in nothing }
        router.on(.delete, "/v1/sessions/{session}") { (_: Request, _: String) in nothing }
        router.on(.post, "/v1/sessions/{session}/actions", bodyLimit: 64) { (_: Request, _: String) in nothing }
        router.on(.put, "/v1/sessions/{session}/screens/{screen}/draft") { (_: Request, _: String, _: String) in nothing
        }
        router.on(.get, "/v1/{a}/{b}/{c}/{d}") { (_: Request, _: String, _: Int, _: String, _: Int) in nothing }
        router.on(.get, "/v1/{a}/b/{c}/d") { (_: Request, _: String, _: String) in nothing }
        table = RouteTable(router)
    }

    func run(_ bytes: UnsafeRawBufferPointer) {
        var parser = RequestParser(limits: HTTPLimits())
        var state = ConnectionState(limits: HTTPLimits())
        var input = bytes
        var match: RouteTable.Match?
        var current: RequestHead?
        do throws(HTTPProblem) {
            while state.takesRequests, let element = try parser.next(&input) {
                switch element {
                case .head(let head):
                    current = head
                    match = head.bytes.withUnsafeBytes { table.match(head.method, path: head.line.path, of: $0) }
                    if match == nil { throw .malformedRequest("an escape") }
                    _ = state.apply(.headCompleted)
                case .body: break
                case .end:
                    guard let head = current else { break }
                    _ = state.apply(.requestCompleted(isPersistent: head.isPersistent))
                    if case .endpoint(let index) = match { read(head, of: index) }
                    if head.line.path.count % 7 == 6 { _ = state.apply(.pipelinePaused) }
                    // Answer some requests immediately and some later. Bytes that wait stand for a client that does not
                    // read.
                    if head.line.path.count % 3 != 0 { answer(&state, waiting: head.fields.count % 4) }
                }
            }
        } catch {
            _ = state.apply(.requestRefused)
        }
        if parser.isInsideRequest { _ = state.apply(.requestBegan) }
        while state.inFlight > 0, !state.isClosed { answer(&state, waiting: 0) }
        _ = state.apply(.inputEnded)
        for _ in 0..<4 where !state.isClosed { _ = state.apply(.timedOut) }
        precondition(state.inFlight >= 0, "there are more responses than requests")
        precondition(state.isClosed, "the connection is not closed after its client has gone")
    }

    private func answer(_ state: inout ConnectionState, waiting: Int) {
        guard state.inFlight > 0 else { return }
        _ = state.apply(.answered)
        _ = state.apply(.flushed(sent: 100, waiting: waiting))
    }

    /// Reads all values that a handler can read.
    private func read(_ head: RequestHead, of endpoint: Int) {
        guard let peer = SocketAddress("127.0.0.1", port: 1) else { return }
        let request = Request(head: head, body: [], id: RequestID(made: 1), peer: peer)
        let template = PathTemplate(table.endpoints[endpoint].template)
        var reader = ParameterReader(head, matching: template)
        for _ in template.parameters { _ = try? reader.next(String.self) }
        _ = request.bearerToken
        _ = (request.decodedPath, request.mediaType, request.traceParent, request.authority, try? request.queryItems())
        _ = head.withValue(.requestID) { RequestID(given: $0) }
    }
}
