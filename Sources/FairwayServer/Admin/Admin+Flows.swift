import Fairway
import FairwayHTTP
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Who is where, how many there are, and where they go.
extension Admin {
    func addFlowRoutes(to router: inout Router<Operation>) {
        router.on(
            .get,
            "/v1/admin/flows",
            description: Operation("Active flow controllers, newest first.", "Admin", .operator)
                .reads(query: "flow", "Only flows of that name.")
                .reads(query: "screen", "Only flows that showed that screen last.")
                .reads(query: "session", "Only flows of that session.")
                .reads(
                    query: "idle",
                    "Only flows without a change for so many seconds.",
                    ["type": "integer", "minimum": 0]
                )
                .reads(query: "order", "From which end.", ["enum": ["newest", "oldest"]])
                .readsPage()
                .answers(200, "A page of flows.", AdminDocuments.Flows.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange) { query in
                let page = try await store.flows(
                    FlowsQuery(
                        flow: query.text("flow"),
                        screen: query.text("screen"),
                        session: query.text("session"),
                        untouchedSince: try query.integer("idle", atLeast: 0).map {
                            api.clock.now.addingTimeInterval(-Double($0))
                        },
                        order: try query.choice("order") ?? .newest,
                        cursor: query.text("cursor"),
                        limit: try query.limit()
                    )
                )
                return try await .page("flows", page.rows.lazy.map(AdminDocuments.Flow.init), next: page.next)
            }
        }
        router.on(
            .get,
            "/v1/admin/summary",
            description: Operation("How many sessions and flows there are.", "Admin", .operator)
                .answers(200, "The numbers.", AdminDocuments.Summary.self)
        ) { request, exchange in
            answer(request, exchange) { _ in try .json(AdminDocuments.Summary(await store.summary())) }
        }
        router.on(
            .get,
            "/v1/admin/graph",
            description: Operation("Where users go, and where they stop.", "Admin", .operator)
                .reads(query: "flow", "Only what happened on that flow's screens.")
                .reads(query: "since", "Only what happened since.", ["type": "string", "format": "date-time"])
                .answers(200, "The screens and the ways between them.", AdminDocuments.Graph.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange) { query in
                let graph = try await store.graph(
                    GraphQuery(flow: query.text("flow"), since: try query.moment("since"))
                )
                return try .json(AdminDocuments.Graph(graph))
            }
        }
    }
}
