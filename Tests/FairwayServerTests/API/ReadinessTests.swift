import FairwayHTTP
import FairwayTesting
import FairwayWire
import Testing

/// The readiness check for load balancers (`protocol.md`, section 6).
struct ReadinessTests {
    @Test func serverIsNotReadyWhileStoreFails() async throws {
        let harbour = try await ServedHarbour()
        #expect(try await harbour.send(.get, "/readyz").status == 200)
        harbour.store.isUnavailable = true
        harbour.clock.advance(by: 1)
        let reply = try await harbour.send(.get, "/readyz")
        #expect(reply.status == 503)
        #expect(reply.headers["retry-after"] == "1")
        #expect(try JSON.decode(JSONValue.self, from: reply.body)["code"] == "store-unavailable")
        #expect(try await harbour.send(.get, "/healthz").status == 200)
        harbour.store.isUnavailable = false
        harbour.clock.advance(by: 1)
        #expect(try await harbour.send(.get, "/readyz").status == 200)
    }

    @Test func readinessProbesStoreOncePerSecond() async throws {
        let harbour = try await ServedHarbour()
        #expect(try await harbour.send(.get, "/readyz").status == 200)
        harbour.store.isUnavailable = true
        harbour.clock.advance(by: 0.9)
        for _ in 0..<3 { #expect(try await harbour.send(.get, "/readyz").status == 200) }
        harbour.clock.advance(by: 0.1)
        #expect(try await harbour.send(.get, "/readyz").status == 503)
        harbour.store.isUnavailable = false
        #expect(try await harbour.send(.get, "/readyz").status == 503)
    }
}
