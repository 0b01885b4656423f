package import Fairway
import Foundation
import Synchronization

/// Makes a short trace of each change and of each attempt at a job, and gives them to an exporter.
///
/// Traces of one session are linked, not nested: a session may last for weeks. A change is linked to the previous one of its
/// session, and the delivery of a timer or of a job's result also to the change that asked for it.
package final class Tracer: EngineTracer {
    package let exporter: SpanExporter
    let ratio: Double
    private let clock: any WallClock
    private let continued = Mutex<[String: Continued]>([:])

    /// A change of a session in the trace of its client, whose id cannot be derived.
    private struct Continued {
        var revision: Int
        var context: SpanContext
    }

    /// The limit on the sessions whose last change is in the trace of their client.
    private static let mostContinued = 10_000

    /// - Parameters:
    ///   - exporter: Sends the spans.
    ///   - ratio: The share of traces that are recorded, from 0 to 1.
    ///   - clock: The clock of the engine.
    package init(_ exporter: SpanExporter, ratio: Double, clock: any WallClock) {
        (self.exporter, self.ratio, self.clock) = (exporter, ratio, clock)
    }

    package func beginChange(after attempt: String?) -> any ChangeTrace {
        ChangeSpans(self, of: RequestSpan.current?.claim(), after: attempt)
    }

    package func beginAttempt(at work: StoredWork) -> any AttemptTrace { AttemptSpan(self, of: work) }

    /// The place of the change that made a revision. It is in a trace of its own, unless this server knows that it is in that of a
    /// client.
    package func place(inSession session: String, revision: Int) -> SpanContext {
        if let known = continued.withLock({ $0[session] }), known.revision == revision { return known.context }
        let ids = TraceIDs(session: session, revision: revision)
        return SpanContext(trace: ids.trace, span: ids.span, isSampled: ids.isSampled(ratio))
    }

    /// Notes the place of a session's last change. Nil if it can be derived.
    func note(_ context: SpanContext?, inSession session: String, revision: Int) {
        continued.withLock { continued in
            guard let context else {
                if !continued.isEmpty { continued[session] = nil }
                return
            }
            if continued.count >= Self.mostContinued { continued.removeAll() }
            continued[session] = Continued(revision: revision, context: context)
        }
    }

    /// A clock that never goes back, from the present time on.
    var stopwatch: Stopwatch { Stopwatch(clock) }
}

/// The time of day at the start, and the time that has passed since.
struct Stopwatch: Sendable {
    private let clock: any WallClock
    private let start: Double
    private let passed: Double

    init(_ clock: any WallClock) {
        self.clock = clock
        (start, passed) = (clock.now.timeIntervalSince1970, clock.secondsPassed)
    }

    var now: UnixNanoseconds { time(atSeconds: clock.secondsPassed - passed) }

    /// The time some seconds after the start.
    func time(atSeconds seconds: Double) -> UnixNanoseconds {
        // Whole milliseconds first, because a `Double` of nanoseconds since 1970 is exact to a quarter of a microsecond only.
        let milliseconds = UInt64(max(0, (start * 1_000).rounded()))
        let nanoseconds = Int64((seconds * 1_000_000_000).rounded())
        return UInt64(max(0, Int64(milliseconds) * 1_000_000 + nanoseconds))
    }
}
