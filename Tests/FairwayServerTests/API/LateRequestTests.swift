import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayServer

/// Requests that have waited too long in their sockets, because the engine was full.
@Suite(.waiting)
struct LateRequestTests {
    /// A full engine, with one change running and one queued, and a client with requests that stay unread for five
    /// seconds.
    private final class FullHarbour {
        let harbour: ServedHarbour
        let session: StateDocument
        private let sockets = SteppedClock()
        private let client: TestClient
        private let hold: CommitGate
        private let changes: [Task<Answer, Never>]

        init() async throws {
            var limits = EngineLimits()
            limits.changesAtWork = 1
            let harbour = try await ServedHarbour(limits: limits, sockets: sockets)
            self.harbour = harbour
            session = try await harbour.begin()
            client = try TestClient(harbour.address)
            client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().status == 200)
            sockets.setSecondsSinceData(5)
            sockets.jump(seconds: 60)
            hold = harbour.store.holdNext()
            let start = { Task { await harbour.engine.start(StartRequest(flow: "Harbour")) } }
            let first = start()
            await hold.reached()
            changes = [first, start()]
            try await until { harbour.engine.isFull }
            // This request activates the read throttle. Only then can requests be late.
            _ = try await send("GET /healthz", "")
        }

        func send(_ request: String, _ body: String) async throws -> TestResponse {
            client.send(
                """
                \(request) HTTP/1.1\r
                Host: a\r
                Authorization: Bearer \(session.token ?? "")\r
                Content-Type: application/json\r
                Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """
            )
            // While the engine is full, the server reads sockets only at intervals.
            try await until {
                sockets.jump(seconds: 1)
                return client.isReadable || isChangeQueued
            }
            if isChangeQueued {
                Issue.record("The late change waits for a slot.")
                hold.release()
            }
            return try client.response()
        }

        /// Whether a further change waits, beside the one that was queued at the start.
        private var isChangeQueued: Bool { harbour.engine.statistics.changesWaitingForSlot > 1 }

        /// Lets the changes finish.
        func end() async throws {
            hold.release()
            for change in changes { #expect(await change.value.status == 201) }
        }
    }

    @Test func requestIsLateAfterMaximumQueueTime() async throws {
        var limits = EngineLimits()
        limits.secondsWaitingForSlot = 3
        let harbour = try await ServedHarbour(limits: limits)
        #expect(AppServer.configuration(for: harbour.engine, at: harbour.address).lateAfterSeconds == 3)
    }

    @Test(arguments: [
        ("POST /v1/sessions", ""),
        ("POST /v1/sessions/{session}/actions", #"{"action":"didBerth","params":{"name":"Ada","code":"1"}}"#),
        ("POST /v1/sessions/{session}/back", ""),
        ("PUT /v1/sessions/{session}/screens/s1/draft", "{}"),
        ("DELETE /v1/sessions/{session}/screens/s1/draft", ""),
        ("DELETE /v1/sessions/{session}", ""),
    ])
    func lateChangeIsRejected(request: String, body: String) async throws {
        let full = try await FullHarbour()
        let request = request.replacing("{session}", with: full.session.session)
        let reply = try await full.send(request, body)
        #expect(reply.status == 503)
        #expect(reply.code == "overloaded")
        #expect(["1", "2"].contains(reply.headers["retry-after"]))
        try await full.end()
        // The late change was not made.
        let after = try await full.send("GET /v1/sessions/\(full.session.session)", "")
        #expect(try JSON.decode(StateDocument.self, from: Array(after.body.utf8)).revision == 1)
    }

    @Test(arguments: [
        ("GET /v1/sessions/{session}", 200), ("POST /v1/sessions/{session}/handoff", 201), ("GET /healthz", 200),
    ])
    func lateReadIsAnswered(request: String, status: Int) async throws {
        let full = try await FullHarbour()
        let request = request.replacing("{session}", with: full.session.session)
        #expect(try await full.send(request, "").status == status)
        try await full.end()
    }
}
