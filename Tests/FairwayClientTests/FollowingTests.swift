import FairwayHTTP
import FairwayWire
import Foundation
import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.waiting)
struct FollowingTests {
    /// Without a delay, the client would call such a server in a loop. A stream with only a comment is not empty.
    @Test(arguments: [("", 1), (":\n\n", 2)])
    func emptyStreamCountsAsALostConnection(body: String, times: Int) async throws {
        let seen = Seen()
        let error = await #expect(throws: ClientError.self) {
            try await follow(seen) { exchange in
                exchange.respond(Response(200, .eventStream, body: seen.asked == 1 ? Array(body.utf8) : []))
            }
        }
        guard case .network? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(seen.asked == times)
        #expect(seen.connected == Array(repeating: true, count: times) + [false])
    }

    /// A proxy may answer every call with a web page.
    @Test func responseOfAnotherTypeIsNotAStream() async throws {
        let seen = Seen()
        let error = await #expect(throws: ClientError.self) {
            try await follow(seen) { $0.respond(Response(200, .html, body: Array("<p>Log in!".utf8))) }
        }
        guard case .unexpected(200, let body)? = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(String(decoding: body, as: UTF8.self) == "<p>Log in!")
        #expect(seen.asked == 1)
        #expect(seen.connected == [false])
    }

    /// The JavaScript client reads an event of this size, too.
    @Test func stateOfManyMegabytesIsReceived() async throws {
        let seen = Seen()
        var last = StateDocument(session: "a", revision: 2, status: .over)
        last.result = try RawJSON(encoding: String(repeating: "x", count: 5 * 1_024 * 1_024))
        let event = Array("event: state\nid: 2\ndata: ".utf8) + (try JSON.encode(last)) + Array("\n\n".utf8)
        try await follow(seen) { $0.respond(Response(200, .eventStream, body: event)) }
        #expect(seen.asked == 1)
        #expect(seen.connected == [true])
    }

    /// A reconnection would get the same event.
    @Test func eventThatIsTooLargeEndsFollowing() async throws {
        let seen = Seen()
        let event = Array("data: ".utf8) + Array(repeating: UInt8(ascii: "x"), count: EventParser().largestEvent)
        let error = await #expect(throws: ClientError.self) {
            try await follow(seen, attempts: 2) { $0.respond(Response(200, .eventStream, body: event)) }
        }
        guard case .network(let error)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(error.code == .dataLengthExceedsMaximum)
        #expect(seen.asked == 1)
        #expect(seen.connected == [true, false])
    }

    @Test func cancelledFollowingDoesNotReportALostConnection() async throws {
        let seen = Seen()
        let following = Task {
            try await follow(seen) { exchange in
                var response = Response(200)
                response.contentType = .eventStream
                seen.keep(exchange.stream(response) { _ in })
            }
        }
        try await TestWaits.until { !seen.connected.isEmpty }
        following.cancel()
        try await following.value
        #expect(seen.connected == [true])
    }

    @Test func failureAfterCancellationIsNotReported() async throws {
        let seen = Seen()
        let (cancelled, cancellation) = AsyncStream.makeStream(of: Never.self)
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let app = RemoteApp(url) {
            seen.ask()
            for await _ in cancelled {}
            throw URLError(.cancelled)
        }
        let credentials = RemoteSession.Credentials(session: "a")
        let session = RemoteSession(app, credentials, StateDocument(session: "a", revision: 1))
        let following = Task { try await session.follow { seen.connect($0) } }
        try await TestWaits.until { seen.asked != 0 }
        following.cancel()
        cancellation.finish()
        try await following.value
        #expect(seen.connected == [])
    }

    /// Follows a session on a server that answers every stream request with `answer`.
    private func follow(
        _ seen: Seen,
        attempts: Int = 1,
        _ answer: @escaping @Sendable (Exchange) -> Void
    ) async throws {
        var router = Router<Void>()
        router.on(.get, "/v1/sessions/a/stream") { _, exchange in
            seen.ask()
            answer(exchange)
        }
        let server = try HTTPServer(router: router, configuration: ServerConfiguration.forTests())
        let url = try #require(URL(string: "http://\(try server.start()[0])"))
        var app = RemoteApp(url, retry: RemoteApp.RetryPolicy(attempts: attempts))
        // This server sends no comments.
        app.streamTimeoutSeconds = Double(TestLimits.secondsForOutput)
        let session = RemoteSession(
            app,
            RemoteSession.Credentials(session: "a", token: "t"),
            StateDocument(session: "a", revision: 1)
        )
        let result: Result<Void, ClientError>
        do throws(ClientError) {
            result = .success(try await session.follow { seen.connect($0) })
        } catch {
            result = .failure(error)
        }
        await server.stop(withinSeconds: 0)
        try result.get()
    }

    /// The requests and connection reports of a test.
    private final class Seen: Sendable {
        private let state = Mutex<(asked: Int, connected: [Bool], streams: [BodyWriter])>((0, [], []))

        /// The number of requests: for the stream, or for a user token.
        var asked: Int { state.withLock(\.asked) }
        /// The reported connection states.
        var connected: [Bool] { state.withLock(\.connected) }

        func ask() { state.withLock { $0.asked += 1 } }
        func connect(_ isConnected: Bool) { state.withLock { $0.connected.append(isConnected) } }
        func keep(_ stream: BodyWriter) { state.withLock { $0.streams.append(stream) } }
    }
}
