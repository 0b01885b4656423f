extension HTTPServer {
    /// Answers a request that another program part has received or made. The limits, the routes, the metrics and the access
    /// records are those of requests from sockets. The event loops must run.
    ///
    /// A cancelled caller is a client that has disconnected, and so is the end of a streamed response's reading.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - target: The path and the query.
    ///   - fields: The header fields. Those that frame the body are replaced, and `Host` is added if it is missing.
    ///   - body: The body.
    ///   - peer: The client's address.
    public func respond(
        _ method: Method,
        _ target: String,
        fields: [(name: String, value: String)],
        body: [UInt8],
        from peer: SocketAddress
    ) async -> DirectResponse {
        guard let loop = context.nextLoop(), context.directCalls.begin() else {
            return DirectResponse(.shuttingDown(retryAfterSeconds: 1))
        }
        defer { context.directCalls.end() }
        let head: RequestHead
        do throws(HTTPProblem) {
            head = try Self.head(method, target, fields, body, context.limits)
        } catch {
            return DirectResponse(error)
        }
        let cancellation = DirectCancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.run {
                    cancellation.begin(loop.handle(head, body, from: peer) { continuation.resume(returning: $0) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Parses the head as if it had been received, so that the rules for requests are in one place.
    private static func head(
        _ method: Method,
        _ target: String,
        _ fields: [(name: String, value: String)],
        _ body: [UInt8],
        _ limits: HTTPLimits
    ) throws(HTTPProblem) -> RequestHead {
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformedRequest("The target has a space, a control character or a character that is not ASCII.")
        }
        let replaced: Set = ["connection", "content-length", "expect", "host", "transfer-encoding", "upgrade"]
        var text = Array("\(method.name) \(target) HTTP/1.1\r\n".utf8)
        text += "Host: \(fields.first { $0.name.lowercased() == "host" }?.value ?? "localhost")\r\n".utf8
        for field in fields where !replaced.contains(field.name.lowercased()) {
            guard field.name.utf8.allSatisfy(\.isTokenCharacter), field.value.utf8.allSatisfy(\.isFieldValueCharacter)
            else { throw .malformedRequest("The header field \(field.name.debugDescription) is not valid.") }
            text += "\(field.name): \(field.value)\r\n".utf8
        }
        text += "Content-Length: \(body.count)\r\n\r\n".utf8
        var parser = RequestParser(limits: limits)
        return try text.span.withUnsafeBytes { bytes throws(HTTPProblem) in
            var input = bytes
            guard case .head(let head)? = try parser.next(&input) else {
                throw .malformedRequest("The request has no complete head.")
            }
            return head
        }
    }
}

extension DirectResponse {
    fileprivate init(_ problem: HTTPProblem) { self.init(response: problem.response, stream: nil) }
}

extension EventLoop {
    /// Handles a request without a socket as a connection does. Nil if it was answered without its handler.
    fileprivate func handle(
        _ head: RequestHead,
        _ body: [UInt8],
        from peer: SocketAddress,
        _ done: @escaping @Sendable (DirectResponse) -> Void
    ) -> DirectCall? {
        let now = context.clock.nanoseconds
        let id = (head.withValue(.requestID) { RequestID(given: $0) } ?? nil) ?? .random()
        let request = Request(head: head, body: body, id: id, peer: peer)
        let match = head.bytes.withUnsafeBytes { context.table.match(head.method, path: head.line.path, of: $0) }
        let row = match.map(HTTPCounters.row) ?? HTTPCounters.refusedRow
        let call = DirectCall(request, row: row, on: self, since: now, done: done)
        if let refusal = refusal(of: head, match, body, from: peer, at: now) {
            call.respond(refusal.response)
            return nil
        }
        switch match {
        case .endpoint(let index):
            let exchange = Exchange(direct: call, row: row)
            if !context.table.endpoints[index].handle(request, exchange) { exchange.respond(.noSuchRoute) }
        case .methodNotAllowed(let allow): call.respond(HTTPProblem.methodNotAllowed(allow: allow).response)
        case .options(let allow): call.respond(context.optionsResponse(head, allow: allow))
        case .otherwise, nil:
            let exchange = Exchange(direct: call, row: row)
            guard let otherwise = context.otherwise else {
                exchange.respond(.noSuchRoute)
                return nil
            }
            otherwise(request, exchange)
        }
        return call
    }

    private func refusal(
        of head: RequestHead,
        _ match: RouteTable.Match?,
        _ body: [UInt8],
        from peer: SocketAddress,
        at now: UInt64
    ) -> HTTPProblem? {
        guard let match else { return .malformedRequest("The path is not UTF-8 in percent-encoding.") }
        if let hosts = context.hosts, !hosts.include(head.authority) { return .misdirectedRequest }
        if context.table.countsTowardsRate(match),
            let refusal = context.admission.refusal(of: head, from: peer, at: now)
        {
            return refusal
        }
        var limit = context.limits.bodyBytes
        if case .endpoint(let index) = match, let own = context.table.endpoints[index].bodyLimit { limit = own }
        return body.count > limit ? .bodyTooLarge(limit: limit) : nil
    }
}
