import Fairway
import FairwayHTTP
import FairwayWire
import Testing

/// The default and maximum page size of the operators' lists (`protocol.md`, section 6).
struct AdminPagingTests {
    @Test func pageHasFiftyRowsByDefaultAndFiveHundredAtMost() async throws {
        let harbour = try await ServedHarbour()
        for _ in 0..<501 { _ = await harbour.engine.start(StartRequest(flow: "Harbour")) }
        for list in ["flows", "sessions"] { try await checkPages(of: list, harbour) }
    }

    private func checkPages(of list: String, _ harbour: ServedHarbour) async throws {
        let usual = try await page(harbour, "/v1/admin/\(list)")
        #expect(usual[list]?.array?.count == 50)
        let most = try await page(harbour, "/v1/admin/\(list)?limit=500")
        #expect(most[list]?.array?.count == 500)
        let cursor = try #require(most["next"]?.string)
        let rest = try await page(harbour, "/v1/admin/\(list)?limit=500&cursor=\(cursor)")
        #expect(rest[list]?.array?.count == 1)
        #expect(rest["next"] == .null)
        let seen = [most, rest].flatMap { ($0[list]?.array ?? []).compactMap { $0["session"]?.string } }
        #expect(Set(seen).count == 501)
        #expect(try await page(harbour, "/v1/admin/\(list)?limit=501")[list]?.array?.count == 500)
        for limit in ["0", "-1", "many"] {
            #expect(try await harbour.send(.get, "/v1/admin/\(list)?limit=\(limit)").status == 400, "\(limit)")
        }
    }

    private func page(_ harbour: ServedHarbour, _ path: String) async throws -> JSONValue {
        try JSON.decode(JSONValue.self, from: try await harbour.send(.get, path).body)
    }
}
