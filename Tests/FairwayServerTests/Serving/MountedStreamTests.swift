import Fairway
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import FairwayServer

/// Streams of a server that is mounted behind another one.
@Suite(.waiting)
struct MountedStreamTests {
    @Test func streamOfASessionEndsWithItsReading() async throws {
        try await serving { server in
            let session = try await start(at: server)
            let reply = try await send(.get, "/stream", session, at: server)
            #expect(reply.status == 200)
            #expect(reply.headers["Content-Type"] == "text/event-stream")
            #expect(reply.body.isEmpty)
            var text = ""
            var seen = 1
            for await bytes in try #require(reply.stream) {
                text += String(decoding: bytes, as: UTF8.self)
                guard text.contains("id: \(seen)\n"), text.hasSuffix("\n\n") else { continue }
                #expect(try await metric("fairway_streams", at: server) == 1)
                if seen == 2 { break }
                seen += 1
                let body = Array(#"{"action":"light"}"#.utf8)
                #expect(try await send(.post, "/actions", session, body, at: server).status == 200)
            }
            #expect(text.hasPrefix(":\nid: 1\nevent: state\ndata: {"))
            // The reply still has its stream, whose reading has ended.
            try await until { try await metric("fairway_streams", at: server) == 0 }
            for await _ in try #require(reply.stream) { Issue.record("A stream was read twice.") }
        }
    }

    @Test func streamThatNobodyReadsEndsWithItsReply() async throws {
        try await serving { server in
            let session = try await start(at: server)
            do {
                let reply = try await send(.get, "/stream", session, at: server)
                try await until { try await metric("fairway_streams", at: server) == 1 }
                #expect(reply.stream != nil)
            }
            try await until { try await metric("fairway_streams", at: server) == 0 }
        }
    }

    @Test func feedEndsWithTheCancellationOfItsReader() async throws {
        try await serving { server in
            _ = try await start(at: server)
            let headers: WebHeaders = ["Authorization": "Bearer t", "Accept": "application/x-ndjson"]
            let reply = try await server.respond(to: WebRequest(.get, "/v1/admin/events", headers: headers))
            let (lines, line) = AsyncStream.makeStream(of: String.self)
            let stream = try #require(reply.stream)
            let reader = Task {
                for await bytes in stream { line.yield(String(decoding: bytes, as: UTF8.self)) }
                line.finish()
            }
            var text = ""
            for await line in lines {
                text += line
                if text.contains(#""next":"#) { break }
            }
            #expect(text.contains(#""kind":"start""#))
            #expect(try await metric("fairway_event_readers", at: server) == 1)
            reader.cancel()
            await reader.value
            try await until { try await metric("fairway_event_readers", at: server) == 0 }
        }
    }

    @Test func stopEndsStreamsWithTheTimeOfTheNextTry() async throws {
        try await serving { server in
            let session = try await start(at: server)
            let reply = try await send(.get, "/stream", session, at: server)
            async let stopped: Void = server.stop()
            var text = ""
            for await bytes in try #require(reply.stream) { text += String(decoding: bytes, as: UTF8.self) }
            #expect(text.hasSuffix("retry: 1000\n\n"))
            await stopped
        }
    }

    @Test func endpointCannotAnswerWithAStream() async throws {
        let inner = try Self.server(App(initial: Lantern()))
        let session = try await start(at: inner)
        let app = App(initial: Lantern()) {
            Endpoint(.get, "/mirror") { _, _ in try await send(.get, "/stream", session, at: inner) }
        }
        try await serving(app) { server in
            #expect(try await server.respond(to: WebRequest(.get, "/mirror")).status == 500)
            try await until { try await metric("fairway_streams", at: inner) == 0 }
        }
        await inner.stop()
    }

    // MARK: Helpers

    private func serving(
        _ app: App = App(initial: Lantern()),
        _ body: (FairwayServer) async throws -> Void
    ) async throws {
        let server = try Self.server(app)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private static func server(_ app: App) throws -> FairwayServer {
        var options = try ServerOptions(["store": "memory:", "log-level": "error", "admin-token": "t"])
        options.console = RecordedConsole().console
        options.listens = false
        return try FairwayServer(app, options)
    }

    private func start(at server: FairwayServer) async throws -> StateDocument {
        try await server.respond(to: WebRequest(.post, "/v1/sessions", json: ["flow": "Lantern"])).decode()
    }

    private func send(
        _ method: WebRequest.Method,
        _ call: String,
        _ session: StateDocument,
        _ body: [UInt8] = [],
        at server: FairwayServer
    ) async throws -> WebResponse {
        let headers: WebHeaders = [
            "Authorization": "Bearer \(session.token ?? "")", "Content-Type": "application/json",
        ]
        let path = "/v1/sessions/\(session.session)\(call)"
        return try await server.respond(to: WebRequest(method, path, headers: headers, body: body))
    }

    private func metric(_ name: String, at server: FairwayServer) async throws -> Int? {
        let text = try await server.respond(to: WebRequest(.get, "/metrics")).text
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) }
    }
}

private struct Lantern: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Flame()) }

    static var routes: Routes<Self> {
        on(Flame.self) { _, action, nav in
            switch action {
            case .light: nav.show(Flame())
            }
        }
    }

    struct Flame: Screen {
        enum Action: Codable { case light }
    }
}
