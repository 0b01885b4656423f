import Glibc

extension HTTPConnection {
    /// Reads from the socket. False: the input has ended, and the caller has to call `endInput`.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
            loop.counters.add(.bytesReceived, count)
            if !state.isDiscarding {
                parse(UnsafeRawBufferPointer(buffer).part(0..<count), unreadFor: nanosecondsUnread)
            }
            touch()
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            clientHasGone()
        }
        return count != 0
    }

    /// Handles the end of the input. Responses that handlers have given before are sent first.
    func endInput() {
        writeResponses()
        send()
        perform(state.apply(.inputEnded))
        touch()
    }

    /// Continues to parse after responses were written or sent. True: there may be output to send.
    func resume() -> Bool {
        sendContinueIfDue()
        if !unparsed.isEmpty, mayParse, !loop.isThrottled {
            parseRest(unreadFor: endAwaitingTurn() ?? 0)
            return true
        }
        if loop.isThrottled { awaitTurn() }
        return output.count > 0 && !state.isBlocked
    }

    func parseRest(unreadFor nanoseconds: UInt64) {
        let bytes = unparsed
        unparsed = []
        bytes.withUnsafeBytes { parse($0, unreadFor: nanoseconds) }
    }

    /// Whether a further request may be parsed. While the loop is throttled, a connection has one request at a time.
    var mayParse: Bool { state.takesRequests && !hasTooMuchOutput && (pending.isEmpty || !loop.isThrottled) }

    /// Whether the client must read responses before it is read from again. While memory is short, it must read all.
    var hasTooMuchOutput: Bool {
        let inPending = pending.count > 1 ? pending.reduce(0) { $0 + $1.waitingBytes } : 0
        return output.count + inPending > loop.context.limits.outputBytes
            || (output.count > 0 && loop.context.admission.isMemoryHigh)
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, unreadFor nanoseconds: UInt64) {
        assert(incoming?.isComplete != true, "A complete request is handled before more is parsed.")
        var input = bytes
        do throws(HTTPProblem) {
            parsing: while mayParse, let element = try parser.next(&input) {
                switch element {
                case .head(let head): try begin(head, unreadFor: nanoseconds)
                case .body(let piece): try append(piece)
                case .end:
                    incoming?.isComplete = true
                    // The last request of the input is handled at the flush, with those of other connections.
                    if input.isEmpty || loop.isThrottled { break parsing }
                    handleCompleteRequest()
                    // Updates the size of the output for `mayParse`. An HTTP/1.0 stream makes `mayParse` false.
                    writeResponses()
                }
            }
        } catch {
            return refuse(error)
        }
        if state.isDiscarding || state.isClosed { return }
        if !input.isEmpty {
            unparsed = [UInt8](input)
        } else if incoming == nil, parser.isInsideRequest {
            perform(state.apply(.requestBegan))
        }
    }

    private func begin(_ head: RequestHead, unreadFor nanoseconds: UInt64) throws(HTTPProblem) {
        let context = loop.context
        let match = head.bytes.withUnsafeBytes { context.table.match(head.method, path: head.line.path, of: $0) }
        guard let match else {
            throw .malformedRequest("The path is not UTF-8 in percent-encoding.")
        }
        let now = context.clock.nanoseconds
        var refusal: HTTPProblem?
        if let hosts = context.hosts, !hosts.include(head.authority) {
            refusal = .misdirectedRequest
        } else if context.table.countsTowardsRate(match) {
            refusal = context.admission.refusal(of: head, from: peer, at: now)
        }
        var bodyLimit = context.limits.bodyBytes
        if case .endpoint(let index) = match, let own = context.table.endpoints[index].bodyLimit { bodyLimit = own }
        let given = head.withValue(.requestID) { RequestID(given: $0) } ?? nil
        loop.noteRequest(unreadNanoseconds: nanoseconds)
        incoming = IncomingRequest(
            head: head,
            match: match,
            id: given ?? .random(),
            startNanoseconds: now &- nanoseconds,
            unreadNanoseconds: nanoseconds,
            bodyLimit: bodyLimit,
            refusal: refusal
        )
        if case .length(let length) = head.framing, length > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        guard head.framing != .length(0) else { return }
        // A client that expects `100 Continue` is refused before it sends the body.
        if head.expectsContinue, let refusal { return refuse(refusal) }
        perform(state.apply(.headCompleted))
        if refusal == nil, case .length(let length) = head.framing {
            incoming?.reserve(min(length, OutputBlock.usualCapacity))
        }
        incoming?.owesContinue = head.expectsContinue
    }

    private func append(_ piece: UnsafeRawBufferPointer) throws(HTTPProblem) {
        if loop.context.admission.isMemoryFull { incoming?.dropLargeBody() }
        try incoming?.append(piece)
    }

    /// RFC 9110 section 10.1.1. Sent only after earlier responses: the client would take it for the next of them.
    private func sendContinueIfDue() {
        guard incoming?.owesContinue == true, pending.isEmpty else { return }
        incoming?.owesContinue = false
        // A client that has begun to send the body does not need it.
        guard incoming?.body.isEmpty == true else { return }
        output.block(room: 32, &loop.pool).append("HTTP/1.1 100 Continue\r\n\r\n")
    }

    /// Calls the handler of the incoming request if it is complete.
    func handleCompleteRequest() {
        guard incoming?.isComplete == true, let request = incoming else { return }
        incoming = nil
        let context = loop.context
        let head = request.head
        let row = HTTPCounters.row(of: request.match)
        let sequence = enqueue(request, row, memoryBytes: request.memoryBytes)
        perform(state.apply(.requestCompleted(isPersistent: head.isPersistent)))
        // Input after the last request is discarded.
        if state.isDiscarding { unparsed = [] }
        if let refusal = request.refusal { return respond(sequence, .whole(refusal.response)) }
        switch request.match {
        case .endpoint(let index):
            let exchange = Exchange(connection: self, sequence: sequence, row: row)
            if !context.table.endpoints[index].handle(request.whole(from: peer), exchange) {
                exchange.respond(.noSuchRoute)
            }
        case .otherwise:
            let exchange = Exchange(connection: self, sequence: sequence, row: row)
            guard let otherwise = context.otherwise else { return exchange.respond(.noSuchRoute) }
            otherwise(request.whole(from: peer), exchange)
        case .methodNotAllowed(let allow):
            respond(sequence, .whole(HTTPProblem.methodNotAllowed(allow: allow).response))
        case .options(let allow): respond(sequence, .whole(context.optionsResponse(head, allow: allow)))
        }
    }

    /// Answers an invalid or slow request with an error, after the responses before it, and accepts no more requests.
    func refuse(_ problem: HTTPProblem) {
        let request = incoming
        incoming = nil
        let sequence = enqueue(request, HTTPCounters.refusedRow, memoryBytes: 0)
        perform(state.apply(.requestRefused))
        respond(sequence, .whole(problem.response))
    }

    /// Enqueues a pending response and returns its number. `request` is nil if the bytes could not be parsed. `row` is
    /// that of its counters.
    private func enqueue(_ request: IncomingRequest?, _ row: Int, memoryBytes: Int) -> Int {
        let (sequence, head) = (nextSequence, request?.head)
        nextSequence += 1
        pending.append(
            PendingResponse(
                sequence: sequence,
                row: row,
                method: head?.method,
                id: request?.id ?? .random(),
                origin: loop.context.cors == nil ? nil : head?.value(.origin),
                startNanoseconds: request?.startNanoseconds ?? loop.context.clock.nanoseconds,
                isHTTP10: head?.line.minorVersion == 0,
                acceptsGzip: head?.acceptsGzip ?? false,
                wantsPage: loop.context.errorPage != nil && head?.wantsPage == true,
                requestBytes: memoryBytes
            )
        )
        return sequence
    }
}
