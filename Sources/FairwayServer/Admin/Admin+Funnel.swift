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
                .explained("A run is one start of the flow. Its steps are the screens that it showed.")
                .reads(query: "flow", "The flow.", example: "Checkout")
                .reads(
                    query: "since",
                    "Only runs that started since this time; 7 days ago by default.",
                    Self.moment,
                    example: "2026-11-19T09:30:00.000Z"
                )
                .reads(
                    query: "by",
                    "The property of devices by which runs are grouped.",
                    Self.properties,
                    example: "app"
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
                    FunnelDocument(flow, since: funnel.cut?.since ?? since, idle: idle, funnel) {
                        api.engine.title(of: $0, in: language)
                    }
                )
            }
        }
        router.on(
            .get,
            "/v1/admin/graph",
            description: APIOperation("The screens, and how often users moved between them.", "Admin", .operator)
                .explained("The console's map draws it.")
                .reads(
                    query: "flow",
                    "Only the steps of this flow's runs, and the moves between them.",
                    example: "Checkout"
                )
                .reads(
                    query: "since",
                    "Only transitions since this time. With `flow`, of runs that started since then; 7 days ago by default.",
                    Self.moment,
                    example: "2026-11-19T09:30:00.000Z"
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
        reads(
            query: "run",
            "Only sessions with a run of this flow that the following parameters select.",
            example: "Checkout"
        )
        .reads(query: "step", "Only runs with this step.", example: "Checkout.Address")
        .reads(
            query: "within",
            "Only runs that have shown this screen of a sub flow above the step.",
            example: "EditAddress.Form"
        )
        .reads(query: "withinFlow", "Only if the screen of `within` was this flow's.", example: "EditAddress")
        .reads(
            query: "left",
            "Only runs that left like this, or went on from the step: the counts of `/v1/admin/funnel`.",
            ["enum": .array(RunsQuery.Left.allCases.map { .string($0.rawValue) })],
            example: "abandoned"
        )
        .reads(
            query: "by",
            "Only runs of devices for which this property is `is`; without `is`, of devices without it.",
            Admin.properties,
            example: "app"
        )
        .reads(query: "is", "The value of the property `by` when the run started.", example: "3.1.0")
        .readsIdle()
        .reads(
            query: "since",
            "Only runs that started since this time; 7 days ago by default.",
            ["type": "string", "format": "date-time"],
            example: "2026-11-19T09:30:00.000Z"
        )
    }
}

extension APIOperation {
    fileprivate func readsIdle() -> APIOperation {
        reads(
            query: "idle",
            "The seconds without an action of the user after which an active run counts as abandoned; 86400 by default.",
            ["type": "integer", "minimum": 0],
            example: 86400
        )
    }
}
