import Synchronization

/// All that a process counts, as Prometheus scrapes it. The server adds its own; whoever else counts something does
/// likewise.
///
///     metrics.add { text in
///         text.family("fairway_sessions", .gauge, "Sessions in memory.")
///         text.sample(value: Double(engine.sessionCount))
///     }
public final class Metrics: Sendable {
    private let collectors = Mutex<[@Sendable (inout PrometheusText) -> Void]>([])

    /// Counts of nothing yet.
    public init() {}

    /// Adds families; `collect` is called for each scrape, on whatever thread.
    public func add(_ collect: @escaping @Sendable (inout PrometheusText) -> Void) {
        collectors.withLock { $0.append(collect) }
    }

    /// The answer to a scrape.
    public var response: Response {
        var text = PrometheusText()
        for collect in collectors.withLock({ $0 }) { collect(&text) }
        return Response(200, .prometheus, body: Array(text.text.utf8))
    }
}
