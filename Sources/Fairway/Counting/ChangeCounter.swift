import Synchronization

/// Counts answered changes and measures the time of handlers.
final class ChangeCounter: Sendable {
    private let counts = Mutex(Counts())

    /// Successes are arrays indexed by kind, because every change updates them. Other outcomes are rare.
    private struct Counts {
        var succeeded = ChangeKind.allCases.map { _ in 0 }
        var others: [EngineStatistics.Change: Int] = [:]
        var handlerMicroseconds = ChangeKind.allCases.map { _ in Histogram.microseconds }
    }

    /// Counts the outcome of a change.
    func count(_ kind: ChangeKind, _ answer: Answer) {
        let other = answer.isReplay ? "replayed" : answer.code?.rawValue
        counts.withLock { counts in
            if let other {
                counts.others[.init(kind: kind.name, outcome: other), default: 0] += 1
            } else {
                counts.succeeded[kind.rawValue] += 1
            }
        }
    }

    /// Adds the time that a handler took, successful or not.
    func countHandler(_ kind: ChangeKind, microseconds: Int) {
        counts.withLock { $0.handlerMicroseconds[kind.rawValue].add(microseconds) }
    }

    /// The counts as statistics.
    var counted: EngineStatistics {
        let counts = counts.withLock(\.self)
        var statistics = EngineStatistics()
        statistics.changes = counts.others
        for kind in ChangeKind.allCases {
            let (succeeded, times) = (counts.succeeded[kind.rawValue], counts.handlerMicroseconds[kind.rawValue])
            if succeeded > 0 { statistics.changes[.init(kind: kind.name, outcome: "ok")] = succeeded }
            if times.total > 0 { statistics.handlerMicroseconds[kind.name] = times }
        }
        return statistics
    }
}
