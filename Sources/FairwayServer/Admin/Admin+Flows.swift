import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

extension Admin {
    func addFlowRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/flows",
            description: APIOperation("Active flow controllers, newest first.", "Admin", .operator)
                .explained("A row is a flow controller, so a session has as many rows as active flows.")
                .reads(query: "flow", "Only flows with this name.", example: "Checkout")
                .reads(query: "screen", "Only flows that last showed this screen.", example: "Checkout.Address")
                .reads(query: "session", "Only flows of this session.", example: "01m8kgeehg1ma8hsjwc5nwwsqq")
                .reads(query: "user", "Only flows of this user's sessions.", example: "ada")
                .reads(
                    query: "idle",
                    "Only flows of sessions in which no user has acted for this many seconds.",
                    ["type": "integer", "minimum": 0],
                    example: 86400
                )
                .reads(
                    query: "order",
                    "`newest` (the default) or `oldest` first.",
                    ["enum": ["newest", "oldest"]],
                    example: "oldest"
                )
                .readsPage()
                .answers(200, "A page of flows.", FlowsDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                let query = call.query
                let page = try await store.flows(
                    FlowsQuery(
                        flow: query.text("flow"),
                        screen: query.text("screen"),
                        session: query.text("session"),
                        user: query.text("user"),
                        idleSince: try query.integer("idle", atLeast: 0).map {
                            api.clock.now.addingTimeInterval(-Double($0))
                        },
                        order: try query.choice("order") ?? .newest,
                        cursor: query.text("cursor"),
                        limit: try query.limit()
                    )
                )
                let rows = page.rows.lazy.map(FlowDocument.init)
                let shown = rows.map { call.showsRecords ? $0 : $0.withoutTexts }
                return try await .page("flows", shown, next: page.next)
            }
        }
        router.on(
            .get,
            "/v1/admin/summary",
            description: APIOperation("Counts of sessions, and of flows and their screens.", "Admin", .operator)
                .explained("A console calls it first, to learn the caller's role.")
                .answers(200, "The counts.", SummaryDocument.self)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                try .json(SummaryDocument(await store.summary(), for: call.operator))
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
                "Streams the starts, moves and ends of flow controllers as server-sent events.",
                "Admin",
                .operator
            )
            .explained("For consoles that show what happens now. Read the lists first, and then follow.")
            .answers(200, Self.aboutStream, as: "text/event-stream")
            .refuses(.tooManyRequests)
        ) { request, exchange in
            watch(request, exchange)
        }
    }

    private static let aboutStream = """
        Events `start`, `move` and `end`, each with the session's `revision` and the `flow` as in `/v1/admin/flows`. \
        `move` reports any change of a flow; `end` contains its last state. Earlier events are not repeated. `missed`, \
        with a `count`, means that the list of flows must be read again: events were dropped because the client reads \
        too slowly, or other servers on the store have made changes (reported at most once per second). A comment is \
        sent at least every 15 seconds.
        """

    /// Subscribes before it sends the response's head. A client that lists the flows after it has received the head
    /// misses no event.
    private func watch(_ request: Request, _ exchange: Exchange) {
        exchange.pausePipeline()
        Task.immediate(executorPreference: exchange.eventLoop) {
            do {
                let `operator` = try api.requireOperator(request, needs: .view)
                let listener = try api.operators.listenToFlows()
                let stream = EventStream(exchange, api.streams) { listener.cancel() }
                await stream.run {
                    while let item = await listener.next() {
                        // The operator may have been removed since the stream began.
                        guard (try? api.requireOperator(request, needs: .view)) == `operator` else { break }
                        await stream.send(item, showsRecords: `operator`.role.seesRecords)
                    }
                }
                listener.cancel()
            } catch {
                exchange.respond { try api.respond(error, to: request) }
            }
        }
    }
}

extension EventStream {
    fileprivate func send(_ item: FlowFeedItem, showsRecords: Bool) async {
        switch item {
        case .missed(let count):
            await send("missed", data: #"{"count":\#(count)}"#)
        case .events(let events):
            for event in events {
                // Encoding a committed row cannot fail.
                let document = FlowEventDocument(event, showsRecords: showsRecords)
                guard let data = try? JSON.encode(document) else { continue }
                await send(event.kind.rawValue, data: String(decoding: data, as: UTF8.self))
            }
        }
    }
}
