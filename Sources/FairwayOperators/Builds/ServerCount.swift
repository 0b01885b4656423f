package import Fairway
import Foundation

/// A number of things that servers did in an hour.
public struct ServerCount: Hashable, Sendable {
    /// Hours since 1970.
    public var hour: Int
    /// What is counted.
    public var measure: Measure
    /// For durations: the bucket of `Histogram.microseconds`. Otherwise 0.
    public var bucket: Int
    /// The number.
    public var count: Int

    /// What is counted.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        /// Changes that were committed.
        case changes
        /// Sessions that started.
        case started
        /// Sessions that ended in any way.
        case ended
        /// Sessions that completed.
        case completed
        /// Changes that were refused.
        case refused
        /// Changes that failed.
        case failed
        /// Attempts of timers and jobs that failed.
        case attemptsFailed = "attempts-failed"
        /// Handlers of committed changes, by their duration.
        case handlers
        /// Transactions of the store, by their duration.
        case commits
        /// The active sessions in the store. The last number of an hour counts, of any server.
        case active
    }

    /// A count.
    public init(hour: Int, _ measure: Measure, bucket: Int = 0, count: Int = 1) {
        self.hour = hour
        self.measure = measure
        self.bucket = bucket
        self.count = count
    }
}

extension ServerCount {
    /// The counts of a journal entry. Those of a session's end are in its trail.
    static func counts(of entry: JournalEntry) -> [ServerCount] {
        let hour = entry.at.hour
        var counts = [
            ServerCount(hour: hour, .changes),
            ServerCount(hour: hour, .handlers, bucket: Histogram.microseconds.bucket(of: entry.microseconds)),
        ]
        if entry.kind == ChangeKind.start.name { counts.append(ServerCount(hour: hour, .started)) }
        // The root flow has the smallest number.
        if let trail = entry.trail, trail.front == nil, let root = trail.left.min(by: { $0.node < $1.node }) {
            counts.append(ServerCount(hour: hour, .ended))
            if root.outcome == .completed { counts.append(ServerCount(hour: hour, .completed)) }
        }
        return counts
    }

    /// The counts of durations in an hour.
    static func counts(of durations: Histogram, _ measure: Measure, in hour: Int) -> [ServerCount] {
        durations.counts.enumerated().filter { $0.element > 0 }.map { bucket, count in
            ServerCount(hour: hour, measure, bucket: bucket, count: Int(count))
        }
    }

    /// The SQL for a new value of `count` if a row exists. Each table names itself in its own way.
    package static func addition(_ old: String, _ new: String) -> String {
        "CASE \(new).measure WHEN '\(Measure.active.rawValue)' THEN \(new).count ELSE \(old).count + \(new).count END"
    }

    /// Reads hour, measure, bucket and count. Nil for a measure of a newer build.
    package init?(_ row: some StoredRow, from column: Int = 0) {
        guard let measure = Measure(rawValue: row.text(column + 1)) else { return nil }
        self.init(hour: row.int(column), measure, bucket: row.int(column + 2), count: row.int(column + 3))
    }
}

/// Counts of one build.
package struct BuildCount: Hashable, Sendable {
    /// The build's number in the store; 0 if the server has recorded none.
    package var build: Int
    package var count: ServerCount

    package init(build: Int, _ count: ServerCount) { (self.build, self.count) = (build, count) }

    /// Adds up counts that differ in nothing but the number. They are sorted by their keys, so that transactions lock their rows in
    /// one order.
    package static func sum(_ counts: some Sequence<BuildCount>) -> [BuildCount] {
        var sums: [BuildCount: Int] = [:]
        for var key in counts {
            let count = key.count.count
            key.count.count = 0
            sums[key] = key.count.measure == .active ? count : sums[key, default: 0] + count
        }
        return sums.map { key, count in
            var sum = key
            sum.count.count = count
            return sum
        }.sorted { $0.key < $1.key }
    }

    private var key: (Int, Int, String, Int) { (count.hour, build, count.measure.rawValue, count.bucket) }
}

/// Counts that were added up.
public struct MeasuredCounts: Hashable, Sendable {
    private var numbers: [ServerCount.Measure: Int] = [:]
    private var durations: [ServerCount.Measure: Histogram] = [:]

    /// Adds up counts of any hours.
    public init(_ counts: some Sequence<ServerCount> = []) {
        for count in counts {
            switch count.measure {
            case .handlers, .commits:
                durations[count.measure, default: .microseconds].add(count.count, toBucket: count.bucket)
            case .active: numbers[.active] = max(numbers[.active] ?? 0, count.count)
            default: numbers[count.measure, default: 0] += count.count
            }
        }
    }

    /// The number of a measure without durations; nil if nothing was counted.
    public subscript(_ measure: ServerCount.Measure) -> Int? { numbers[measure] }

    /// The duration in seconds that a fraction of the values does not exceed; nil if there are none.
    public func seconds(_ measure: ServerCount.Measure, quantile: Double) -> Double? {
        durations[measure]?.quantile(quantile).map { $0.rounded() / 1_000_000 }
    }
}
