import Synchronization

/// A request's claim to an answer. It is answered once, at once or later, from any thread. One that is dropped
/// unanswered is answered with 500 and reported, so that no client waits for what nobody remembers.
public final class Exchange: Sendable {
    let connection: Connection
    let sequence: Int
    private let isAnswered = Atomic<Bool>(false)

    init(connection: Connection, sequence: Int) {
        self.connection = connection
        self.sequence = sequence
    }

    deinit {
        guard !isAnswered.load(ordering: .relaxed) else { return }
        connection.queue.context.report(.exchangeDropped)
        deliver(.response(HTTPProblem.internalError.response))
    }

    /// The queue on which the handler was called and on which answering is cheapest.
    public var eventQueue: EventQueue { connection.queue }

    /// Answers. Answering twice is a programmer's error.
    public func respond(_ response: Response) {
        claim()
        deliver(.response(response))
    }

    /// Answers with an error.
    public func respond(_ problem: HTTPProblem) { respond(problem.response) }

    /// Answers with what `work` comes to, or with what `recover` makes of an error. It begins at once, on this thread, and goes
    /// on on the event queue after each suspension.
    public func respond(
        _ work: @escaping @Sendable () async throws -> Response,
        recover: @escaping @Sendable (any Error) throws -> Response = { throw $0 }
    ) {
        _ = begin(work, recover)
    }

    /// The same for work that waits until something happens. The line is held, and the work's task is cancelled when the
    /// client goes before the answer. To be called by the handler, before it returns.
    public func respondAfterWaiting(
        _ work: @escaping @Sendable () async throws -> Response,
        recover: @escaping @Sendable (any Error) throws -> Response = { throw $0 }
    ) {
        holdLine()
        let task = begin(work, recover)
        connection.whenGone(sequence) { task.cancel() }
    }

    /// Has no further request of the connection begun until this one is answered. To be called by the handler, before it
    /// returns.
    ///
    /// For an answer that may be long in coming: answers go out in the order of the requests, so that those behind it could
    /// only lie there, and one client could have as many of them wait as a connection takes requests.
    public func holdLine() {
        precondition(connection.queue.isCurrent, "The line is held by the request's handler, before it returns.")
        connection.holdLine(sequence)
    }

    private func begin(
        _ work: @escaping @Sendable () async throws -> Response,
        _ recover: @escaping @Sendable (any Error) throws -> Response
    ) -> Task<Void, Never> {
        Task.immediate(executorPreference: eventQueue) {
            do {
                self.respond(try await work())
            } catch {
                self.fail(error, recover)
            }
        }
    }

    /// Answers with what is made of an error, else with the problem that was thrown, or that the handler failed.
    @inline(never)
    private func fail(_ error: any Error, _ recover: (any Error) throws -> Response) {
        do {
            respond(try recover(error))
        } catch let problem as HTTPProblem {
            respond(problem)
        } catch {
            connection.queue.context.report(.handlerFailed("\(error)"))
            respond(.internalError)
        }
    }

    /// Answers with a body that is written bit by bit; `response` has none.
    ///
    /// `onEvent` is called on the event queue until the body is finished or the client has gone: for the answer to
    /// `HEAD`, which has no body, and when the server is about to end, even before this returns.
    public func stream(
        _ response: Response,
        onEvent: @escaping @Sendable (BodyWriter.Event) -> Void
    ) -> BodyWriter {
        precondition(response.body.isEmpty, "The body of a stream is written to its writer.")
        claim()
        let writer = BodyWriter(connection: connection, sequence: sequence)
        deliver(.stream(response, Stream(writer, onEvent)))
        return writer
    }

    private func claim() {
        let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
        precondition(!wasAnswered, "An exchange was answered twice.")
    }

    private func deliver(_ answer: Answer) {
        let queue = connection.queue
        if queue.isCurrent {
            connection.answer(sequence, answer)
        } else {
            queue.leave(.answer(connection, sequence: sequence, answer))
        }
    }
}
