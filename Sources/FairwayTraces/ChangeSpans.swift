import Fairway
import Synchronization

/// The spans of a change. They are made when the change is answered, because only then its revision is known, and with it their
/// ids.
final class ChangeSpans: ChangeTrace {
    private let tracer: Tracer
    /// The request, if this is its first change.
    private let request: RequestSpan?
    private let attempt: String?
    private let stopwatch: Stopwatch
    private let start: UnixNanoseconds
    /// A handler that is late ends its step when the change was answered.
    private let steps = Mutex<[(step: TracedStep, start: UnixNanoseconds, end: UnixNanoseconds?)]>([])

    init(_ tracer: Tracer, of request: RequestSpan?, after attempt: String?) {
        (self.tracer, self.request, self.attempt) = (tracer, request, attempt)
        stopwatch = request?.stopwatch ?? tracer.stopwatch
        start = stopwatch.now
    }

    func begin(_ step: TracedStep) {
        let now = stopwatch.now
        steps.withLock { $0.append((step, now, nil)) }
    }

    func end(_ step: TracedStep) {
        let now = stopwatch.now
        steps.withLock { steps in
            guard let index = steps.lastIndex(where: { $0.step == step }) else { return }
            steps[index].end = now
        }
    }

    func place(inSession session: String, revision: Int) -> String {
        context(TraceIDs(session: session, revision: revision)).traceparent
    }

    /// The place of the change. The client's trace is continued, but does not decide whether the change is recorded.
    private func context(_ ids: TraceIDs) -> SpanContext {
        SpanContext(
            trace: request?.parent?.trace ?? ids.trace,
            span: ids.span,
            isSampled: ids.isSampled(tracer.ratio)
        )
    }

    func end(_ change: TracedChange) {
        let end = stopwatch.now
        let ids = change.entry.map { TraceIDs(session: change.session, revision: $0.revision) } ?? .random()
        let context = context(ids)
        // The links of this change come first: they refer to what was noted before.
        let links = context.isSampled ? links(of: change) : []
        if let entry = change.entry {
            let noted = request?.parent == nil ? nil : context
            tracer.note(noted, inSession: change.session, revision: entry.revision)
        }
        guard context.isSampled else { return }
        let requestSpan = request.map { _ in ids.request }
        request?.recorded(SpanContext(trace: context.trace, span: ids.request, isSampled: true))
        var span = Span(name: .change, context: context, parent: requestSpan, start: start, end: end)
        span.add("fairway.session", change.session)
        if let revision = change.entry?.revision { span.add("fairway.revision", revision) }
        span.add("fairway.kind", change.kind)
        span.add("fairway.flow", change.entry?.flow)
        span.add("fairway.screen", change.entry?.screen)
        // That of a refused change is the client's text.
        span.add("fairway.name", change.entry?.name)
        span.add("fairway.code", change.code?.rawValue)
        span.add("fairway.request", change.request)
        span.links = links
        if let code = change.code, code.status >= 500 { span.error = code.rawValue }
        tracer.exporter.add(parts(of: context, until: end) + [span])
    }

    private func parts(of change: SpanContext, until end: UnixNanoseconds) -> [Span] {
        steps.withLock(\.self).map { step in
            var context = change
            context.span = .random(in: 1 ... .max)
            return Span(
                name: Span.Name(step.step),
                context: context,
                parent: change.span,
                start: step.start,
                end: step.end ?? end
            )
        }
    }

    /// The previous change of the session, the change that asked for the work, and the attempt at it, as far as they are recorded.
    private func links(of change: TracedChange) -> [SpanContext] {
        var links: [SpanContext] = []
        if let previous = change.entry.map({ $0.revision - 1 }) ?? change.revision, previous > 0 {
            links.append(tracer.place(inSession: change.session, revision: previous))
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
    private let stopwatch: Stopwatch

    init(_ tracer: Tracer, of work: StoredWork) {
        let ids = TraceIDs(attemptAt: work)
        (self.tracer, self.work) = (tracer, work)
        origin = work.item.trace.flatMap(SpanContext.init(traceparent:))
        let isSampled = origin?.isSampled ?? ids.isSampled(tracer.ratio)
        context = SpanContext(trace: ids.trace, span: ids.span, isSampled: isSampled)
        stopwatch = tracer.stopwatch
    }

    var traceparent: String { context.traceparent }

    func end(failure: String?) {
        guard context.isSampled else { return }
        var span = Span(
            name: .attempt,
            context: context,
            start: stopwatch.time(atSeconds: 0),
            end: stopwatch.now
        )
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
