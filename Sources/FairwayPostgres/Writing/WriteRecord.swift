import Fairway
import Synchronization

/// Counts what has been written.
final class WriteRecord: Sendable {
    private let statistics = Mutex(WriteStatistics())

    /// A transaction is over.
    func note(_ transaction: TransactionRecord) {
        statistics.withLock { statistics in
            if transaction.hasFailed { statistics.failedGroups += 1 }
            statistics.groupSizes.add(transaction.batches)
            statistics.groupMicroseconds.add(Int(transaction.duration / .microseconds(1)))
            statistics.largestGroup = max(statistics.largestGroup, transaction.batches)
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
