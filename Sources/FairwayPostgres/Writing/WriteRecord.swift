import Fairway
import Synchronization

/// Counts what has been written.
final class WriteRecord: Sendable {
    private let statistics = Mutex(WriteStatistics())

    /// Each change is a transaction of its own.
    func note(_ result: Result<[Rows], PostgresFailure>, _ duration: Duration) {
        statistics.withLock { statistics in
            if case .failure = result { statistics.failedGroups += 1 }
            statistics.groupSizes.add(1)
            statistics.groupMicroseconds.add(Int(duration / .microseconds(1)))
            statistics.largestGroup = 1
        }
    }

    func value(waiting: Int) -> WriteStatistics {
        statistics.withLock { statistics in
            var statistics = statistics
            statistics.waiting = waiting
            return statistics
        }
    }
}
