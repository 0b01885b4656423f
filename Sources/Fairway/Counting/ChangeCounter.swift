import Synchronization

/// Counts changes as they are answered, and how long flows' code took.
final class ChangeCounter: Sendable {
    private let statistics = Mutex(EngineStatistics())

    /// Runs a change and counts what came of it.
    func count(_ kind: String, _ change: () async -> Answer) async -> Answer {
        let answer = await change()
        let outcome = answer.isReplay ? "replayed" : answer.code?.rawValue ?? "ok"
        statistics.withLock { $0.changes[.init(kind: kind, outcome: outcome), default: 0] += 1 }
        return answer
    }

    /// Counts how long a flow's code took, whatever came of it.
    func countHandler(_ kind: String, microseconds: Int) {
        statistics.withLock { $0.handlerMicroseconds[kind, default: .microseconds].add(microseconds) }
    }

    /// What has been counted.
    var counted: EngineStatistics { statistics.withLock(\.self) }
}
