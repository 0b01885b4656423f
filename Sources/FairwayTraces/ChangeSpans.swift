import Fairway
import Synchronization

/// The spans of a change.
///
/// Its revision decides whether the change is recorded, and is known when the change is answered. Until then, only times are
/// noted. Then the spans are made, if they are recorded.
final class ChangeSpans: ChangeTrace {
    private let tracer: Tracer
    /// The request, if this is its first change.
    private let request: RequestSpan?
    private let attempt: String?
    /// A handler that is late ends its step when the change was answered.
    private let steps: Mutex<[Step]>

    /// Times are in seconds of the tracer's clock.
    private struct Step {
        let kind: TracedStep
        let start: Double
        var end: Double?
    }

    init(_ tracer: Tracer, of request: RequestSpan?, after attempt: String?) {
        (self.tracer, self.request, self.attempt) = (tracer, request, attempt)
        var steps: [Step] = []
        // The wait, the handler and the commit: more only if another node commits first.
        steps.reserveCapacity(3)
        self.steps = Mutex(steps)
    }

    func begin(_ step: TracedStep) {
        let now = tracer.clock.secondsPassed
        steps.withLock { $0.append(Step(kind: step, start: now)) }
    }

    func end(_ step: TracedStep) {
        let now = tracer.clock.secondsPassed
        steps.withLock { steps in
            guard let index = steps.lastIndex(where: { $0.kind == step }) else { return }
            steps[index].end = now
        }
    }

    /// The client's trace is continued, but does not decide whether the change is recorded.
    func place(inSession session: String, revision: Int) -> String {
        let isSampled = tracer.share.includes(session: session, revision: revision)
        return context(TraceIDs(session: session, revision: revision), isSampled: isSampled).traceparent
    }

    private func context(_ ids: TraceIDs, isSampled: Bool) -> SpanContext {
        SpanContext(trace: request?.parent?.trace ?? ids.trace, span: ids.span, isSampled: isSampled)
    }

    func end(inSession session: String, revision: Int?, _ change: @autoclosure () -> TracedChange) {
        let isRecorded =
            if let revision {
                tracer.share.includes(session: session, revision: revision)
            } else {
                tracer.share.includes(.random(in: .min ... .max))
            }
        // First, because the links of the change refer to what was noted before.
        if isRecorded { record(change(), inSession: session) }
        if let revision, let parent = request?.parent {
            tracer.note(parent.trace, inSession: session, revision: revision)
        }
    }

    private func record(_ change: TracedChange, inSession session: String) {
        let (end, times) = (tracer.clock.secondsPassed, SpanTimes(tracer.clock))
        let ids = change.entry.map { TraceIDs(session: session, revision: $0.revision) } ?? .random()
        let context = context(ids, isSampled: true)
        let request = SpanContext(trace: context.trace, span: ids.request, isSampled: true)
        self.request?.recorded(request, times)
        let steps = steps.withLock(\.self)
        var span = Span(
            name: .change,
            context: context,
            parent: self.request == nil ? nil : request.span,
            // A change begins with the wait for its session.
            start: times.time(at: steps.first?.start ?? end),
            end: times.time(at: end)
        )
        span.add("fairway.session", session)
        if let revision = change.entry?.revision { span.add("fairway.revision", revision) }
        span.add("fairway.kind", change.kind)
        span.add("fairway.flow", change.entry?.flow)
        span.add("fairway.screen", change.entry?.screen)
        // That of a refused change is the client's text.
        span.add("fairway.name", change.entry?.name)
        span.add("fairway.code", change.code?.rawValue)
        span.add("fairway.request", change.request)
        span.links = links(of: change, inSession: session)
        if let code = change.code, code.status >= 500 { span.error = code.rawValue }
        let parts = steps.map { step in
            Span(
                name: Span.Name(step.kind),
                context: SpanContext(trace: context.trace, span: .random(in: 1 ... .max), isSampled: true),
                parent: context.span,
                start: times.time(at: step.start),
                end: times.time(at: step.end ?? end)
            )
        }
        tracer.exporter.add(parts + [span])
    }

    /// The previous change of the session, the change that asked for the work, and the attempt at it, as far as they are recorded.
    private func links(of change: TracedChange, inSession session: String) -> [SpanContext] {
        var links: [SpanContext] = []
        if let previous = change.entry.map({ $0.revision - 1 }) ?? change.revision, previous > 0 {
            links.append(tracer.place(inSession: session, revision: previous))
        }
        for traceparent in [change.work?.trace, attempt] {
            guard let context = traceparent.flatMap(SpanContext.init(traceparent:)) else { continue }
            if !links.contains(context) { links.append(context) }
        }
        return links.filter(\.isSampled)
    }
}

extension Span.Name {
    fileprivate init(_ step: TracedStep) {
        self =
            switch step {
            case .wait: .wait
            case .handler: .handler
            case .commit: .commit
            }
    }
}

/// The span of an attempt at a job, which has a trace of its own. It is recorded if the change that asked for the job is.
final class AttemptSpan: AttemptTrace {
    private let tracer: Tracer
    private let work: StoredWork
    private let context: SpanContext
    private let origin: SpanContext?
    /// In seconds of the tracer's clock.
    private let start: Double

    init(_ tracer: Tracer, of work: StoredWork) {
        let ids = TraceIDs(attemptAt: work)
        (self.tracer, self.work) = (tracer, work)
        origin = work.item.trace.flatMap(SpanContext.init(traceparent:))
        let isSampled = origin?.isSampled ?? tracer.share.includes(ids.trace.high)
        context = SpanContext(trace: ids.trace, span: ids.span, isSampled: isSampled)
        start = tracer.clock.secondsPassed
    }

    var traceparent: String { context.traceparent }

    func end(failure: String?) {
        guard context.isSampled else { return }
        let (end, times) = (tracer.clock.secondsPassed, SpanTimes(tracer.clock))
        var span = Span(name: .attempt, context: context, start: times.time(at: start), end: times.time(at: end))
        span.add("fairway.session", work.session)
        span.add("fairway.kind", "job")
        span.add("fairway.flow", work.flow)
        span.add("fairway.name", work.item.name)
        span.add("fairway.attempt", work.progress.attempts)
        span.add("fairway.code", failure)
        span.add("fairway.request", work.item.request)
        span.links = origin.map { [$0] } ?? []
        span.error = failure
        tracer.exporter.add([span])
    }
}
