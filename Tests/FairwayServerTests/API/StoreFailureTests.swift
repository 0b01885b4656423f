import Fairway
import FairwayDoubles
import FairwayHTTP
import FairwayWire
import ServerDoubles
import TestWaits
import Testing

/// Answers and log lines while the store fails.
@Suite(.waiting)
struct StoreFailureTests {
    @Test(arguments: [
        "GET /v1/sessions/{session}", "GET /v1/sessions/{session}/stream", "POST /v1/sessions/{session}/handoff",
        "GET /v1/admin/sessions/{session}", "GET /v1/admin/sessions",
    ])
    func storeErrorIsLoggedButNotSent(request: String) async throws {
        var limits = EngineLimits()
        limits.liveSessions = 1
        let harbour = try await ServedHarbour(limits: limits)
        let session = try await harbour.begin().session
        // Another session evicts it from the cache.
        _ = try await harbour.begin()
        try expectStoreError(request.replacing("{session}", with: session), at: harbour)
    }

    @Test func storeErrorInStreamIsLoggedButNotSent() async throws {
        let harbour = try await ServedHarbour()
        let state = try await harbour.begin()
        let session = state.session
        let body = #"{"signal":"Harbour.StormWarning","params":{"force":9}}"#
        #expect(try await harbour.send(.post, "/v1/sessions/\(session)/signals", body).status == 200)
        let fields = "Last-Event-ID: 1\r\nAuthorization: Bearer \(try #require(state.token))\r\n"
        try expectStoreError("GET /v1/sessions/\(session)/stream", fields, at: harbour)
    }

    @Test func failedSubscriptionHasLoggableCause() async throws {
        var limits = EngineLimits()
        limits.liveSessions = 1
        let harbour = try await ServedHarbour(limits: limits)
        let session = try await harbour.begin().session
        _ = try await harbour.begin()
        harbour.store.isUnavailable = true
        let refusal = await #expect(throws: EngineError.self) {
            try await harbour.engine.subscribe(session, by: Caller(.app))
        }
        #expect(refusal?.answer.code == .storeUnavailable)
        #expect(refusal?.answer.cause == "The store fails because the test says so.")
        #expect(refusal.map { "\($0)" } == "store-unavailable")
    }

    private func expectStoreError(
        _ request: String,
        _ fields: String = "Authorization: Bearer \(ServedHarbour.operatorToken)\r\n",
        at harbour: ServedHarbour
    ) throws {
        harbour.store.isUnavailable = true
        let client = try TestClient(harbour.address)
        client.send(
            "\(request) HTTP/1.1\r\nHost: a\r\nX-Request-Id: r1\r\n\(fields)Content-Length: 0\r\n\r\n"
        )
        let reply = try client.response()
        #expect(reply.status == 503)
        #expect(reply.code == "store-unavailable")
        #expect(reply.headers["retry-after"] == "1")
        #expect(!reply.body.contains("the test says so"))
        let line = try #require(harbour.log.first)
        #expect(harbour.log.count == 1)
        #expect(line.hasPrefix("1970-01-01T00:00:00.000Z error call failed code=store-unavailable cause="))
        #expect(line.hasSuffix(#"The store fails because the test says so." request=r1\#n"#))
    }
}
