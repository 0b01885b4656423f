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
                    Self.properties
                )
                .readsIdle()
                .reads(.acceptLanguage)
                .answers(200, "The groups of runs, each with the steps that they reached.", FunnelDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                guard let flow = call.query.text("flow") else {
                    throw Problem(.malformedRequest, "Name a flow: ?flow=.")
                }
                let since = try runsSince(call.query)
                let idle = try idleSeconds(call.query)
                let query = FunnelQuery(
                    flow: flow,
                    since: since,
                    by: try call.query.choice("by"),
                    idleSince: api.clock.now.addingTimeInterval(-Double(idle))
                )
                try await api.operators.foldJournalForReading()
                let funnel = try await store.funnel(query)
                let language = request[.acceptLanguage].flatMap { api.engine.bestLanguage(for: $0) }
                return try .json(
                    FunnelDocument(flow, since: funnel.since ?? since, idle: idle, funnel) {
                        api.engine.title(of: $0, in: language)
                    }
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
                .reads(.acceptLanguage)
                .answers(200, "The screens and the transitions between them.", GraphDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                var query = GraphQuery(flow: call.query.text("flow"), since: try call.query.moment("since"))
                if query.flow != nil {
                    query.since = try runsSince(call.query)
                    try await api.operators.foldJournalForReading()
                }
                let graph = try await store.graph(query)
                let language = request[.acceptLanguage].flatMap { api.engine.bestLanguage(for: $0) }
                let flows = api.engine.flowsByScreen
                return try .json(
                    GraphDocument(graph) { (title: api.engine.title(of: $0, in: language), flow: flows[$0]) }
                )
            }
        }
    }

    /// The schema of a time.
    static let moment: JSONObject = ["type": "string", "format": "date-time"]
    fileprivate static let properties: JSONObject = ["enum": ["app", "idiom", "locale"]]
    private static let usualSeconds = 7.0 * 86_400
    private static let usualIdleSeconds = 86_400

    /// The time since which runs are counted: 7 days ago unless the query has another, and as long ago as runs are kept at most.
    private func runsSince(_ query: QueryParameters) throws(Problem) -> Date {
        let now = api.clock.now
        let wanted = try query.moment("since") ?? now.addingTimeInterval(-Self.usualSeconds)
        return max(wanted, now.addingTimeInterval(-runSeconds))
    }

    /// How long a user has not acted, in an abandoned run.
    private func idleSeconds(_ query: QueryParameters) throws(Problem) -> Int {
        try query.integer("idle", atLeast: 0) ?? Self.usualIdleSeconds
    }

    /// The runs that a query for sessions selects; nil if it names none.
    func runs(_ query: QueryParameters) async throws -> RunsQuery? {
        guard let flow = query.text("run") else { return nil }
        let (step, screen) = (query.text("step"), query.text("within"))
        guard step != nil || screen == nil else {
            throw Problem(.malformedRequest, "Name the step of a screen of a sub flow: &step=.")
        }
        let by: FunnelQuery.Property? = try query.choice("by")
        let runs = RunsQuery(
            flow: flow,
            step: step,
            within: screen.map { RunsQuery.Within(flow: query.text("withinFlow"), screen: $0) },
            left: try query.choice("left"),
            since: try runsSince(query),
            device: by.map { RunsQuery.Value($0, query.text("is")) },
            idleSince: api.clock.now.addingTimeInterval(-Double(try idleSeconds(query)))
        )
        // Only before the first page. The pages that follow may have fewer or more runs, if they are folded or deleted meanwhile.
        if query.text("cursor") == nil { try await api.operators.foldJournalForReading() }
        return runs
    }
}

extension APIOperation {
    /// Adds the query parameters that select sessions by runs of a flow.
    func readsRuns() -> APIOperation {
        reads(query: "run", "Only sessions with a run of this flow that the following parameters select.")
            .reads(query: "step", "Only runs with this step.")
            .reads(query: "within", "Only runs that have shown this screen of a sub flow above the step.")
            .reads(query: "withinFlow", "Only if the screen of `within` was this flow's.")
            .reads(
                query: "left",
                "Only runs that left like this, or went on from the step: the counts of `/v1/admin/funnel`.",
                ["enum": .array(RunsQuery.Left.allCases.map { .string($0.rawValue) })]
            )
            .reads(
                query: "by",
                "Only runs of devices for which this property is `is`; without `is`, of devices without it.",
                Admin.properties
            )
            .reads(query: "is", "The value of the property `by` when the run started.")
            .readsIdle()
            .reads(
                query: "since",
                "Only runs that started since this time; 7 days ago by default.",
                ["type": "string", "format": "date-time"]
            )
    }
}

extension APIOperation {
    fileprivate func readsIdle() -> APIOperation {
        reads(
            query: "idle",
            "The seconds without an action of the user after which an active run counts as abandoned; 86400 by default.",
            ["type": "integer", "minimum": 0]
        )
    }
}

/// `GET /v1/admin/funnel`.
struct FunnelDocument: Codable {
    var flow: String
    /// The earliest start. Later than the `since` of the call if runs of that time are no longer kept, or if there are too many.
    var since: Date
    /// The seconds without an action of the user after which an active run counts as abandoned.
    var idle: Int
    var groups: [GroupRow]

    struct GroupRow: Codable {
        /// The app, idiom or locale; nil for devices without it, and for the only group of a call without `by`.
        var by: String?
        var starts: Int
        var completed: Int
        var dismissed: Int
        var ended: Int
        var expired: Int
        var abandoned: Int
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
        var abandoned: Int
        var active: Int
        var refused: Int
        /// Nil if no stay on the screen is over.
        var medianSeconds: Double?
        var p90Seconds: Double?
        /// The screens of sub flows above the step.
        var within: [SubFlowRow]
    }

    struct SubFlowRow: Codable {
        var flow: String
        var screen: String
        var title: String?
        var runs: Int
        var refused: Int
        var abandoned: Int
        var active: Int
        var dismissed: Int
        var ended: Int
        var expired: Int
    }
}

/// `GET /v1/admin/graph`.
struct GraphDocument: Codable {
    var screens: [ScreenRow]
    var edges: [EdgeRow]

    struct ScreenRow: Codable {
        var name: String
        var title: String?
        /// The flow that declares it.
        var flow: String?
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
    init(_ flow: String, since: Date, idle: Int, _ funnel: Funnel, title: (String) -> String?) {
        self.init(
            flow: flow,
            since: since,
            idle: idle,
            groups: funnel.groups.map { group in
                GroupRow(
                    by: group.by,
                    starts: group.starts,
                    completed: group.ends.completed,
                    dismissed: group.ends.dismissed,
                    ended: group.ends.ended,
                    expired: group.ends.expired,
                    abandoned: group.ends.abandoned,
                    active: group.ends.active,
                    steps: group.steps.map { StepRow($0, title: title) }
                )
            }
        )
    }
}

extension FunnelDocument.StepRow {
    fileprivate init(_ step: Funnel.StepCounts, title: (String) -> String?) {
        self.init(
            screen: step.screen,
            title: title(step.screen),
            visits: step.visits,
            runs: step.runs,
            next: step.ends.completed,
            dismissed: step.ends.dismissed,
            ended: step.ends.ended,
            expired: step.ends.expired,
            abandoned: step.ends.abandoned,
            active: step.ends.active,
            refused: step.refused,
            medianSeconds: step.medianSeconds,
            p90Seconds: step.p90Seconds,
            within: step.within.map { FunnelDocument.SubFlowRow($0, title: title($0.screen)) }
        )
    }
}

extension FunnelDocument.SubFlowRow {
    fileprivate init(_ counts: Funnel.SubFlowCounts, title: String?) {
        self.init(
            flow: counts.flow,
            screen: counts.screen,
            title: title,
            runs: counts.runs,
            refused: counts.refused,
            abandoned: counts.ends.abandoned,
            active: counts.ends.active,
            dismissed: counts.ends.dismissed,
            ended: counts.ends.ended,
            expired: counts.ends.expired
        )
    }
}

extension GraphDocument {
    init(_ graph: Graph, describe: (String) -> (title: String?, flow: String?)) {
        self.init(
            screens: graph.screens.map { screen in
                let (title, flow) = describe(screen.name)
                return ScreenRow(
                    name: screen.name,
                    title: title,
                    flow: flow,
                    visits: screen.visits,
                    front: screen.front
                )
            },
            edges: graph.edges.map {
                EdgeRow(from: $0.from, action: $0.action, to: $0.to, count: $0.count, medianSeconds: $0.medianSeconds)
            }
        )
    }
}
