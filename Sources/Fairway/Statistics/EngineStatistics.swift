public import FairwayWire
import Synchronization

/// Counters and the current load of an engine.
public struct EngineStatistics: Sendable {
    /// Answered changes, by kind and outcome.
    public package(set) var changes: [ChangeOutcome: Int] = [:]
    /// Signals that were refused because too many wait, or that have waited for a key for too long.
    public package(set) var signalsDropped = 0
    /// Sessions that ended, by outcome.
    public package(set) var sessionsEnded: [SessionOutcome: Int] = [:]
    /// The time of handlers in microseconds, by kind of change.
    public package(set) var handlerMicroseconds: [String: Histogram] = [:]
    /// The time of handlers in microseconds, by the flow that the change was made on.
    public package(set) var flowHandlerMicroseconds: [String: Histogram] = [:]
    /// Changes that are being processed: they run, or wait for their session or for the store.
    public package(set) var changesUnderWay = 0
    /// Changes that wait for a slot.
    public package(set) var changesWaitingForSlot = 0
    /// Threads for handlers.
    public package(set) var handlerThreads = 0
    /// Threads whose handler is stalled: it blocks or computes.
    public package(set) var handlerThreadsStalled = 0
    /// Sessions in memory.
    public package(set) var sessionsCached = 0
    /// The estimated size of the sessions in memory.
    public package(set) var sessionBytesCached = 0
    /// Sessions in memory that are in use.
    public package(set) var sessionsInUse = 0
    /// Work caused by other nodes; nil if the store is not shared.
    public package(set) var nodes: NodeStatistics?

    package init() {}

    /// A kind of change and its outcome.
    public struct ChangeOutcome: Hashable, Sendable {
        /// The kind's name in the journal.
        public var kind: String
        /// `ok`, `replayed`, or a problem code.
        public var outcome: String

        package init(kind: String, outcome: String) {
            self.kind = kind
            self.outcome = outcome
        }
    }
}

/// Work that other nodes on the same store cause.
public struct NodeStatistics: Hashable, Sendable {
    /// Changes that were repeated because another node committed first.
    public package(set) var lostRaces = 0
    /// Sessions that were loaded again because another node changed them.
    public package(set) var catchUps = 0
}

/// Counts answered changes and measures the time of handlers.
final class ChangeCounter: Sendable {
    private let counts = Mutex(Counts())

    /// Arrays are indexed by kind, because every change updates them. Outcomes other than success are rare.
    private struct Counts {
        var succeeded = ChangeKind.allCases.map { _ in 0 }
        var others: [EngineStatistics.ChangeOutcome: Int] = [:]
        var sessionsEnded: [SessionOutcome: Int] = [:]
        var signalsDropped = 0
        var handlerMicroseconds = ChangeKind.allCases.map { _ in Histogram.microseconds }
        /// An app has a few flows, and a change on no other one has a handler.
        var flowHandlerMicroseconds: [String: Histogram] = [:]
    }

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

    func countDroppedSignals(_ count: Int) { counts.withLock { $0.signalsDropped += count } }

    func countEnd(_ outcome: SessionOutcome) {
        counts.withLock { $0.sessionsEnded[outcome, default: 0] += 1 }
    }

    /// Adds the time that a handler took, successful or not.
    func countHandler(_ kind: ChangeKind, of flow: String?, microseconds: Int) {
        counts.withLock { counts in
            counts.handlerMicroseconds[kind.rawValue].add(microseconds)
            if let flow { counts.flowHandlerMicroseconds[flow, default: .microseconds].add(microseconds) }
        }
    }

    var counted: EngineStatistics {
        let counts = counts.withLock(\.self)
        var statistics = EngineStatistics()
        statistics.changes = counts.others
        statistics.flowHandlerMicroseconds = counts.flowHandlerMicroseconds
        statistics.sessionsEnded = counts.sessionsEnded
        statistics.signalsDropped = counts.signalsDropped
        for kind in ChangeKind.allCases {
            let (succeeded, times) = (counts.succeeded[kind.rawValue], counts.handlerMicroseconds[kind.rawValue])
            if succeeded > 0 { statistics.changes[.init(kind: kind.name, outcome: "ok")] = succeeded }
            if times.total > 0 { statistics.handlerMicroseconds[kind.name] = times }
        }
        return statistics
    }
}

/// Counts values in buckets.
public struct Histogram: Hashable, Sendable {
    /// The upper bounds of the buckets, ascending. One more bucket holds the values above the last bound.
    public let bounds: [Int]
    /// The number of values in each bucket.
    public private(set) var counts: [UInt64]
    /// The sum of all values.
    public private(set) var sum = 0

    /// The number of all values.
    public var total: Int { Int(counts.reduce(0, +)) }

    /// An empty histogram.
    public init(bounds: [Int]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    package mutating func add(_ value: Int) {
        counts[bucket(of: value)] += 1
        sum += value
    }

    /// The index of the bucket that a value is counted in.
    package func bucket(of value: Int) -> Int { bounds.firstIndex { value <= $0 } ?? bounds.count }

    /// Adds values whose sum is not known. A bucket that this histogram does not have counts as the last one.
    package mutating func add(_ count: Int, toBucket bucket: Int) {
        counts[min(max(bucket, 0), bounds.count)] += UInt64(max(count, 0))
    }

    /// Adds the values of a histogram with the same bounds.
    package mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }

    /// Removes the values of an earlier copy of this histogram.
    package func since(_ earlier: Histogram) -> Histogram {
        var difference = self
        for index in counts.indices { difference.counts[index] -= earlier.counts[index] }
        difference.sum -= earlier.sum
        return difference
    }

    /// The value that a fraction of the values does not exceed, interpolated within its bucket as Prometheus's
    /// `histogram_quantile` does. Nil if no value was recorded.
    package func quantile(_ fraction: Double) -> Double? {
        let rank = fraction * Double(total)
        guard rank > 0 else { return nil }
        var below = 0.0
        for (index, bound) in bounds.enumerated() {
            let count = Double(counts[index])
            if below + count >= rank {
                let start = index == 0 ? 0 : Double(bounds[index - 1])
                return start + (Double(bound) - start) * (rank - below) / count
            }
            below += count
        }
        return bounds.last.map(Double.init)
    }

    /// For times in microseconds. Stores keep counts by the index of their bucket, so the bounds do not change.
    public static let microseconds = Histogram(
        bounds: [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 10_000_000]
    )
    /// For sizes, by powers of two.
    public static let sizes = Histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
}

/// Counters of a store's writer since the store was opened.
public struct WriteStatistics: Hashable, Sendable {
    /// Transactions, by the number of writes in each.
    public package(set) var groupSizes = Histogram.sizes
    /// Transactions, by their duration in microseconds, including the sync.
    public package(set) var groupMicroseconds = Histogram.microseconds
    /// Failed transactions.
    public package(set) var failedGroups = 0
    /// The number of writes in the largest transaction.
    public package(set) var largestGroup = 0
    /// Writes that wait now.
    public package(set) var waiting = 0

    /// Statistics with nothing counted.
    public init() {}
}
