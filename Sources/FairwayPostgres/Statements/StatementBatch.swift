import Fairway
import Synchronization

/// The statements of one transaction. They are sent together, followed by one sync
/// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html).
struct StatementBatch: Sendable {
    let calls: [SQLStatement]
    /// The only session that the batch writes to. A batch with a session may share its transaction with other such
    /// batches. A batch without a session has its own transaction.
    var session: String?
    /// Called once with each statement's rows, or with a failure. After a failure nothing was written, unless the
    /// failure's kind is `cut` or `silent`.
    let finish: @Sendable (Result<[Rows], PostgresFailure>) -> Void
}

extension StatementBatch {
    /// Combines batches into one transaction. If PostgreSQL rejects a statement, it rolls back all batches, and each is
    /// passed to `alone`.
    ///
    /// Rows are locked in the order of their sessions' ids, which prevents deadlocks between two such transactions.
    static func together(
        _ batches: [StatementBatch],
        alone: @escaping @Sendable (StatementBatch) -> Void
    ) -> StatementBatch {
        guard batches.count > 1 else { return batches[0] }
        // Batches of one session keep their order.
        let ordered = batches.enumerated().sorted {
            ($0.element.session ?? "", $0.offset) < ($1.element.session ?? "", $1.offset)
        }.map(\.element)
        return StatementBatch(calls: ordered.flatMap(\.calls)) { result in
            switch result {
            case .success(let rows):
                var rest = rows[...]
                for batch in ordered {
                    batch.finish(.success(Array(rest.prefix(batch.calls.count))))
                    rest = rest.dropFirst(batch.calls.count)
                }
            case .failure(let failure):
                guard case .refused = failure.kind else {
                    for batch in ordered { batch.finish(result) }
                    return
                }
                for batch in ordered { alone(StatementBatch(calls: batch.calls, finish: batch.finish)) }
            }
        }
    }
}

struct TransactionRecord: Sendable {
    let batches: Int
    /// The time from sending to the answer.
    let duration: Duration
    /// Whether the transaction was rolled back, or its outcome is unknown.
    let hasFailed: Bool

    init(batches: Int, duration: Duration, _ result: Result<[Rows], PostgresFailure>) {
        self.batches = batches
        self.duration = duration
        if case .failure = result { hasFailed = true } else { hasFailed = false }
    }
}

final class TransactionCounters: Sendable {
    private let statistics = Mutex(WriteStatistics())

    func record(_ transaction: TransactionRecord) {
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
