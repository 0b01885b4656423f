import FairwayWire
import Foundation
import TestWaits
import Testing

/// Each error of `protocol.md`, provoked over HTTP on SQLite.
@Suite(.waiting)
struct ErrorCodeTests {
    private static let all =
        Provocation.refusals + Provocation.mistakes + Provocation.transgressions + Provocation.failures

    /// Codes that no client of the sample app can provoke, with the tests that cover them.
    private static let outOfReach = [
        "link-refused": "no sample flow refuses links; FairwayTests, LinkTests",
        "work-running": "no job of the samples runs for long; FairwayTests, JobTests",
        "unhandled-action": "every screen of the samples has a route; FairwayTests, ResponderChainTests",
        "internal-error": "nobody foresaw it; FairwayHTTPTests, ServerTests",
    ]

    /// Codes that are provoked on a separate server.
    private static let elsewhere = [
        "overloaded", "shutting-down", "store-unavailable", "step-unavailable", "incompatible-flow",
        "misdirected-request",
    ]

    /// Runs all at once, because some wait for a limit of ten seconds.
    @Test func everyDocumentedErrorIsProvoked() async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        let server = try await RunningServer("--store", store.locator, "--log-format", "json", logging: log)
        try await withThrowingTaskGroup(of: (Provocation, Client.Reply).self) { group in
            for row in Self.all { group.addTask { (row, try await row.provoke(server)) } }
            for try await (row, reply) in group { try check(reply, row) }
        }
        let reply = try await Client(server).send("GET", "/openapi.json")
        let document = try JSON.decode(JSONValue.self, from: reply.body)
        let known = Self.codes(in: document).union(ProblemCode.allCases.map(\.rawValue))
        let provoked = Set(Self.all.map(\.code))
        #expect(known.subtracting(provoked).subtracting(Self.outOfReach.keys) == [], "a code without a row")
        #expect(provoked.isDisjoint(with: Self.outOfReach.keys))
        let counts = String(decoding: try await Client(server).send("GET", "/metrics").body, as: UTF8.self)
        #expect(await server.stop() == 0)
        let lines = try String(contentsOf: log, encoding: .utf8)
        for code in provoked.subtracting(Self.elsewhere) {
            #expect(counts.contains(#"fairway_refusals_total{code="\#(code)"} "#), "\(code) is not counted")
            #expect(lines.contains(#""code":"\#(code)""#), "\(code) is not logged")
        }
    }

    private func check(_ reply: Client.Reply, _ row: Provocation) throws {
        let place: Comment = "\(row.code): \(String(decoding: reply.body, as: UTF8.self))"
        #expect(reply.status == row.status, place)
        #expect(reply["Content-Type"] == "application/problem+json", place)
        let body = try JSON.decode(JSONValue.self, from: reply.body)
        #expect(body["code"] == .string(row.code), place)
        #expect(body["type"] == .string("/problems/\(row.code)"), place)
        #expect(body["status"] == .number(JSONNumber(row.status)), place)
        #expect(body["title"]?.string?.isEmpty == false, place)
        if row.attachesState { #expect(try reply.problem.state != nil, place) }
        switch row.status {
        case 401:
            let error = row.code == "invalid-token" ? #" error="invalid_token""# : ""
            #expect(reply["WWW-Authenticate"] == "Bearer" + error, place)
        case 405: #expect(reply["Allow"]?.contains("POST") == true, place)
        case 429, 503: #expect((reply["Retry-After"] != nil) == (row.code != "step-unavailable"), place)
        default: break
        }
    }

    /// The codes of error responses in the OpenAPI document.
    private static func codes(in value: JSONValue) -> Set<String> {
        var codes = Set((value["code"]?["enum"]?.array ?? []).compactMap(\.string))
        for member in value.object?.members ?? [] { codes.formUnion(self.codes(in: member.value)) }
        for element in value.array ?? [] { codes.formUnion(self.codes(in: element)) }
        return codes
    }
}
