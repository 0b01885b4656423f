extension Connection {
    /// Takes the answer to a request; it is written when those before it are.
    func answer(_ sequence: Int, _ answer: Answer) {
        guard let index = line.firstIndex(where: { $0.sequence == sequence }) else {
            // The connection has gone meanwhile.
            if case .stream(_, let stream) = answer { end(stream) }
            return
        }
        line[index].answer = answer
        touch()
    }

    /// Begins no further request until this one, the last in line, is answered.
    func holdLine(_ sequence: Int) {
        if line.last?.sequence == sequence { perform(state.apply(.lineHeld)) }
    }

    /// Has somebody told when the client goes before the answer.
    func whenGone(_ sequence: Int, _ body: @escaping @Sendable () -> Void) {
        guard let index = line.firstIndex(where: { $0.sequence == sequence }) else { return }
        line[index].onGone = body
    }

    /// Writes the answers that are there, up to the first that is not.
    func writeAnswers() {
        while stream == nil, let first = line.first, let answer = first.answer {
            switch answer {
            case .response(let response):
                let bytes = write(response, to: first)
                complete(first, response.status, bytes, code: response.code)
            case .stream(let response, let stream): begin(stream, response, first)
            }
        }
    }

    /// The first in line is answered, all of it.
    func complete(_ awaited: AwaitedAnswer, _ status: Status, _ bytes: Int, code: String? = nil) {
        line.removeFirst()
        perform(state.apply(.answered))
        record(awaited, status, bytes, code: code)
    }

    /// Counts an answer, if it has got as far as its status, and has the request logged.
    func record(_ awaited: AwaitedAnswer, _ status: Status?, _ bytes: Int, code: String? = nil, cut: Cut? = nil) {
        let context = queue.context
        let nanoseconds = context.clock.nanoseconds &- awaited.startNanoseconds
        let microseconds = Int(nanoseconds / 1000)
        if let status { queue.counters.count(row: awaited.row, status: status, microseconds: microseconds) }
        if let code { context.refusals.add(code) }
        context.onAccess?(
            AccessRecord(
                method: awaited.method,
                route: context.template(ofRow: awaited.row),
                status: status,
                code: code,
                cut: cut,
                bytes: bytes,
                microseconds: microseconds,
                requestID: awaited.id,
                peer: peer
            )
        )
    }

    private func write(_ response: Response, to awaited: AwaitedAnswer) -> Int {
        var response = response
        queue.context.cors?.mark(&response, origin: awaited.origin)
        queue.compress(&response, isAccepted: awaited.acceptsGzip)
        let before = output.count
        ResponseEncoder.writeHead(
            of: response,
            framing: .whole,
            to: output.block(room: ResponseEncoder.room(response), &queue.pool),
            date: queue.date,
            id: awaited.id,
            persistence: persistence(awaited)
        )
        if awaited.method != .head, !response.status.forbidsBody { output.append(response.body, &queue.pool) }
        return output.count - before
    }

    func persistence(_ awaited: AwaitedAnswer) -> ResponseEncoder.Persistence {
        if state.isLastAnswer { return .close }
        return awaited.isOldVersion ? .keepAlive : .implied
    }
}
