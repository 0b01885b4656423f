import FairwayDoubles
import FairwayTesting
import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayEvents

/// What a sender sends and stores, a step at a time.
@Suite(.waiting)
struct WebhookSenderTests {
    @Test func newReceiverGetsTheEventsAfterItsFirstLook() async throws {
        let office = try await WebhookOffice()
        try office.act(3)
        let sender = try await office.sender("a")
        try office.act(2)
        #expect(await sender.step() == 0)
        #expect(try office.revisions("a") == [[4, 5]])
        try office.act(1)
        #expect(await sender.step() == 0)
        #expect(try office.revisions("a") == [[4, 5], [6]])
    }

    @Test func restartContinuesAtTheStoredCursor() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        try office.act(1)
        let next = try await office.sender("a")
        _ = await next.step()
        #expect(try office.revisions("a") == [[1], [2]])
    }

    @Test func retryHasTheSameIDAndBodyAlsoAfterARestart() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let sender = try await office.sender("a")
        try office.act(2)
        _ = await sender.step()
        // It does not join the request that is repeated. The user of its events may change meanwhile.
        try office.act(1, user: "ada")
        office.clock.advance(by: 5)
        _ = await sender.step()
        office.clock.advance(by: 10)
        office.answer("a", .status(204))
        let next = try await office.sender("a")
        _ = await next.step()
        _ = await next.step()
        let requests = office.requests("a")
        #expect(Set(requests.prefix(3).map(\.id)).count == 1)
        #expect(Set(requests.prefix(3).map(\.body)).count == 1)
        #expect(try office.revisions("a") == [[1, 2], [1, 2], [1, 2], [3]])
        #expect(requests[3].id != requests[0].id)
    }

    @Test func retryWaitsForItsDelay() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        #expect(await sender.step() == WebhookLimits.secondsBetweenLooks)
        #expect(office.requests("a").count == 1)
        office.clock.advance(by: 5)
        _ = await sender.step()
        #expect(office.requests("a").count == 2)
    }

    @Test func goneReceiverGetsNothingUntilTheFileChanges() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(410))
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        office.clock.advance(by: 86_400)
        #expect(await sender.step() == WebhookLimits.secondsBetweenLooks)
        #expect(office.requests("a").count == 1)
        office.answer("a", .status(204))
        sender.replace(try WebhookOffice.receiver("a"), file: "changed")
        _ = await sender.step()
        #expect(try office.revisions("a") == [[1], [1]])
        #expect(try office.progress("a").disabledIn == nil)
    }

    @Test func redeliverySendsTheEventsAfterACursorAgain() async throws {
        let office = try await WebhookOffice()
        let receiver = try WebhookOffice.receiver("a")
        let webhooks = office.webhooks([receiver])
        let sender = try await office.sender("a")
        let start = try office.progress("a").cursor
        try office.act(2)
        _ = await sender.step()
        let listed = try await webhooks.redeliver(receiver.id, after: start)
        #expect(listed?.progress?.cursor == start)
        #expect(listed?.state == .active)
        _ = await sender.step()
        let requests = office.requests("a")
        #expect(requests.count == 2)
        #expect(requests[0].body == requests[1].body)
        #expect(requests[0].id != requests[1].id, "a receiver would ignore a request that it knows")
        #expect(try await webhooks.redeliver("wh_none", after: start) == nil)
    }

    @Test func redeliveryDuringARequestCounts() async throws {
        let office = try await WebhookOffice()
        let receiver = try WebhookOffice.receiver("a")
        let webhooks = office.webhooks([receiver])
        let sender = try await office.sender("a")
        let start = try office.progress("a").cursor
        try office.act(1)
        let gate = office.hold("a")
        let step = Task { await sender.step() }
        try await until { office.requests("a").count == 1 }
        _ = try await webhooks.redeliver(receiver.id, after: start)
        gate.yield(.status(204))
        _ = await step.value
        #expect(try office.progress("a").cursor == start)
        #expect(try office.progress("a").redeliveries == 1)
    }

    @Test func eventsThatTheReceiverDoesNotTakeAreSkipped() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender(try WebhookOffice.receiver("a", kinds: ["start"], body: .thin))
        try office.act(1)
        try office.act(2, in: "another")
        try office.act(3)
        _ = await sender.step()
        #expect(try office.revisions("a") == [[1, 1]])
        #expect(String(decoding: office.requests("a")[0].body, as: UTF8.self).contains(#""thin""#))
        let page = try await office.services.feed.events(after: try office.progress("a").cursor, limit: 10)
        #expect(page.events == [])
    }

    @Test func placeOfAReceiverThatTakesNothingIsStoredAfterAMinute() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender(try WebhookOffice.receiver("a", flows: ["Another"]))
        let start = try office.progress("a").cursor
        for seconds in [59.0, 1] {
            try office.act(1)
            #expect(await sender.step() == 0)
            #expect(try office.progress("a").cursor == start)
            office.clock.advance(by: seconds)
        }
        try office.act(1)
        _ = await sender.step()
        #expect(try office.progress("a").cursor != start)
        #expect(office.requests("a") == [])
    }

    @Test func oneNodeSendsAtATime() async throws {
        let memory = SharedMemory()
        let (first, second) = (try await WebhookOffice(memory), try await WebhookOffice(memory))
        let (sender, other) = (try await first.sender("a"), try await second.sender("a"))
        try first.act(1)
        _ = await sender.step()
        try first.act(1)
        #expect(await other.step() == WebhookLimits.secondsBetweenLooks)
        #expect(!other.health.isSending)
        #expect(sender.health.isSending)
        await first.services.lease.release()
        _ = await other.step()
        #expect(try first.revisions("a") == [[1]])
        #expect(try second.revisions("a") == [[2]])
    }

    @Test func claimOfANodeThatIsGoneExpires() async throws {
        let memory = SharedMemory()
        let (first, second) = (try await WebhookOffice(memory), try await WebhookOffice(memory))
        let (sender, other) = (try await first.sender("a"), try await second.sender("a"))
        try first.act(1)
        _ = await sender.step()
        try first.act(1)
        second.clock.advance(by: WebhookLimits.secondsOfClaim)
        _ = await other.step()
        #expect(try second.revisions("a") == [[2]])
    }

    @Test func failuresAreReportedAndTheLagGrows() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let receiver = try WebhookOffice.receiver("a")
        let webhooks = office.webhooks([receiver])
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        #expect(sender.health.failures == 1)
        #expect(office.reports == ["a.example: The receiver answered 500."])
        let lag = try #require(try await webhooks.listed().first).lag
        office.clock.advance(by: 100)
        let listed = try #require(try await webhooks.listed().first)
        #expect(listed.lag == lag + 100)
        #expect(listed.state == .failing)
        #expect(listed.progress?.failures == 1)
    }

    /// Otherwise a request would be repeated with events of an erased user.
    @Test func erasureDeletesTheBodyThatIsRepeated() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let sender = try await office.sender("a")
        try office.act(1)
        try office.act(1, in: "erased")
        _ = await sender.step()
        let id = try WebhookOffice.receiver("a").id
        #expect(try office.store.webhookBody(id) != nil)
        try office.store.use { $0.delete(["erased"]) }
        #expect(try office.store.webhookBody(id) == nil)
        office.clock.advance(by: 5)
        _ = await sender.step()
        #expect(try office.revisions("a") == [[1, 1], [1]])
        #expect(office.requests("a")[0].id != office.requests("a")[1].id)
    }

    @Test func eventsAreKeptForAReceiverUntilItIsGone() async throws {
        let office = try await WebhookOffice()
        let feed = office.services.feed
        let sender = try await office.sender("a")
        let name = WebhookServices.consumer(try WebhookOffice.receiver("a").id)
        #expect(try await feed.consumers().map(\.name) == [name])
        try office.act(1)
        _ = await sender.step()
        #expect(try await feed.consumers().map(\.cursor) == [try office.progress("a").cursor])
        office.answer("a", .status(410))
        try office.act(1)
        _ = await sender.step()
        #expect(try await feed.consumers() == [])
        office.answer("a", .status(204))
        sender.replace(try WebhookOffice.receiver("a"), file: "changed")
        _ = await sender.step()
        #expect(try await feed.consumers().map(\.name) == [name])
        try await office.services.release(exceptFor: [])
        #expect(try await feed.consumers() == [])
    }

    @Test func storeThatDoesNotAnswerIsAskedAgain() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender("a")
        office.store.close()
        #expect(await sender.step() == WebhookLimits.secondsBetweenLooks)
        #expect(office.reports == ["store"])
    }
}

/// Senders that run.
@Suite(.waiting)
struct WebhooksTests {
    @Test func silentReceiverDelaysNoOther() async throws {
        let office = try await WebhookOffice()
        let gate = office.hold("a")
        let webhooks = office.webhooks([try WebhookOffice.receiver("a"), try WebhookOffice.receiver("b")])
        await webhooks.start()
        for number in 1...3 {
            try office.act(1)
            try await until {
                office.clock.advance(by: WebhookLimits.secondsOfWait)
                return office.requests("b").count == number
            }
        }
        #expect(office.requests("a").count == 1)
        let health = webhooks.health
        #expect(health.map(\.host) == ["a.example", "b.example"])
        #expect(try #require(health[0].lag) > 0)
        gate.yield(.none("there was no complete answer within 10 s"))
        try await until { webhooks.health.map(\.failures) == [1, 0] }
        await webhooks.stop()
    }

    @Test func stopGivesUpTheRequest() async throws {
        let office = try await WebhookOffice()
        _ = office.hold("a")
        let webhooks = office.webhooks([try WebhookOffice.receiver("a")])
        await webhooks.start()
        try office.act(1)
        try await until {
            office.clock.advance(by: WebhookLimits.secondsOfWait)
            return office.requests("a").count == 1
        }
        await webhooks.stop()
        #expect(try office.progress("a").failures == 0)
        #expect(office.reports == [])
    }

    @Test func receiverThatIsNoLongerInTheFileGetsNothing() async throws {
        let office = try await WebhookOffice()
        let webhooks = office.webhooks([try WebhookOffice.receiver("a"), try WebhookOffice.receiver("b")])
        await webhooks.start()
        webhooks.replace([try WebhookOffice.receiver("b")], file: "changed")
        try office.act(1)
        try await until {
            office.clock.advance(by: WebhookLimits.secondsOfWait)
            return office.requests("b").count == 1
        }
        #expect(office.requests("a") == [])
        #expect(try await webhooks.listed().map(\.receiver.host) == ["b.example"])
        await webhooks.stop()
    }
}

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
        return WebhookSender(receiver, file: "file", services)
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
        webhooks.replace(list, file: "file")
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
