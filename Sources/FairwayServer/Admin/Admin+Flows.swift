import Fairway
import FairwayHTTP
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Admin {
    func addFlowRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/flows",
            description: APIOperation("Active flow controllers, newest first.", "Admin", .operator)
                .reads(query: "flow", "Only flows with that name.")
                .reads(query: "screen", "Only flows with that screen on top.")
                .reads(query: "session", "Only flows of that session.")
                .reads(
                    query: "idle",
                    "Only flows without a change for this many seconds.",
                    ["type": "integer", "minimum": 0]
                )
                .reads(query: "order", "The order.", ["enum": ["newest", "oldest"]])
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
            description: APIOperation("The numbers of sessions and flows.", "Admin", .operator)
                .answers(200, "The numbers.", AdminDocuments.Summary.self)
        ) { request, exchange in
            answer(request, exchange) { _ in try .json(AdminDocuments.Summary(await store.summary())) }
        }
        router.on(
            .get,
            "/v1/admin/graph",
            description: APIOperation("Transitions between screens, and screens in front.", "Admin", .operator)
                .reads(query: "flow", "Only transitions from that flow's screens.")
                .reads(query: "since", "Only transitions since then.", ["type": "string", "format": "date-time"])
                .answers(200, "The screens and the transitions between them.", AdminDocuments.Graph.self)
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
        Events `start`, `move` and `end`, each with the session's `revision` and the `flow` as in `/v1/admin/flows`. \
        `move` reports every change of a flow's row; `end` contains its last row. The stream begins with the response's \
        head and repeats no events. `missed`, with a `count`, means that events were dropped because the client reads too \
        slowly, or that other servers on the same store have made changes (at most once per second): list the flows \
        again. Sends a comment at least every 15 seconds.
        """

    /// Subscribes before it sends the head. A client that lists the flows after the head therefore misses no event.
    private func watch(_ request: Request, _ exchange: Exchange) {
        exchange.pausePipeline()
        Task.immediate(executorPreference: exchange.eventLoop) {
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
    fileprivate func send(_ news: FlowFeedItem) async {
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
