import Synchronization

/// A request and its response. The handler responds exactly once, immediately or later, from any thread:
///
///     router.on(.get, "/healthz") { _, exchange in exchange.respond(.text("ok")) }
///
/// An exchange that is released without a response is answered with 500 and reported.
public final class Exchange: Sendable {
    /// Where the request came from.
    private enum Source {
        case connection(HTTPConnection, sequence: Int)
        case direct(DirectCall)
    }

    private let source: Source
    /// The row of counters that the request belongs to.
    private let row: Int
    private let isAnswered = Atomic<Bool>(false)

    init(connection: HTTPConnection, sequence: Int, row: Int) {
        source = .connection(connection, sequence: sequence)
        self.row = row
    }

    init(direct call: DirectCall, row: Int) {
        source = .direct(call)
        self.row = row
    }

    deinit {
        guard !isAnswered.load(ordering: .relaxed) else { return }
        eventLoop.context.report(.exchangeDropped)
        deliver(HTTPProblem.internalError.response)
    }

    /// The event loop that called the handler. Responding there is cheapest.
    public var eventLoop: EventLoop {
        switch source {
        case .connection(let connection, _): connection.loop
        case .direct(let call): call.loop
        }
    }

    /// The template of the request's route, such as `/v1/sessions/{session}`; nil if no route matched.
    public var route: String? { eventLoop.context.template(ofRow: row) }

    /// Responds. Responding twice is a programmer error.
    public func respond(_ response: Response) {
        claim()
        deliver(response)
    }

    /// Responds with an error.
    public func respond(_ problem: HTTPProblem) { respond(problem.response) }

    /// Responds with the result of `work`, or with the response that `recover` returns for its error. The work runs on the
    /// event loop. If this is called there, the work starts immediately.
    public func respond(
        _ work: @escaping @Sendable () async throws -> Response,
        recover: @escaping @Sendable (any Error) throws -> Response = { throw $0 }
    ) {
        eventLoop.startHandler { await self.respond(with: work, recover) }
    }

    /// Responds like `respond`, for work that waits for an event, such as a long poll. The pipeline pauses as with
    /// ``pausePipeline()``, and the work's task is cancelled if the client disconnects before the response. The handler
    /// must call this before it returns.
    public func respondAfterWaiting(
        _ work: @escaping @Sendable () async throws -> Response,
        recover: @escaping @Sendable (any Error) throws -> Response = { throw $0 }
    ) {
        pausePipeline()
        // A task of its own, because it may be cancelled.
        let task = Task.immediate(executorPreference: eventLoop) { await self.respond(with: work, recover) }
        switch source {
        case .connection(let connection, let sequence): connection.whenGone(sequence) { task.cancel() }
        case .direct(let call): call.whenGone { task.cancel() }
        }
    }

    /// Handles no further request of the connection until this one is answered. The handler must call this before it
    /// returns.
    ///
    /// Use it if the response may take long. Responses are sent in the order of the requests, so the responses to
    /// pipelined requests would have to wait in memory.
    public func pausePipeline() {
        precondition(
            eventLoop.isCurrent,
            "pausePipeline() must be called by the request's handler, before it returns."
        )
        if case .connection(let connection, let sequence) = source { connection.pause(after: sequence) }
    }

    private func respond(
        with work: () async throws -> Response,
        _ recover: (any Error) throws -> Response
    ) async {
        do {
            respond(try await work())
        } catch {
            fail(error, recover)
        }
    }

    private func fail(_ error: any Error, _ recover: (any Error) throws -> Response) {
        do {
            respond(try recover(error))
        } catch let problem as HTTPProblem {
            respond(problem)
        } catch {
            eventLoop.context.report(.handlerFailed("\(error)"))
            respond(.internalError)
        }
    }

    /// Responds with a streamed body. `response` must have no body.
    ///
    /// `onEvent` is called on the event loop until the body is finished or the client disconnects. It may be called
    /// before this returns: in response to `HEAD`, which has no body, and while the server is stopping.
    public func stream(
        _ response: Response,
        onEvent: @escaping @Sendable (BodyWriter.BodyEvent) -> Void
    ) -> BodyWriter {
        precondition(response.body.isEmpty, "A streamed response must have no body: write it to the BodyWriter.")
        claim()
        switch source {
        case .connection(let connection, let sequence):
            let writer = BodyWriter(connection: connection, sequence: sequence)
            deliver(.stream(response, ResponseStream(writer, onEvent)), to: connection, sequence)
            return writer
        case .direct(let call):
            let stream = DirectStream(response, of: call)
            let writer = BodyWriter(stream, on: call.loop)
            stream.begin(writer, onEvent)
            call.respond(with: stream)
            return writer
        }
    }

    private func claim() {
        let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
        precondition(!wasAnswered, "An exchange was answered twice.")
    }

    private func deliver(_ response: Response) {
        switch source {
        case .connection(let connection, let sequence): deliver(.whole(response), to: connection, sequence)
        case .direct(let call): call.respond(response)
        }
    }

    private func deliver(_ response: HandlerResponse, to connection: HTTPConnection, _ sequence: Int) {
        if connection.loop.isCurrent {
            connection.respond(sequence, response)
        } else {
            connection.loop.send(.respond(connection, sequence: sequence, response))
        }
    }
}
