import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

extension Admin {
    func addOverviewRoute(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/overview",
            description: APIOperation(
                "The load of all servers in the last 24 hours, in samples of an hour, and the state of this server's store.",
                "Admin",
                .operator
            )
            .explained("The console's first page draws it.")
            .answers(
                200,
                "The samples, oldest first. The last one is of the present hour.",
                OverviewDocument.self
            )
        ) { request, exchange in
            answer(request, exchange, needs: .view) { _ in try .json(await overview.document()) }
        }
    }
}

/// `GET /v1/admin/overview`.
struct OverviewDocument: Codable, DescribedType {
    var samples: [Sample]
    /// The timers and jobs that were given up; nil if the store cannot be read.
    var failedWork: Int?
    var store: StoreState
    /// When the first sample began.
    var since: Date

    static let described = TypeDescription(
        "The load of all servers, and the state of a store.",
        .init("samples", "The samples, oldest first."),
        .init("failedWork", "The number of timers and jobs that were given up; `null` if the store cannot be read.", 0),
        .init("store", "The store of the server that answers."),
        .init("since", "When the first sample began.", "2026-11-25T09:00:00.000Z")
    )

    /// What all servers did between the previous sample and this one.
    struct Sample: Codable, Hashable, DescribedType {
        /// The end of the hour, or now.
        var at: Date
        /// The active sessions of the store; nil if no server ran, or if it could not be read.
        var active: Int?
        /// Sessions that completed.
        var completed: Int
        /// Changes that were answered with 409, 412 or 422.
        var refused: Int
        /// Changes that were answered with 500 or 504.
        var failed: Int
        /// In seconds; nil if no handler ran.
        var handlerP95: Double?
        /// The duration of a transaction in seconds, counted each minute; nil if there was none, or if the store does not measure it.
        var commitP95: Double?

        static let described = TypeDescription(
            "What all servers did in an hour.",
            .init("at", "The end of the hour, or now.", "2026-11-26T09:00:00.000Z"),
            .init("active", "The active sessions; `null` if no server ran, or if the store could not be read.", 1204),
            .init("completed", "The sessions that completed.", 96),
            .init("refused", "The changes that were answered with 409, 412 or 422.", 14),
            .init("failed", "The changes that were answered with 500 or 504.", 0),
            .init(
                "handlerP95",
                "The 95th percentile of the duration of handlers in seconds; `null` if none ran.",
                0.0021
            ),
            .init(
                "commitP95",
                "The 95th percentile of the duration of transactions in seconds; `null` if none was measured.",
                0.0062
            )
        )
    }

    struct StoreState: Codable, DescribedType {
        var status: StoreStatus
        /// Whether new sessions start: false while the disk is nearly full.
        var startsSessions: Bool
        /// The free space of the store's disk; nil if it is unknown.
        var freeBytes: Int?
        var writesWaiting: Int?
        var failedCommits: Int?

        static let described = TypeDescription(
            "The store of one server.",
            .init("status", "Whether the store answers.", "ready"),
            .init("startsSessions", "Whether sessions start: false while the disk is nearly full.", true),
            .init("freeBytes", "The free space of the store's disk; `null` if it is unknown.", 81604378624),
            .init("writesWaiting", "The commits that wait for the writer; `null` if the store does not count them.", 0),
            .init(
                "failedCommits",
                "The groups of commits that failed since the start; `null` if the store does not count them.",
                0
            )
        )
    }

    enum StoreStatus: String, Codable {
        case ready, unavailable
    }
}

/// Reads the stored counts of all servers, and the state of this server's store.
struct OverviewReader: Sendable {
    private let operators: Operators
    private let readiness: ReadinessCheck
    private let freeBytes: @Sendable () -> Int?

    private static let pastHours = 24

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
    }

    func document() async -> OverviewDocument {
        let (store, now) = (operators.store, operators.engine.clock.now)
        let since = Date(hour: now.hour - Self.pastHours)
        let summary = await answered { () async throws(StoreError) in try await store.summary() }
        let counts = await answered { () async throws(StoreError) in
            await operators.flushProblems()
            try await operators.foldJournalForReading()
            return try await store.serverCounts(since: since)
        }
        let isReady = await readiness.obstacle() != .storeUnavailable
        let writer = store.writeStatistics
        return OverviewDocument(
            samples: Self.samples(counts ?? [], active: summary?.activeSessions, at: now),
            failedWork: summary?.failedWork,
            store: OverviewDocument.StoreState(
                status: summary != nil && counts != nil && isReady ? .ready : .unavailable,
                startsSessions: operators.startsSessions,
                freeBytes: freeBytes(),
                writesWaiting: writer?.waiting,
                failedCommits: writer?.failedGroups
            ),
            since: since
        )
    }

    /// A sample for each hour, oldest first.
    static func samples(_ counts: [ServerCount], active: Int?, at now: Date) -> [OverviewDocument.Sample] {
        let hours = Dictionary(grouping: counts, by: \.hour).mapValues { MeasuredCounts($0) }
        return (now.hour - pastHours...now.hour).map { hour in
            let counts = hours[hour] ?? MeasuredCounts()
            let isPresent = hour == now.hour
            return OverviewDocument.Sample(
                at: isPresent ? now : Date(hour: hour + 1),
                active: isPresent ? active : counts[.active],
                completed: counts[.completed] ?? 0,
                refused: counts[.refused] ?? 0,
                failed: counts[.failed] ?? 0,
                handlerP95: counts.seconds(.handlers, quantile: 0.95),
                commitP95: counts.seconds(.commits, quantile: 0.95)
            )
        }
    }

    /// Nil if the store cannot be read.
    private func answered<Value>(_ call: () async throws(StoreError) -> Value) async -> Value? {
        do throws(StoreError) {
            return try await call()
        } catch {
            return nil
        }
    }
}
