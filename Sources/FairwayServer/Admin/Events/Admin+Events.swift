import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation
import Synchronization

/// The committed changes of all sessions, for other systems.
extension Admin {
    func addEventRoute(to router: inout Router<APIOperation>) {
        guard let events else { return }
        router.on(
            .get,
            "/v1/admin/events",
            description: APIOperation(
                "The committed changes of all sessions, oldest first, each once, and those of a session in the order of its revisions.",
                "Admin",
                .operator
            )
            .explained("For systems that follow what happens. Save the cursor with what you do, and read on from it.")
            .reads(
                query: "after",
                "Only events behind this cursor; `next` of the previous page. By default from the oldest.",
                example: "4711"
            )
            .reads(
                query: "limit",
                "The number of events; 50 by default, 500 at most.",
                ["type": "integer", "minimum": 1],
                example: 50
            )
            .reads(query: "flow", "Only changes that started from a screen of this flow.", example: "Checkout")
            .reads(query: "kind", "Only changes of this kind.", example: "action")
            .reads(.preferEvents)
            .answers(200, "Events. `next` is never null.", EventsDocument.self)
            .answers(200, Self.aboutLines, as: Self.eventLines)
            .refuses(.malformedRequest, .eventsGone, .tooManyRequests)
        ) { request, exchange in
            if request[.accept]?.lowercased().contains(Self.eventLines) == true {
                return stream(events, request, exchange)
            }
            let seconds = request.waitSeconds ?? 0
            guard seconds > 0 else {
                return api.answer(request, exchange) { try await read(events, request, exchange) }
            }
            api.answer(request, waiting: exchange) {
                try await read(events, request, exchange, waiting: Double(seconds))
            }
        }
    }

    private static let eventLines = "application/x-ndjson"

    private static let aboutLines = """
        A line for each event, from `after` on, without end. A line `{"next": "…"}` follows at least every 15 seconds; it has the \
        cursor behind the events so far. A line with a `code` is a problem, and the last one.
        """

    private static let secondsBetweenLines = 12.0
    private static let eventsPerRead = 500
    /// Reads without an event, because of the filter or of erasures, before a reply is empty.
    private static let mostEmptyReads = 20

    /// Reads a page, and waits for the first event if there is none.
    private func read(
        _ feed: EventFeed,
        _ request: Request,
        _ exchange: Exchange,
        waiting seconds: Double = 0
    ) async throws -> Response {
        do {
            let (query, limit) = try await eventQuery(request, exchange)
            let end = api.clock.secondsPassed + seconds
            var page = try await self.page(of: feed, query, limit)
            if page.events.isEmpty, seconds > 0 {
                page = try await feed.withReader {
                    while page.events.isEmpty, page.isLast, api.clock.secondsPassed < end, !feed.isStopping,
                        !Task.isCancelled
                    {
                        await feed.wait(after: page.next, seconds: end - api.clock.secondsPassed)
                        page = try await self.page(of: feed, EventReading(after: page.next, query.filter), limit)
                    }
                    return page
                }
            }
            return try await .page("events", page.events.lazy.map(EventDocument.init), next: "\(page.next)")
        } catch let error as EventFeedError {
            return api.respond(answer(to: error), to: request)
        }
    }

    /// The first page with an event, or the last one.
    private func page(of feed: EventFeed, _ query: EventReading, _ limit: Int) async throws -> EventPage {
        try await withTaskExecutorPreference(threads) {
            var page = try await feed.events(after: query.after, limit: limit, filter: query.filter)
            for _ in 0..<Self.mostEmptyReads where page.events.isEmpty && !page.isLast {
                page = try await feed.events(after: page.next, limit: limit, filter: query.filter)
            }
            return page
        }
    }

    /// The parameters of a call. A call without a cursor and a stream are audited. The calls that continue another one are not.
    private func eventQuery(
        _ request: Request,
        _ exchange: Exchange,
        isStream: Bool = false
    ) async throws -> (EventReading, limit: Int) {
        let `operator` = try api.requireOperator(request, needs: .support)
        let query = try QueryParameters(request)
        let text = query.text("after")
        if text == nil || isStream { try await api.audit(request, exchange, by: `operator`, about: AuditSubject()) }
        let filter = EventFilter(
            flows: Set([query.text("flow")].compactMap(\.self)),
            kinds: Set([query.text("kind")].compactMap(\.self))
        )
        let limit = try query.limit()
        guard let text else { return (EventReading(after: nil, filter), limit) }
        return (EventReading(after: EventCursor(text) ?? .unknown, filter), limit)
    }

    func answer(to error: EventFeedError) -> Answer {
        switch error {
        case .gone(let oldest):
            Answer(
                Problem(
                    .eventsGone,
                    "The events behind this cursor are no longer kept, or the cursor is not one of this store.",
                    members: ["oldest": .string("\(oldest)")]
                )
            )
        case .store(let error): Answer(Problem(.storeUnavailable), cause: error.message)
        case .tooManyConsumers: Answer(Problem(.tooManyRequests))
        }
    }

    // MARK: Streaming

    private func stream(_ feed: EventFeed, _ request: Request, _ exchange: Exchange) {
        exchange.pausePipeline()
        let reading = CancellableTask()
        reading.run(on: exchange.eventLoop) {
            do {
                let (query, _) = try await eventQuery(request, exchange, isStream: true)
                let `operator` = try api.requireOperator(request, needs: .support)
                try await feed.withReader {
                    // Before the head is sent, a problem is still an ordinary response.
                    let first = try await page(of: feed, query, Self.eventsPerRead)
                    let body = StreamedBody(exchange, Self.eventLines) { reading.cancel() }
                    await send(first, query.filter, of: feed, to: body, request, `operator`)
                    body.writer.finish()
                }
            } catch let error as EventFeedError {
                exchange.respond(api.respond(answer(to: error), to: request))
            } catch {
                exchange.respond { try api.respond(error, to: request) }
            }
        }
    }

    private func send(
        _ first: EventPage,
        _ filter: EventFilter,
        of feed: EventFeed,
        to body: StreamedBody,
        _ request: Request,
        _ operator: Operator
    ) async {
        do {
            var page = first
            while !body.writer.isClosed, !body.isShuttingDown {
                for event in page.events { await body.send(try JSON.encode(EventDocument(event)) + Self.lineEnd) }
                if page.isLast {
                    await body.send(try JSON.encode(["next": "\(page.next)"]) + Self.lineEnd)
                    await feed.wait(after: page.next, seconds: Self.secondsBetweenLines)
                }
                // The operator may have been removed since the stream began.
                guard !Task.isCancelled, !feed.isStopping,
                    (try? api.requireOperator(request, needs: .support)) == `operator`
                else { return }
                page = try await self.page(of: feed, EventReading(after: page.next, filter), Self.eventsPerRead)
            }
        } catch {
            let answer = (error as? EventFeedError).map(answer) ?? Answer(Problem(.storeUnavailable), cause: "\(error)")
            await body.send(api.respond(answer, to: request).body + Self.lineEnd)
        }
    }

    private static let lineEnd = [UInt8(ascii: "\n")]
}

/// Where to read, and which events.
private struct EventReading: Sendable {
    let after: EventCursor?
    let filter: EventFilter

    init(after: EventCursor?, _ filter: EventFilter) { (self.after, self.filter) = (after, filter) }
}

/// A task that may be cancelled before it has begun.
private final class CancellableTask: Sendable {
    private let state = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

    func run(on executor: any TaskExecutor, _ work: @escaping @Sendable () async -> Void) {
        let task = Task.immediate(executorPreference: executor) { await work() }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
