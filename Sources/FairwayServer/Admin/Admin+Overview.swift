import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation
import Synchronization

extension Admin {
    func addOverviewRoute(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/overview",
            description: APIOperation(
                "This server's load of the last 24 hours, in samples of a minute, and the state of its store.",
                "Admin",
                .operator
            )
            .answers(
                200,
                "The samples, oldest first. The last one is of the current minute.",
                OverviewDocument.self
            )
        ) { request, exchange in
            answer(request, exchange, needs: .view) { _ in try .json(await overview.document()) }
        }
    }
}

/// `GET /v1/admin/overview`.
struct OverviewDocument: Codable {
    var samples: [Sample]
    /// The timers and jobs that were given up; nil if the store cannot be read.
    var failedWork: Int?
    var store: StoreState
    /// When the first sample began.
    var since: Date

    /// What happened between the previous sample and this one. Counts are differences of the counters in `/metrics`.
    struct Sample: Codable, Hashable {
        var at: Date
        /// The active sessions of the store; nil if it could not be read.
        var active: Int?
        /// Sessions that completed.
        var completed: Int
        /// Changes that were answered with 409, 412 or 422.
        var refused: Int
        /// Changes that were answered with 500 or 504.
        var failed: Int
        /// In seconds; nil if no handler ran.
        var handlerP95: Double?
        /// The duration of a transaction in seconds; nil if there was none, or if the store does not measure it.
        var commitP95: Double?
    }

    struct StoreState: Codable {
        var status: StoreStatus
        /// Whether new sessions start: false while the disk is nearly full.
        var startsSessions: Bool
        /// The free space of the store's disk; nil if it is unknown.
        var freeBytes: Int?
        var writesWaiting: Int?
        var failedCommits: Int?
    }

    enum StoreStatus: String, Codable {
        case ready, unavailable
    }
}

/// The counters of a server that the overview shows.
struct OverviewCounters: Hashable, Sendable {
    var completed = 0
    var refused = 0
    var failed = 0
    var handlers = Histogram.microseconds
    var commits = Histogram.microseconds
}

extension OverviewCounters {
    init(_ engine: EngineStatistics, _ writer: WriteStatistics?) {
        completed = engine.sessionsEnded[.completed] ?? 0
        for (change, count) in engine.changes {
            switch ProblemCode(rawValue: change.outcome)?.status {
            case 409, 412, 422: refused += count
            case 500, 504: failed += count
            default: break
            }
        }
        for times in engine.handlerMicroseconds.values { handlers.add(times) }
        if let writer { commits = writer.groupMicroseconds }
    }
}

/// The samples of the last 24 hours.
struct OverviewHistory: Sendable {
    /// The seconds between two samples.
    static let interval = 60.0
    static let mostSamples = 24 * 60

    private(set) var samples: [OverviewDocument.Sample] = []
    /// When the first sample began.
    private(set) var since: Date
    private var last = OverviewCounters()

    init(since: Date) { self.since = since }

    /// Adds a sample, and drops the oldest one if there are too many.
    mutating func record(_ counters: OverviewCounters, active: Int?, at now: Date) {
        samples.append(sample(counters, active: active, at: now))
        last = counters
        if samples.count > Self.mostSamples { since = samples.removeFirst().at }
    }

    /// The sample that begins at the last recorded one.
    func sample(_ counters: OverviewCounters, active: Int?, at now: Date) -> OverviewDocument.Sample {
        OverviewDocument.Sample(
            at: now,
            active: active,
            completed: counters.completed - last.completed,
            refused: counters.refused - last.refused,
            failed: counters.failed - last.failed,
            handlerP95: Self.p95(counters.handlers.since(last.handlers)),
            commitP95: Self.p95(counters.commits.since(last.commits))
        )
    }

    private static func p95(_ microseconds: Histogram) -> Double? {
        microseconds.quantile(0.95).map { $0.rounded() / 1_000_000 }
    }
}

/// Records a sample of a server's counters every minute.
final class OverviewRecorder: Sendable {
    private let operators: Operators
    private var engine: Engine { operators.engine }
    private let readiness: ReadinessCheck
    private let freeBytes: @Sendable () -> Int?
    private let history: Mutex<OverviewHistory>

    /// - Parameters:
    ///   - readiness: Tells whether the store answers.
    ///   - freeBytes: Returns the free space of the store's disk, or nil if it is unknown.
    init(
        _ operators: Operators,
        _ readiness: ReadinessCheck,
        freeBytes: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.operators = operators
        self.readiness = readiness
        self.freeBytes = freeBytes
        history = Mutex(OverviewHistory(since: operators.engine.clock.now))
    }

    /// Records a sample every minute until the recorder is released.
    func recordRegularly() {
        engine.clock.after(OverviewHistory.interval) { [weak self] in
            guard let self else { return }
            recordRegularly()
            Task { await self.record() }
        }
    }

    func record() async {
        let active = await summary()?.activeSessions
        history.withLock { $0.record(counters, active: active, at: engine.clock.now) }
    }

    func document() async -> OverviewDocument {
        let summary = await summary()
        let isReady = await readiness.obstacle() != .storeUnavailable
        let writer = operators.store.writeStatistics
        let (samples, since) = history.withLock { history in
            let present = history.sample(counters, active: summary?.activeSessions, at: engine.clock.now)
            return (history.samples + [present], history.since)
        }
        return OverviewDocument(
            samples: samples,
            failedWork: summary?.failedWork,
            store: OverviewDocument.StoreState(
                status: summary != nil && isReady ? .ready : .unavailable,
                startsSessions: operators.startsSessions,
                freeBytes: freeBytes(),
                writesWaiting: writer?.waiting,
                failedCommits: writer?.failedGroups
            ),
            since: since
        )
    }

    private var counters: OverviewCounters { OverviewCounters(engine.statistics, operators.store.writeStatistics) }

    /// Nil if the store cannot be read.
    private func summary() async -> StoreSummary? {
        do throws(StoreError) {
            return try await operators.store.summary()
        } catch {
            return nil
        }
    }
}
