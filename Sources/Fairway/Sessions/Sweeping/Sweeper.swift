import FairwayWire
public import Foundation
import Synchronization

/// Ends idle sessions and deletes expired rows.
///
/// It works in small batches, because changes wait while a batch is written. Ages are computed with the wall clock.
/// While the clock is not trusted, nothing is ended or deleted; see `ClockAgreement`.
public final class Sweeper: Sendable {
    private static let batch = 256
    private static let secondsBetweenSweeps = 30.0
    /// The duration of a claim on sweeping. Afterwards another node may sweep.
    private static let dutySeconds = 90.0

    private let engine: Engine
    private let retention: Retention
    private let records: (any SweptRecords)?
    private let isStopped = Atomic<Bool>(false)
    private let agreement: Mutex<ClockAgreement>

    /// A sweeper for an engine's store.
    ///
    /// - Parameters:
    ///   - engine: The engine. It should not have made changes yet.
    ///   - retention: The retention times.
    ///   - newestTime: The newest time in the store at the start; nil if the store is empty.
    public convenience init(_ engine: Engine, _ retention: Retention = Retention(), newestTime: Date? = nil) {
        self.init(engine, retention, newestTime: newestTime, records: nil)
    }

    /// A sweeper that also sweeps the records of a module.
    package init(
        _ engine: Engine,
        _ retention: Retention = Retention(),
        newestTime: Date? = nil,
        records: (any SweptRecords)?
    ) {
        self.engine = engine
        self.retention = retention
        self.records = records
        agreement = Mutex(ClockAgreement(start: .init(engine.clock), newest: newestTime))
    }

    /// Whether the wall clock was trusted at the last sweep, and how often it was set.
    package var clockAgreement: ClockAgreement { agreement.withLock(\.self) }

    /// The result of a sweep.
    public struct Report: Hashable, Sendable {
        /// Sessions that ended because they were idle.
        public var expired = 0
        /// Sessions that were deleted, with all their rows.
        public var deleted = 0
        /// Journal entries that were folded into counts.
        public var folded = 0
        /// Other deleted rows: journal entries, answers, handoff codes, creations and signals, and the rows of modules.
        public var forgotten = 0
        package var clock = ClockAgreement.Trust.trusted
    }

    /// Sweeps regularly until the sweeper is released.
    ///
    /// - Parameter report: Called with the result of each sweep.
    public func sweepRegularly(_ report: @escaping @Sendable (Result<Report, StoreError>) -> Void) {
        engine.clock.after(Self.secondsBetweenSweeps) { [weak self] in
            guard let self else { return }
            Task(executorPreference: engine.executor) {
                do throws(StoreError) {
                    report(.success(try await self.sweep()))
                } catch {
                    report(.failure(error))
                }
                self.sweepRegularly(report)
            }
        }
    }

    /// Stops sweeping and releases the claim for another node.
    public func stop() async {
        isStopped.store(true, ordering: .releasing)
        // If this fails, the claim expires.
        _ = try? await engine.claim(.sweeping, seconds: 0)
    }

    /// Sweeps once. Does nothing if another node is sweeping. While the wall clock is not trusted, only the journal is
    /// folded.
    @concurrent public func sweep() async throws(StoreError) -> Report {
        let reading = ClockAgreement.Reading(engine.clock)
        let (store, now) = (engine.store, reading.wall)
        var report = Report()
        report.clock = agreement.withLock { $0.check(reading) }
        guard try await isOnDuty() else { return report }
        if report.clock.isTrusted {
            report.expired = try await expireIdleSessions(since: now.addingTimeInterval(-retention.idleSeconds))
        }
        if let records {
            // Before the deletions: deleted entries can no longer be counted.
            report.folded = try await inBatches { () async throws(StoreError) in
                try await records.foldJournal(limit: Self.batch)
            }
        }
        guard report.clock.isTrusted else { return report }
        func delete(_ rows: SweptRows, olderThan seconds: Double) async throws(StoreError) -> Int {
            try await inBatches { () async throws(StoreError) in
                try await store.delete(rows, before: now.addingTimeInterval(-seconds), limit: Self.batch)
            }
        }
        let own = engine.blueprint.retentions
        for (seconds, flows) in own {
            report.deleted += try await delete(.sessionsOf(rootFlows: flows), olderThan: seconds)
        }
        let others = own.isEmpty ? SweptRows.sessions : .sessionsExcept(rootFlows: Set(own.flatMap(\.rootFlows)))
        report.deleted += try await delete(others, olderThan: retention.overSeconds)
        // A deleted session must not be served from memory.
        if report.deleted > 0 { engine.sessions.dropOver() }
        let journal = SweptRows.journal(uncounted: records == nil)
        report.forgotten += try await delete(journal, olderThan: retention.journalSeconds)
        report.forgotten += try await delete(.replies, olderThan: retention.replySeconds)
        report.forgotten += try await delete(.expired, olderThan: 0)
        report.forgotten += try await deleteSignals(at: now)
        for deletion in records?.deletions(at: now, journalSeconds: retention.journalSeconds) ?? [] {
            let count = try await inBatches { () async throws(StoreError) in try await deletion.deleteRows(Self.batch) }
            if deletion.isOfSessions { report.deleted += count } else { report.forgotten += count }
        }
        return report
    }

    /// Deletes signals that have waited for a key for too long, and old receipts.
    private func deleteSignals(at now: Date) async throws(StoreError) -> Int {
        guard let signals = engine.store.signals else { return 0 }
        let dropped = try await inBatches { () async throws(StoreError) in
            let end = now.addingTimeInterval(-retention.signalSeconds)
            let count = try await signals.deleteWaitingSignals(before: end, limit: Self.batch)
            engine.counter.countDroppedSignals(count)
            return count
        }
        let receipts = try await inBatches { () async throws(StoreError) in
            let end = now.addingTimeInterval(-Engine.secondsOfReceipts)
            return try await signals.deleteReceipts(before: end, limit: Self.batch)
        }
        return dropped + receipts
    }

    /// Ends sessions by ordinary changes, which are recorded in the journal and sent to subscribers.
    private func expireIdleSessions(since moment: Date) async throws(StoreError) -> Int {
        var expired = 0
        // A session that is used again after it was listed does not end.
        var guards = Guards()
        guards.untouchedSince = moment
        var cursor: String?
        repeat {
            guard try await isOnDuty() else { break }
            let page = try await engine.store.idleSessions(since: moment, cursor: cursor, limit: Self.batch)
            for session in page.rows {
                let answer = await engine.perform(.end(.expired), on: session, by: .server, guards: guards)
                if answer.code == nil { expired += 1 }
            }
            cursor = page.next
        } while cursor != nil
        return expired
    }

    /// Renews the claim. Called before each batch, since a long sweep would outlast it.
    private func isOnDuty() async throws(StoreError) -> Bool {
        guard !isStopped.load(ordering: .acquiring) else { return false }
        return try await engine.claim(.sweeping, seconds: Self.dutySeconds)
    }

    private func inBatches(
        _ call: () async throws(StoreError) -> Int
    ) async throws(StoreError) -> Int {
        var total = 0
        var count = 0
        repeat {
            guard try await isOnDuty() else { break }
            count = try await call()
            total += count
        } while count >= Self.batch
        return total
    }
}

/// The rows of a module beside the engine, which a ``Sweeper`` counts and deletes with the engine's.
package protocol SweptRecords: Sendable {
    /// Counts journal entries before they are deleted, and returns their number.
    func foldJournal(limit: Int) async throws(StoreError) -> Int

    /// What to delete, in this order.
    ///
    /// - Parameter journalSeconds: The retention of journal entries.
    func deletions(at now: Date, journalSeconds: Double) -> [SweptDeletion]
}

/// A kind of rows to delete in batches.
package struct SweptDeletion: Sendable {
    /// Whether the rows are sessions.
    package let isOfSessions: Bool
    /// Deletes at most this many rows, and returns their number.
    package let deleteRows: @Sendable (_ limit: Int) async throws(StoreError) -> Int

    package init(
        ofSessions isOfSessions: Bool = false,
        _ deleteRows: @escaping @Sendable (_ limit: Int) async throws(StoreError) -> Int
    ) {
        self.isOfSessions = isOfSessions
        self.deleteRows = deleteRows
    }
}

/// Retention times, in seconds.
///
/// ```swift
/// var retention = Retention()
/// retention.journalSeconds = 90 * 86_400
/// let sweeper = Sweeper(engine, retention)
/// ```
public struct Retention: Sendable {
    /// Idle sessions end as `expired` after this time.
    public var idleSeconds = 30.0 * 86_400
    /// Sessions that are over are deleted after this time, unless their root flow has a retention of its own.
    public var overSeconds = 7.0 * 86_400
    /// The retention of journal entries, and of the runs that operators see, since their start.
    public var journalSeconds = 30.0 * 86_400
    /// The retention of answers under idempotency keys.
    public var replySeconds = 86_400.0
    /// How long a signal waits for a session to bind its key.
    public var signalSeconds = 3_600.0

    /// The default retention times.
    public init() {}
}
