import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

/// The builds of the servers.
extension Admin {
    func addBuildRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/builds",
            description: APIOperation(
                "The builds that servers of the store were started with, in the order of their last starts, newest first.",
                "Admin",
                .operator
            )
            .explained(
                "Compare two builds after a deployment: the rates of refused and failed changes and of completed sessions, and the "
                    + "durations."
            )
            .readsPage()
            .answers(200, "A page of builds, with what their servers did.", BuildsDocument.self)
            .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                let query = BuildsQuery(cursor: call.query.text("cursor"), limit: try call.query.limit())
                await api.operators.flushProblems()
                try await api.operators.foldJournalForReading()
                let page = try await store.builds(query)
                return try await .page("builds", page.rows.lazy.map(BuildsDocument.Row.init), next: page.next)
            }
        }
    }
}

/// `GET /v1/admin/builds`.
struct BuildsDocument: Codable, DescribedType {
    var builds: [Row]
    var next: String?

    static let described = TypeDescription(
        "A page of builds.",
        .init("builds", "The builds, in the order of their last starts, newest first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )

    struct Row: Codable, DescribedType {
        var build: String
        /// The version of Fairway.
        var version: String
        /// The time of its first start.
        var firstSeen: Date
        var lastSeen: Date
        /// The names of the servers that run it.
        var nodes: [String]
        var counts: Counts

        static let described = TypeDescription(
            "A build with what its servers did.",
            .init("build", "The build's name.", "3.1.0"),
            .init("version", "The version of Fairway.", "1.0.0"),
            .init("firstSeen", "When a server first started with it.", "2026-11-20T08:00:00.000Z"),
            .init("lastSeen", "When a server last ran it.", "2026-11-26T09:30:00.000Z"),
            .init("nodes", "The names of the servers that run it.", ["shop-1"]),
            .init("counts", "What its servers did.")
        )

        init(_ listed: ListedBuild) {
            (build, version) = (listed.build.name, listed.build.version)
            (firstSeen, lastSeen) = (listed.firstSeen, listed.lastSeen)
            (nodes, counts) = (listed.nodes, Counts(listed.counts))
        }
    }

    /// What the servers did. Kept for `--retain-counts`.
    struct Counts: Codable, DescribedType {
        var changes: Int
        var refused: Int
        var failed: Int
        /// Attempts of timers and jobs.
        var attemptsFailed: Int
        /// Sessions that started.
        var started: Int
        /// Sessions that ended in any way.
        var ended: Int
        /// Sessions that completed.
        var completed: Int
        /// In seconds; nil if no handler ran.
        var handlerP50: Double?
        var handlerP95: Double?

        static let described = TypeDescription(
            "What the servers of a build did, as long as `--retain-counts` keeps it.",
            .init("changes", "The changes that were committed.", 48210),
            .init("refused", "The changes that were answered with 409, 412 or 422.", 310),
            .init("failed", "The changes that were answered with 500 or 504.", 2),
            .init("attemptsFailed", "The failed attempts of timers and jobs.", 5),
            .init("started", "The sessions that started.", 1930),
            .init("ended", "The sessions that ended, in any way.", 1650),
            .init("completed", "The sessions that completed.", 1201),
            .init("handlerP50", "The median of the duration of handlers in seconds; `null` if none ran.", 0.0004),
            .init(
                "handlerP95",
                "The 95th percentile of the duration of handlers in seconds; `null` if none ran.",
                0.0021
            )
        )

        init(_ counts: MeasuredCounts) {
            (changes, refused, failed) = (counts[.changes] ?? 0, counts[.refused] ?? 0, counts[.failed] ?? 0)
            attemptsFailed = counts[.attemptsFailed] ?? 0
            (started, ended, completed) = (counts[.started] ?? 0, counts[.ended] ?? 0, counts[.completed] ?? 0)
            handlerP50 = counts.seconds(.handlers, quantile: 0.5)
            handlerP95 = counts.seconds(.handlers, quantile: 0.95)
        }
    }
}
