import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

/// Where users go, and where they stop.
extension Admin {
    func addFunnelRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/funnel",
            description: APIOperation("How far the runs of a flow came, and where users stopped.", "Admin", .operator)
                .reads(query: "flow", "The flow.")
                .reads(query: "since", "Only runs that started since this time; 7 days ago by default.", Self.moment)
                .reads(
                    query: "by",
                    "The property of devices by which runs are grouped.",
                    ["enum": ["app", "idiom", "locale"]]
                )
                .reads(.acceptLanguage)
                .answers(200, "The groups of runs, each with the steps that they reached.", FunnelDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                guard let flow = call.query.text("flow") else {
                    throw Problem(.malformedRequest, "Name a flow: ?flow=.")
                }
                let since = try runsSince(call.query)
                let query = FunnelQuery(flow: flow, since: since, by: try call.query.choice("by"))
                try await api.operators.foldJournalForReading()
                let funnel = try await store.funnel(query)
                let language = request[.acceptLanguage].flatMap { api.engine.bestLanguage(for: $0) }
                return try .json(
                    FunnelDocument(flow, since: since, funnel) { api.engine.title(of: $0, in: language) }
                )
            }
        }
        router.on(
            .get,
            "/v1/admin/graph",
            description: APIOperation("The screens, and how often users moved between them.", "Admin", .operator)
                .reads(query: "flow", "Only the steps of this flow's runs, and the moves between them.")
                .reads(
                    query: "since",
                    "Only transitions since this time. With `flow`, of runs that started since then; 7 days ago by default.",
                    Self.moment
                )
                .answers(200, "The screens and the transitions between them.", GraphDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                var query = GraphQuery(flow: call.query.text("flow"), since: try call.query.moment("since"))
                if query.flow != nil {
                    query.since = try runsSince(call.query)
                    try await api.operators.foldJournalForReading()
                }
                return try .json(GraphDocument(await store.graph(query)))
            }
        }
    }

    private static let moment: JSONObject = ["type": "string", "format": "date-time"]
    private static let usualSeconds = 7.0 * 86_400

    /// The time since which runs are counted: 7 days ago unless the query has another, and as long ago as runs are kept at most.
    private func runsSince(_ query: QueryParameters) throws(Problem) -> Date {
        let now = api.clock.now
        let wanted = try query.moment("since") ?? now.addingTimeInterval(-Self.usualSeconds)
        return max(wanted, now.addingTimeInterval(-runSeconds))
    }

    /// The runs that a query for sessions selects; nil if it names none.
    func runs(_ query: QueryParameters) async throws -> RunsQuery? {
        guard let flow = query.text("run") else { return nil }
        let runs = RunsQuery(
            flow: flow,
            step: query.text("step"),
            left: try query.choice("left"),
            since: try runsSince(query)
        )
        // Only before the first page. The pages that follow may have fewer or more runs, if they are folded or deleted meanwhile.
        if query.text("cursor") == nil { try await api.operators.foldJournalForReading() }
        return runs
    }
}

extension APIOperation {
    /// Adds the query parameters that select sessions by runs of a flow.
    func readsRuns() -> APIOperation {
        reads(query: "run", "Only sessions with a run of this flow that `step`, `left` and `since` select.")
            .reads(query: "step", "Only runs that have shown this screen.")
            .reads(
                query: "left",
                "Only runs that left like this, or went on from the step: the counts of `/v1/admin/funnel`.",
                ["enum": ["next", "completed", "dismissed", "ended", "expired", "active"]]
            )
            .reads(
                query: "since",
                "Only runs that started since this time; 7 days ago by default.",
                ["type": "string", "format": "date-time"]
            )
    }
}

/// `GET /v1/admin/funnel`.
struct FunnelDocument: Codable {
    var flow: String
    /// The earliest start. Later than the `since` of the call if runs of that time are no longer kept.
    var since: Date
    var groups: [GroupRow]

    struct GroupRow: Codable {
        /// The app, idiom or locale; nil for devices without it, and for the only group of a call without `by`.
        var by: String?
        var starts: Int
        var completed: Int
        var dismissed: Int
        var ended: Int
        var expired: Int
        var active: Int
        var steps: [StepRow]
    }

    struct StepRow: Codable {
        var screen: String
        var title: String?
        var visits: Int
        var runs: Int
        var next: Int
        var dismissed: Int
        var ended: Int
        var expired: Int
        var active: Int
        var refused: Int
        /// Nil if no stay on the screen is over.
        var medianSeconds: Double?
        var p90Seconds: Double?
    }
}

/// `GET /v1/admin/graph`.
struct GraphDocument: Codable {
    var screens: [ScreenRow]
    var edges: [EdgeRow]

    struct ScreenRow: Codable {
        var name: String
        var visits: Int
        var front: Int
    }

    struct EdgeRow: Codable {
        var from: String?
        var action: String
        var to: String?
        var count: Int
        var medianSeconds: Double
    }
}

extension FunnelDocument {
    init(_ flow: String, since: Date, _ funnel: Funnel, title: (String) -> String?) {
        self.init(
            flow: flow,
            since: since,
            groups: funnel.groups.map { group in
                GroupRow(
                    by: group.by,
                    starts: group.starts,
                    completed: group.ends.completed,
                    dismissed: group.ends.dismissed,
                    ended: group.ends.ended,
                    expired: group.ends.expired,
                    active: group.ends.active,
                    steps: group.steps.map { StepRow($0, title: title($0.screen)) }
                )
            }
        )
    }
}

extension FunnelDocument.StepRow {
    fileprivate init(_ step: Funnel.StepCounts, title: String?) {
        self.init(
            screen: step.screen,
            title: title,
            visits: step.visits,
            runs: step.runs,
            next: step.ends.completed,
            dismissed: step.ends.dismissed,
            ended: step.ends.ended,
            expired: step.ends.expired,
            active: step.ends.active,
            refused: step.refused,
            medianSeconds: step.medianSeconds,
            p90Seconds: step.p90Seconds
        )
    }
}

extension GraphDocument {
    init(_ graph: Graph) {
        self.init(
            screens: graph.screens.map { ScreenRow(name: $0.name, visits: $0.visits, front: $0.front) },
            edges: graph.edges.map {
                EdgeRow(from: $0.from, action: $0.action, to: $0.to, count: $0.count, medianSeconds: $0.medianSeconds)
            }
        )
    }
}
