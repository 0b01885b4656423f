import FairwayDoubles
import FairwayTesting
import FairwayWire
import Foundation
import Synchronization
import Testing

@testable import Fairway
@testable import FairwayEvents

/// Senders with a store, a clock and receivers under the test's control.
struct WebhookOffice: Sendable {
    let store: MemoryStore
    let clock = ManualClock()
    let services: WebhookServices
    private let engine: Engine
    private let receivers = WebhookReceivers()

    init(_ memory: SharedMemory? = nil) async throws {
        store = memory?.open() ?? MemoryStore()
        engine = try Engine(App(initial: Desk()), store: store, clock: clock)
        let feed = EventFeed(store: store, clock: clock)
        await feed.start()
        services = WebhookServices(
            feed: feed,
            store: store,
            clock: clock,
            lease: WebhookLease(engine),
            trace: { "trace of \($0) \($1)" },
            encode: Self.encode,
            post: receivers.post,
            report: receivers.note
        )
    }

    private static let encode: WebhookEncoding = { event, body in
        Array(
            #"{"session":"\#(event.session)","revision":\#(event.revision),"user":"\#(event.user ?? "")","body":"\#(body)"}"#
                .utf8
        )
    }

    static func receiver(
        _ name: String,
        kinds: Set<String>? = nil,
        flows: Set<String>? = nil,
        body: WebhookReceiver.Body = .full
    ) throws -> WebhookReceiver {
        let url = try #require(URL(string: "https://\(name).example/hook"))
        return WebhookReceiver(url, keys: [Array("0123456789abcdef".utf8)], kinds: kinds, flows: flows, body: body)
    }

    /// A sender whose place is stored.
    func sender(_ name: String) async throws -> WebhookSender { try await sender(try Self.receiver(name)) }

    func sender(_ receiver: WebhookReceiver) async throws -> WebhookSender {
        _ = try await services.progress(of: receiver.id)
        return WebhookSender(receiver, services)
    }

    func webhooks(_ list: [WebhookReceiver]) -> Webhooks {
        let webhooks = Webhooks(
            services.feed,
            store,
            of: engine,
            encode: services.encode,
            post: services.post,
            report: services.report
        )
        webhooks.replace(list)
        return webhooks
    }

    /// Commits changes of a session.
    func act(_ count: Int, in session: String = "s", user: String? = nil) throws {
        for _ in 0..<count {
            let sample = StoredSample(session, user: user)
            let revision = try store.load(session)?.session.revision
            _ = try store.commit(revision.map { sample.counting(from: $0) } ?? sample.starting())
        }
    }

    func progress(_ name: String) throws -> WebhookProgress {
        try #require(try store.webhooks([try Self.receiver(name).id]).first)
    }

    /// The answer to all later requests; 204 unless set.
    func answer(_ name: String, _ answer: WebhookAnswer) { receivers.answer("\(name).example", answer) }

    /// Holds the later requests until an answer is yielded.
    func hold(_ name: String) -> AsyncStream<WebhookAnswer>.Continuation { receivers.hold("\(name).example") }

    func requests(_ name: String) -> [WebhookMessage] { receivers.requests("\(name).example") }

    /// The revisions of the events in each request.
    func revisions(_ name: String) throws -> [[Int]] {
        try requests(name).map { try JSON.decode(Body.self, from: $0.body).events.map(\.revision) }
    }

    var reports: [String] { receivers.reports }

    private struct Body: Decodable {
        var events: [Event]

        struct Event: Decodable {
            var revision: Int
        }
    }
}

/// The receivers of a ``WebhookOffice``, by host.
private final class WebhookReceivers: Sendable {
    private let state = Mutex(State())

    private struct State {
        var requests: [String: [WebhookMessage]] = [:]
        var answers: [String: WebhookAnswer] = [:]
        var gates: [String: AsyncStream<WebhookAnswer>] = [:]
        var reports: [String] = []
    }

    var reports: [String] { state.withLock(\.reports) }

    func requests(_ host: String) -> [WebhookMessage] { state.withLock { $0.requests[host] ?? [] } }

    func answer(_ host: String, _ answer: WebhookAnswer) { state.withLock { $0.answers[host] = answer } }

    func hold(_ host: String) -> AsyncStream<WebhookAnswer>.Continuation {
        let (stream, continuation) = AsyncStream<WebhookAnswer>.makeStream()
        state.withLock { $0.gates[host] = stream }
        return continuation
    }

    @Sendable func post(_ message: WebhookMessage) async -> WebhookAnswer {
        let host = message.url.host ?? ""
        let (answer, gate) = state.withLock { state in
            state.requests[host, default: []].append(message)
            return (state.answers[host] ?? .status(204), state.gates[host])
        }
        guard let gate else { return answer }
        for await answer in gate { return answer }
        return .none("cancelled")
    }

    @Sendable func note(_ report: WebhookReport) {
        state.withLock { state in
            switch report {
            case .failed(let receiver, let error, _): state.reports.append("\(receiver): \(error)")
            case .interrupted: state.reports.append("store")
            case .continued: state.reports.append("store again")
            }
        }
    }
}

private struct Desk: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { on(Page.self) { _, _, _ in } }

    struct Page: Screen {
        enum Action: Codable { case press }
    }
}
