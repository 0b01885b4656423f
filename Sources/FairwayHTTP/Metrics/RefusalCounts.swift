import Synchronization

/// Counts refusals by the code of the problem that was answered. Codes are few and never vary, and a refusal is rare or
/// cheap enough for a lock.
final class RefusalCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ code: String) { counts.withLock { $0[code, default: 0] += 1 } }

    func write(to text: inout PrometheusText) {
        text.family("fairway_refusals_total", .counter, "Requests that were answered with a problem, by its code.")
        for (code, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.sample(labels: [("code", code)], value: Double(count))
        }
    }
}
