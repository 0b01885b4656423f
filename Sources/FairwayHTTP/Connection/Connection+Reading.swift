import Glibc

extension Connection {
    /// Reads what the client has sent; false: it sends no more, which the connection has not been told yet.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
            queue.counters.add(.bytesReceived, count)
            if !state.isDiscarding {
                parse(UnsafeRawBufferPointer(buffer).part(0..<count), unreadFor: nanosecondsUnread)
            }
            touch()
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            clientHasGone()
        }
        return count != 0
    }

    /// The client sends no more. What it has been answered by now it was answered before.
    func endInput() {
        writeAnswers()
        send()
        perform(state.apply(.inputEnded))
        touch()
    }

    /// Goes on with what was held back, as far as that is allowed again; true: there may be something to send.
    func resume() -> Bool {
        sendContinueIfDue()
        guard !heldBack.isEmpty, mayParse, !queue.isCrowded else { return output.count > 0 && !state.isBlocked }
        parseHeldBack(unreadFor: endAwaitingTurn() ?? 0)
        return true
    }

    func parseHeldBack(unreadFor nanoseconds: UInt64) {
        let bytes = heldBack
        heldBack = []
        bytes.withUnsafeBytes { parse($0, unreadFor: nanoseconds) }
    }

    /// Answers that pile up stop the parsing of further requests, also within what one read has brought.
    var mayParse: Bool {
        state.takesRequests && !hasTooMuchWaiting && (line.isEmpty || !queue.isCrowded)
    }

    /// While all connections together hold much, each has only what it had asked for already.
    var hasTooMuchWaiting: Bool {
        let inLine = line.count > 1 ? line.reduce(0) { $0 + $1.waitingBytes } : 0
        return output.count + inLine > queue.context.limits.outputBytes
            || (output.count > 0 && queue.context.held.isHigh)
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, unreadFor nanoseconds: UInt64) {
        assert(incoming?.isComplete != true, "What has come whole is handed on before more is parsed.")
        var input = bytes
        do throws(RequestFailure) {
            parsing: while mayParse, let element = try parser.next(&input) {
                switch element {
                case .head(let head): try begin(head, unreadFor: nanoseconds)
                case .body(let piece): try take(piece)
                case .end:
                    incoming?.isComplete = true
                    // The last, and in a crowd the first, waits until what others have sent has been read, too.
                    if input.isEmpty || queue.isCrowded { break parsing }
                    handOnIfComplete()
                    // Before more is taken: what waits is bounded, and a stream of HTTP/1.0 is the last.
                    writeAnswers()
                }
            }
        } catch {
            return refuse(error.problem)
        }
        if state.isDiscarding || state.isClosed { return }
        if !input.isEmpty {
            heldBack = [UInt8](input)
        } else if incoming == nil, parser.isInsideRequest {
            perform(state.apply(.requestBegan))
        }
    }

    private func begin(_ head: RequestHead, unreadFor nanoseconds: UInt64) throws(RequestFailure) {
        let context = queue.context
        let match = head.bytes.withUnsafeBytes { context.table.match(head.method, path: head.line.path, of: $0) }
        guard let match else { throw .malformed("The path has an escape that is not UTF-8 in percent-encoding.") }
        let now = context.clock.nanoseconds
        var refusal: HTTPProblem?
        if let hosts = context.hosts, !hosts.include(head.authority) {
            refusal = .misdirectedRequest
        } else if context.table.countsTowardsRate(match) {
            refusal = context.rates?.refusal(of: head, from: peer, at: now) ?? context.held.refusal(of: head.framing)
        }
        var bodyLimit = context.limits.bodyBytes
        if case .endpoint(let index, _) = match, let own = context.table.endpoints[index].bodyLimit { bodyLimit = own }
        let given = head.withValue(.requestID) { RequestID(given: $0) } ?? nil
        queue.noteUnread(nanoseconds)
        let request = IncomingRequest(
            head: head,
            match: match,
            id: given ?? queue.requestIDs.next(),
            startNanoseconds: now &- nanoseconds,
            unreadNanoseconds: nanoseconds,
            bodyLimit: bodyLimit,
            refusal: refusal
        )
        incoming = request
        if case .length(let length) = head.framing, length > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        guard head.framing != .length(0) else { return }
        // A client that waits before it sends its body is told at once, and need not send it.
        if head.expectsContinue, let refusal { return refuse(refusal) }
        perform(state.apply(.headCompleted))
        if refusal == nil, case .length(let length) = head.framing {
            request.reserve(min(length, Block.usualCapacity))
        }
        request.owesContinue = head.expectsContinue
    }

    /// What was begun while there was room for it is dropped when there is none, too.
    private func take(_ piece: UnsafeRawBufferPointer) throws(RequestFailure) {
        if queue.context.held.isFull { incoming?.dropLargeBody() }
        try incoming?.append(piece)
    }

    /// RFC 9110 section 10.1.1. Not before earlier requests are answered: it would be taken for their answer.
    private func sendContinueIfDue() {
        guard let waiting = incoming, waiting.owesContinue, line.isEmpty else { return }
        waiting.owesContinue = false
        // A client that has begun to send does not wait.
        guard waiting.body.isEmpty else { return }
        output.block(room: 32, &queue.pool).append("HTTP/1.1 100 Continue\r\n\r\n")
    }

    /// Gives the request that has come to its handler.
    func handOnIfComplete() {
        guard incoming?.isComplete == true, let request = incoming else { return }
        incoming = nil
        let context = queue.context
        let head = request.head
        let sequence = lineUp(request, Counters.row(of: request.match), holding: request.heldBytes)
        perform(state.apply(.requestCompleted(isPersistent: head.isPersistent)))
        // What came behind the last request is never looked at.
        if state.isDiscarding { heldBack = [] }
        if let refusal = request.refusal { return answer(sequence, refusal) }
        switch request.match {
        case .endpoint(let index, let captures):
            let exchange = Exchange(connection: self, sequence: sequence)
            if !context.table.endpoints[index].handle(request.whole(from: peer), exchange, captures) {
                exchange.respond(.noSuchRoute)
            }
        case .otherwise:
            guard let otherwise = context.otherwise else { return answer(sequence, .noSuchRoute) }
            otherwise(request.whole(from: peer), Exchange(connection: self, sequence: sequence))
        case .methodNotAllowed(let allow): answer(sequence, .methodNotAllowed(allow: allow))
        case .options(let allow): answer(sequence, .response(context.answerOptions(head, allow: allow)))
        }
    }

    /// Answers, after those before it, what is no request or came too slowly, and takes no more.
    func refuse(_ problem: HTTPProblem) {
        let request = incoming
        incoming = nil
        let sequence = lineUp(request, Counters.refusedRow, holding: 0)
        perform(state.apply(.requestRefused))
        answer(sequence, problem)
    }

    /// Has a request wait for its answer, or what is none, of which nothing is known; returns its number.
    ///
    /// - Parameter row: Where it is counted.
    private func lineUp(_ request: IncomingRequest?, _ row: Int, holding bytes: Int) -> Int {
        let (sequence, head) = (nextSequence, request?.head)
        nextSequence += 1
        line.append(
            AwaitedAnswer(
                sequence: sequence,
                row: row,
                method: head?.method,
                id: request?.id ?? queue.requestIDs.next(),
                origin: queue.context.cors == nil ? nil : head?.value(.origin),
                startNanoseconds: request?.startNanoseconds ?? queue.context.clock.nanoseconds,
                isOldVersion: head?.line.minorVersion == 0,
                acceptsGzip: head?.acceptsGzip ?? false,
                requestBytes: bytes
            )
        )
        return sequence
    }

    private func answer(_ sequence: Int, _ problem: HTTPProblem) { answer(sequence, .response(problem.response)) }
}
