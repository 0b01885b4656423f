import Fairway
import Synchronization

/// The span of a request that asks for changes. It has the trace of the first one, and is recorded if that is; further changes have
/// traces of their own. A request without a change has none.
package final class RequestSpan: Sendable {
    /// The request of the current task. The engine's calls know no request of HTTP.
    @TaskLocal static var current: RequestSpan?

    /// The client's span.
    let parent: SpanContext?
    private let tracer: Tracer
    /// In seconds of the tracer's clock.
    private let start: Double
    private let state = Mutex(State())

    /// What a span tells of a request.
    package struct Facts: Sendable {
        let method: String
        let route: String?
        let id: String

        /// - Parameters:
        ///   - method: The method.
        ///   - route: The template of the path.
        ///   - id: The id of the request.
        package init(method: String, route: String?, id: String) {
            (self.method, self.route, self.id) = (method, route, id)
        }
    }

    private struct State {
        var isClaimed = false
        /// The place of this span, if the first change is recorded, and the times of that change.
        var recorded: (context: SpanContext, times: SpanTimes)?
    }

    /// - Parameters:
    ///   - tracer: The tracer of the engine that the request calls.
    ///   - traceparent: The value of the header, if it is valid.
    ///   - waited: For how many seconds the request has waited already.
    package init(_ tracer: Tracer, traceparent: String?, afterSeconds waited: Double) {
        self.tracer = tracer
        parent = traceparent.flatMap(SpanContext.init(traceparent:))
        start = tracer.clock.secondsPassed - waited
    }

    /// Runs the calls of the request.
    package func run<Result>(_ calls: () async throws -> Result) async rethrows -> Result {
        try await Self.$current.withValue(self, operation: calls)
    }

    /// This span, for the first change.
    func claim() -> RequestSpan? {
        state.withLock { state in
            defer { state.isClaimed = true }
            return state.isClaimed ? nil : self
        }
    }

    /// Notes that the change is recorded, with the place of this span.
    func recorded(_ context: SpanContext, _ times: SpanTimes) { state.withLock { $0.recorded = (context, times) } }

    /// The request was answered.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - code: The code of its problem.
    ///   - facts: What the span tells. Not evaluated if the request is not recorded.
    package func end(status: Int, code: String?, of facts: @autoclosure () -> Facts) {
        guard let (context, times) = state.withLock(\.recorded) else { return }
        let facts = facts()
        var span = Span(
            name: .request,
            context: context,
            parent: parent?.span,
            start: times.time(at: start),
            end: times.time(at: tracer.clock.secondsPassed)
        )
        span.add("http.request.method", facts.method)
        span.add("http.route", facts.route)
        span.add("http.response.status_code", status)
        span.add("fairway.code", code)
        span.add("fairway.request", facts.id)
        if status >= 500 { span.error = code ?? "\(status)" }
        tracer.exporter.add([span])
    }
}
