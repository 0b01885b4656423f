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
struct BuildsDocument: Codable {
    var builds: [Row]
    var next: String?

    struct Row: Codable {
        var build: String
        /// The version of Fairway.
        var version: String
        /// The time of its first start.
        var firstSeen: Date
        var lastSeen: Date
        /// The names of the servers that run it.
        var nodes: [String]
        var counts: Counts

        init(_ listed: ListedBuild) {
            (build, version) = (listed.build.name, listed.build.version)
            (firstSeen, lastSeen) = (listed.firstSeen, listed.lastSeen)
            (nodes, counts) = (listed.nodes, Counts(listed.counts))
        }
    }

    /// What the servers did. Kept for `--retain-counts`.
    struct Counts: Codable {
        var changes: Int
        var refused: Int
        var failed: Int
        /// Attempts of timers and jobs.
        var attemptsFailed: Int
        /// Sessions that started.
        var started: Int
        /// Sessions that completed.
        var completed: Int
        /// In seconds; nil if no handler ran.
        var handlerP50: Double?
        var handlerP95: Double?

        init(_ counts: MeasuredCounts) {
            (changes, refused, failed) = (counts[.changes] ?? 0, counts[.refused] ?? 0, counts[.failed] ?? 0)
            attemptsFailed = counts[.attemptsFailed] ?? 0
            (started, completed) = (counts[.started] ?? 0, counts[.completed] ?? 0)
            handlerP50 = counts.seconds(.handlers, quantile: 0.5)
            handlerP95 = counts.seconds(.handlers, quantile: 0.95)
        }
    }
}
