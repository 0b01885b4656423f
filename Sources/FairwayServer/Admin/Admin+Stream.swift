import Fairway
import FairwayHTTP
import FairwayWire

/// Watching flows.
extension Admin {
    func addStreamRoute(to router: inout Router<Operation>) {
        router.on(
            .get,
            "/v1/admin/stream",
            description: Operation(
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

    /// Whoever lists the flows after the head has come misses nothing: an event of before the list is older than its row.
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
                // What cannot be written as JSON has not been committed.
                guard let data = try? JSON.encode(AdminDocuments.FlowEvent(event)) else { continue }
                await send(event.kind.rawValue, data: String(decoding: data, as: UTF8.self))
            }
        }
    }
}
