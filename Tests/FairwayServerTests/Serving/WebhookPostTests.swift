import FairwayHTTP
import FairwayTesting
import Foundation
import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayEvents
@testable import FairwayServer

/// What a receiver can do to a request.
@Suite(.waiting)
struct WebhookPostTests {
    private let clock = ManualClock()

    @Test func requestArrivesAsItWasSigned() async throws {
        try await withReceiver { receiver, message in
            #expect(await Webhooks.post(message, clock) == .status(204))
            let request = try #require(receiver.requests.first)
            #expect(request.body == message.body)
            for (name, value) in message.headers {
                #expect(request.headerFields.first { $0.0.lowercased() == name.lowercased() }?.1 == value)
            }
        }
    }

    @Test(arguments: [200, 204, 400, 401, 410, 429, 500, 503])
    func answersOfReceiversAreStatuses(status: Int) async throws {
        try await withReceiver { receiver, message in
            receiver.response = Response(Status(status))
            #expect(await Webhooks.post(message, clock) == .status(status))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectsAreNotFollowed(status: Int) async throws {
        try await withReceiver { receiver, message in
            receiver.response = Response(Status(status), headers: ["Location": "/elsewhere"])
            #expect(await Webhooks.post(message, clock) == .status(status))
            #expect(receiver.requests.map(\.path) == ["/hook"])
        }
    }

    @Test func silentReceiverIsGivenUpAfterTenSeconds() async throws {
        try await withReceiver { receiver, message in
            receiver.response = nil
            let post = Task { await Webhooks.post(message, clock) }
            try await until { receiver.requests.count == 1 }
            clock.advance(by: 9.9)
            clock.advance(by: 0.1)
            #expect(await post.value == .none("there was no complete answer within 10 s"))
            receiver.releaseAll()
        }
    }

    @Test func cancelledRequestEndsAtOnce() async throws {
        try await withReceiver { receiver, message in
            receiver.response = nil
            let post = Task { await Webhooks.post(message, clock) }
            try await until { receiver.requests.count == 1 }
            post.cancel()
            #expect(await post.value != .status(204))
            receiver.releaseAll()
        }
    }

    @Test func answerOfAMebibyteIsRead() async throws {
        try await withReceiver { receiver, message in
            receiver.response = .text(String(repeating: "x", count: 1 << 20))
            #expect(await Webhooks.post(message, clock) == .status(200))
        }
    }

    @Test func largerAnswerIsAFailure() async throws {
        try await withReceiver { receiver, message in
            receiver.response = .text(String(repeating: "x", count: 1 + 1 << 20))
            #expect(await Webhooks.post(message, clock) == .none("the answer is larger than 1 MiB"))
        }
    }

    /// The file has 10 KiB, and decompresses to 10 MiB.
    @Test func bytesAreCountedAfterDecompression() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/bomb.json.gz")
        let bomb = Array(try Data(contentsOf: file))
        try await withReceiver { receiver, message in
            receiver.response = Response(200, .text, headers: ["Content-Encoding": "gzip"], body: bomb)
            #expect(await Webhooks.post(message, clock) == .none("the answer is larger than 1 MiB"))
        }
    }

    @Test func receiverThatDoesNotListenIsAFailure() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/hook"))
        guard case .none(let reason) = await Webhooks.post(Self.message(to: url), clock) else {
            Issue.record("there is an answer")
            return
        }
        #expect(!reason.contains("/hook"), "\(reason)")
    }

    private static func message(to url: URL) -> WebhookMessage {
        let receiver = WebhookReceiver(url, keys: [Array("0123456789abcdef".utf8)])
        return WebhookMessage(Array(#"{"events":[]}"#.utf8), to: receiver, redeliveries: 0, at: Date())
    }

    private func withReceiver(_ body: (Receiver, WebhookMessage) async throws -> Void) async throws {
        let receiver = Receiver()
        var router = Router<Void>()
        for path in ["/hook", "/elsewhere"] {
            router.on(.post, path) { request, exchange in receiver.answer(request, exchange) }
            router.on(.get, path) { request, exchange in receiver.answer(request, exchange) }
        }
        try await withServer(router) { server in
            let url = try #require(URL(string: "http://127.0.0.1:\(server.address.port)/hook"))
            try await body(receiver, Self.message(to: url))
        }
    }

    private final class Receiver: Sendable {
        private let state = Mutex(State())

        private struct State {
            var requests: [Request] = []
            /// Nil for no answer.
            var response: Response? = Response(204)
            var unanswered: [Exchange] = []
        }

        var requests: [Request] { state.withLock(\.requests) }
        var response: Response? {
            get { state.withLock(\.response) }
            set { state.withLock { $0.response = newValue } }
        }

        func answer(_ request: Request, _ exchange: Exchange) {
            let response = state.withLock { state in
                state.requests.append(request)
                if state.response == nil { state.unanswered.append(exchange) }
                return state.response
            }
            if let response { exchange.respond(response) }
        }

        /// Answers the requests that were not answered, because an exchange must be.
        func releaseAll() {
            for exchange in state.withLock(\.unanswered) { exchange.respond(Response(503)) }
        }
    }
}
