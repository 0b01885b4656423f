import Fairway
import FairwayHTTP

extension Worker {
    /// Counts attempts by queue and outcome, and those under way.
    func add(to metrics: Metrics) {
        metrics.add { [weak self] text in
            let counts = self?.counts ?? []
            text.family("fairway_work_attempts_total", .counter, "Attempts at timers and background work, by outcome.")
            for count in counts {
                guard let outcome = count.key.outcome else { continue }
                text.sample(
                    labels: [("queue", count.key.queue.label), ("outcome", outcome.rawValue)],
                    value: Double(count.count)
                )
            }
            text.family("fairway_work_running", .gauge, "Timers and background work under way.")
            for count in counts where count.key.outcome == nil {
                text.sample(labels: [("queue", count.key.queue.label)], value: Double(count.count))
            }
        }
    }
}

extension WorkQueue {
    /// What metrics and the log call it.
    var label: String {
        switch self {
        case .timers: "timers"
        case .jobs(let name): name
        }
    }
}
