import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Ends what has been left lying, deletes what nobody will ask for again, and counts what happened.
///
/// In small batches, so that changes never wait long behind it. Ages are told by the wall clock, so that nothing is ended or
/// deleted while that is not trusted: see `ClockAgreement`.
public final class Sweeper: Sendable {
    private static let batch = 256
    private static let secondsBetweenSweeps = 30.0
    /// How long no other node sweeps after this one was heard of.
    private static let dutySeconds = 90.0

    private let engine: Engine
    private let retention: Retention
    private let isStopped = Atomic<Bool>(false)
    private let agreement: Mutex<ClockAgreement>

    /// A sweeper for an engine's store.
    ///
    /// - Parameters:
    ///   - engine: The engine. It should not have taken a change yet.
    ///   - retention: How long things are kept.
    ///   - newestTime: The newest time in the store at the start; nil for an empty store.
    public init(_ engine: Engine, _ retention: Retention = Retention(), newestTime: Date? = nil) {
        self.engine = engine
        self.retention = retention
        agreement = Mutex(ClockAgreement(start: .init(engine.clock), newest: newestTime))
    }

    /// Whether the wall clock is trusted, as of the last sweep, and how often it was set.
    package var clockAgreement: ClockAgreement { agreement.withLock(\.self) }

    /// What a sweep has done.
    public struct Report: Hashable, Sendable {
        /// Sessions that ended because nobody touched them.
        public var expired = 0
        /// Sessions that were deleted with all their rows.
        public var deleted = 0
        /// Entries of the journal that were counted.
        public var folded = 0
        /// Entries of the journal, their counts, answers, codes and creations that were deleted.
        public var forgotten = 0
        /// What the sweep found out about the wall clock.
        package var clock = ClockAgreement.Verdict.trusted
    }

    /// Sweeps now and then for as long as somebody holds the sweeper.
    ///
    /// - Parameter report: is told what each sweep has done, or why it could not.
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

    /// Sweeps no more, and lets another node begin.
    public func stop() async {
        isStopped.store(true, ordering: .releasing)
        // Should that fail, the duty ends by itself.
        _ = try? await engine.claim(.sweeping, seconds: 0)
    }

    /// Sweeps once, all there is to sweep; nothing while another node has that duty. While the wall clock is not trusted the
    /// journal is counted, and nothing is ended or deleted.
    @concurrent public func sweep() async throws(StoreError) -> Report {
        let reading = ClockAgreement.Reading(engine.clock)
        let (store, now) = (engine.store, reading.wall)
        var report = Report()
        report.clock = agreement.withLock { $0.look(reading) }
        guard try await isOnDuty() else { return report }
        if report.clock.isTrusted {
            report.expired = try await expireIdleSessions(since: now.addingTimeInterval(-retention.idleSeconds))
        }
        // Before anything is deleted, or what it says would not be counted.
        report.folded = try await inBatches { () async throws(StoreError) in
            try await self.engine.foldJournal(limit: Self.batch)
        }
        guard report.clock.isTrusted else { return report }
        report.deleted = try await inBatches { () async throws(StoreError) in
            try await store.deleteSessions(
                overBy: now.addingTimeInterval(-self.retention.overSeconds),
                limit: Self.batch
            )
        }
        // What is deleted must not be answered from memory.
        if report.deleted > 0 { engine.sessions.dropOver() }
        report.forgotten += try await inBatches { () async throws(StoreError) in
            try await store.deleteJournal(
                before: now.addingTimeInterval(-self.retention.journalSeconds),
                limit: Self.batch
            )
        }
        report.forgotten += try await inBatches { () async throws(StoreError) in
            try await store.deleteCounts(
                before: now.addingTimeInterval(-self.retention.countSeconds),
                limit: Self.batch
            )
        }
        report.forgotten += try await inBatches { () async throws(StoreError) in
            try await store.deleteReplies(
                before: now.addingTimeInterval(-self.retention.replySeconds),
                limit: Self.batch
            )
        }
        report.forgotten += try await inBatches { () async throws(StoreError) in
            try await store.deleteExpired(at: now, limit: Self.batch)
        }
        return report
    }

    /// Ends them as changes like any other, so that their journal says so and whoever watches is told.
    private func expireIdleSessions(since moment: Date) async throws(StoreError) -> Int {
        var expired = 0
        // Whoever comes back while the list is gone through is not ended under their hands.
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

    /// Renewed with every batch, so that a long sweep stays one node's.
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
