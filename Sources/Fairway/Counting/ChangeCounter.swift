import Synchronization

/// Counts changes as they are answered, and how long flows' code took.
final class ChangeCounter: Sendable {
    private let counts = Mutex(Counts())

    /// By kind, in the order of their numbers: what every change adds to is not looked up by its name.
    private struct Counts {
        var succeeded = ChangeKind.allCases.map { _ in 0 }
        var others: [EngineStatistics.Change: Int] = [:]
        var handlerMicroseconds = ChangeKind.allCases.map { _ in Histogram.microseconds }
    }

    /// Counts what came of a change.
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

    /// Counts how long a flow's code took, whatever came of it.
    func countHandler(_ kind: ChangeKind, microseconds: Int) {
        counts.withLock { $0.handlerMicroseconds[kind.rawValue].add(microseconds) }
    }

    /// What has been counted.
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
