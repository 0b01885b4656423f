import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Testing

/// Reading as an operator does not change the store.
struct AdminReadingTests {
    @Test func graphIncludesRecentEntriesWithoutWriting() async throws {
        let harbour = try await ServedHarbour()
        _ = try await harbour.begin()
        let graph = try JSON.decode(JSONValue.self, from: try await harbour.send(.get, "/v1/admin/graph").body)
        #expect(graph["edges"]?.array?.compactMap { $0["action"]?.string } == ["start"])
        // The journal entry was not folded when the graph was read, so it is folded now.
        #expect(try await harbour.store.foldJournal(limit: 10) == 1)
    }

    /// The lists have more rows than the encoder writes before it yields.
    @Test func onlySessionDetailsListDeviceScreens() async throws {
        let harbour = try await ServedHarbour()
        let device = #"{"idiom":"pad","locale":"en","app":"1.2","screens":{"Harbour.Quay":1}}"#
        for _ in 0..<70 {
            let body = #"{"flow":"Harbour","device":\#(device)}"#
            #expect(try await harbour.send(.post, "/v1/sessions", body).status == 201)
        }
        var session = ""
        for list in ["flows", "sessions"] {
            let reply = try await harbour.send(.get, "/v1/admin/\(list)?limit=500")
            let rows = try #require(try JSON.decode(JSONValue.self, from: reply.body)[list]?.array)
            #expect(rows.count == 70)
            #expect(rows.allSatisfy { $0["device"] == ["idiom": "pad", "locale": "en", "app": "1.2"] })
            session = try #require(rows.first?["session"]?.string)
        }
        let reply = try await harbour.send(.get, "/v1/admin/sessions/\(session)")
        #expect(try JSON.decode(JSONValue.self, from: reply.body)["screens"] == ["Harbour.Quay": 1])
    }

    private struct NoLoading: StoreInterceptor {
        func enter(_ call: String) async throws(StoreError) {
            if call.hasPrefix("load(") { throw StoreError(.unavailable, "the disk is gone") }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    @Test func exportThatFailsEndsWithTheProblem() async throws {
        let harbour = try await ServedHarbour(userTokens: { NamedTokens($0) }, interceptor: NoLoading())
        #expect(try await harbour.send(.post, "/v1/sessions", "{}", token: "user.ada.3600").status == 201)
        let reply = try await harbour.send(.get, "/v1/admin/users/ada/export")
        #expect(reply.status == 200)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .storeUnavailable)
        #expect(harbour.log.contains { $0.contains("the disk is gone") })
    }
}
