import Synchronization

/// Counters and the current load of an engine.
public struct EngineStatistics: Sendable {
    /// Answered changes, by kind and outcome.
    public package(set) var changes: [Change: Int] = [:]
    /// The time of handlers in microseconds, by kind of change.
    public package(set) var handlerMicroseconds: [String: Histogram] = [:]
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
    public package(set) var sessionsLive = 0
    /// Listeners for flow events.
    public package(set) var flowListeners = 0
    /// Work caused by other nodes; nil if the store is not shared.
    public package(set) var nodes: NodeStatistics?

    /// A kind of change and its outcome.
    public struct Change: Hashable, Sendable {
        /// The kind's name in the journal.
        public var kind: String
        /// `ok`, `replayed`, or a problem code.
        public var outcome: String
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
        var others: [EngineStatistics.Change: Int] = [:]
        var handlerMicroseconds = ChangeKind.allCases.map { _ in Histogram.microseconds }
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

    /// Adds the time that a handler took, successful or not.
    func countHandler(_ kind: ChangeKind, microseconds: Int) {
        counts.withLock { $0.handlerMicroseconds[kind.rawValue].add(microseconds) }
    }

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
