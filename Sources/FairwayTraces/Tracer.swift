package import Fairway
import Synchronization

/// Makes a short trace of each change and of each attempt at a job, and gives them to an exporter.
///
/// Traces of one session are linked, not nested: a session may last for weeks. A change is linked to the previous one of its
/// session, and the delivery of a timer or of a job's result also to the change that asked for it.
package final class Tracer: EngineTracer {
    package let exporter: SpanExporter
    let share: TraceShare
    let clock: any WallClock
    private let continued = Mutex<[String: Continued]>([:])

    /// A change of a session in the trace of its client, whose id cannot be derived.
    private struct Continued {
        var revision: Int
        var trace: TraceID
    }

    /// The limit on the sessions whose last change is in the trace of their client.
    private static let mostContinued = 10_000

    /// - Parameters:
    ///   - exporter: Sends the spans.
    ///   - ratio: The share of traces that are recorded, from 0 to 1.
    ///   - clock: The clock of the engine.
    package init(_ exporter: SpanExporter, ratio: Double, clock: any WallClock) {
        (self.exporter, share, self.clock) = (exporter, TraceShare(ratio), clock)
    }

    package func beginChange(after attempt: String?) -> any ChangeTrace {
        ChangeSpans(self, of: RequestSpan.current?.claim(), after: attempt)
    }

    package func beginAttempt(at work: StoredWork) -> any AttemptTrace { AttemptSpan(self, of: work) }

    /// The place of the change that made a revision. It is in a trace of its own, unless this server knows that it is in that of a
    /// client.
    package func place(inSession session: String, revision: Int) -> SpanContext {
        let ids = TraceIDs(session: session, revision: revision)
        let known = continued.withLock { $0[session] }.flatMap { $0.revision == revision ? $0.trace : nil }
        return SpanContext(
            trace: known ?? ids.trace,
            span: ids.span,
            isSampled: share.includes(session: session, revision: revision)
        )
    }

    /// Notes that a session's last change is in the trace of its client.
    func note(_ trace: TraceID, inSession session: String, revision: Int) {
        continued.withLock { continued in
            if continued.count >= Self.mostContinued { continued.removeAll() }
            continued[session] = Continued(revision: revision, trace: trace)
        }
    }
}
