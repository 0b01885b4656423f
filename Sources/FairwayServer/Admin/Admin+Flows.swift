import Fairway
import FairwayHTTP
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Operators' calls about flows.
extension Admin {
    func addFlowRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/flows",
            description: APIOperation("Active flow controllers, newest first.", "Admin", .operator)
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
            description: APIOperation("How many sessions and flows there are.", "Admin", .operator)
                .answers(200, "The numbers.", AdminDocuments.Summary.self)
        ) { request, exchange in
            answer(request, exchange) { _ in try .json(AdminDocuments.Summary(await store.summary())) }
        }
        router.on(
            .get,
            "/v1/admin/graph",
            description: APIOperation("Where users go, and where they stop.", "Admin", .operator)
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

/// The stream of flow events.
extension Admin {
    func addStreamRoute(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/stream",
            description: APIOperation(
                "Flow controllers as they start, move and end, as server-sent events.",
                "Admin",
                .operator
            )
            .answers(200, Self.aboutStream, as: "text/event-stream")
            .refuses(.tooManyRequests)
        ) { request, exchange in
            watch(request, exchange)
        }
    }

    private static let aboutStream = """
        Events `start`, `move` and `end`: the `revision` of its session, and the `flow` as `/v1/admin/flows` lists it. \
        `move` comes with every change to a flow's row; one that has ended is as it was. What happens on this server is told \
        from the moment the answer begins; nothing is told again. A reader that does not keep up is told `missed` with the \
        `count` of the events that were dropped: list the flows again. So is everybody of changes that other servers on the \
        same store have made, once a second at most. A comment at least every 15 seconds.
        """

    /// Subscribes before it sends the head. A client that lists the flows after the head therefore misses no event.
    private func watch(_ request: Request, _ exchange: Exchange) {
        exchange.holdLine()
        Task.immediate(executorPreference: exchange.eventQueue) {
            do {
                try api.requireOperator(request)
                let listener = try api.engine.listenToFlows()
                let stream = EventStream(exchange, api.streams) { listener.cancel() }
                await stream.run {
                    while let news = await listener.next() { await stream.send(news) }
                }
                listener.cancel()
            } catch {
                exchange.respond { try api.respond(error, to: request) }
            }
        }
    }
}

extension EventStream {
    fileprivate func send(_ news: FlowNews) async {
        switch news {
        case .missed(let count):
            await send("missed", data: #"{"count":\#(count)}"#)
        case .events(let events):
            for event in events {
                // Committed rows always encode.
                guard let data = try? JSON.encode(AdminDocuments.FlowEvent(event)) else { continue }
                await send(event.kind.rawValue, data: String(decoding: data, as: UTF8.self))
            }
        }
    }
}
