extension HTTPConnection {
    /// Accepts a handler's response. It is written after the responses to earlier requests.
    func respond(_ sequence: Int, _ response: HandlerResponse) {
        guard let index = pending.firstIndex(where: { $0.sequence == sequence }) else {
            // The connection has closed.
            if case .stream(_, let stream) = response { close(stream) }
            return
        }
        pending[index].response = response
        touch()
    }

    /// Stops handling further requests until this one is answered. Has no effect unless it is the newest request.
    func pause(after sequence: Int) {
        if pending.last?.sequence == sequence { perform(state.apply(.pipelinePaused)) }
    }

    /// Calls `body` if the client disconnects before the response.
    func whenGone(_ sequence: Int, _ body: @escaping @Sendable () -> Void) {
        guard let index = pending.firstIndex(where: { $0.sequence == sequence }) else { return }
        pending[index].onGone = body
    }

    /// Writes responses in the order of their requests, up to the first one that is missing.
    func writeResponses() {
        while stream == nil, let first = pending.first, let response = first.response {
            switch response {
            case .whole(let response):
                let bytes = write(response, to: first)
                complete(first, response.status, bytes, code: response.code)
            case .stream(let response, let stream): begin(stream, response, first)
            }
        }
    }

    /// Removes the first pending response, which has been written completely.
    func complete(_ request: PendingResponse, _ status: Status, _ bytes: Int, code: String? = nil) {
        pending.removeFirst()
        perform(state.apply(.answered))
        record(request, status, bytes, code: code)
    }

    /// Counts and logs a request. `status` is nil for requests without a response.
    func record(
        _ request: PendingResponse,
        _ status: Status?,
        _ bytes: Int,
        code: String? = nil,
        cut: CutReason? = nil
    ) {
        let context = loop.context
        let microseconds = Int((context.clock.nanoseconds &- request.startNanoseconds) / 1000)
        if let status { loop.counters.count(row: request.row, status: status, microseconds: microseconds) }
        if let code { context.refusals.add(code) }
        context.onAccess?(
            AccessRecord(
                method: request.method,
                route: context.template(ofRow: request.row),
                status: status,
                code: code,
                subject: request.subject,
                cut: cut,
                bytes: bytes,
                microseconds: microseconds,
                requestID: request.id,
                peer: peer
            )
        )
    }

    private func write(_ response: Response, to request: PendingResponse) -> Int {
        var response = response
        if request.wantsPage, response.contentType == .problem, let page = loop.context.errorPage {
            response = page(response)
        }
        loop.context.cors?.mark(&response, origin: request.origin)
        loop.compress(&response, isAccepted: request.acceptsGzip)
        let before = output.count
        writeHead(response, .whole, to: request)
        if request.method != .head, !response.status.forbidsBody { output.append(response.body, &loop.pool) }
        return output.count - before
    }

    func writeHead(_ response: Response, _ framing: ResponseEncoder.Framing, to request: PendingResponse) {
        ResponseEncoder.writeHead(
            of: response,
            framing: framing,
            to: output.block(room: ResponseEncoder.room(response), &loop.pool),
            date: loop.date,
            id: request.id,
            persistence: state.isLastResponse ? .close : request.isHTTP10 ? .keepAlive : .implied
        )
    }
}
