#if Postgres
import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

extension PostgresNodeTests {
    /// The job of a tap fails at the node of the tap, which stops, and then at another one, which ends it later.
    @Test func oneRequestIsFollowedToItsJobAtAnotherNode() async throws {
        let collector = TraceCollector()
        try await collector.serve { url in
            let first = try await TracedNode(database, url)
            let session = try await StartedSession("Claim", on: first.server)
            let submission = #"{"action":"submitButtonPressed","params":{"what":"A window","amount":240}}"#
            let tap = try await session.send("POST", "/actions", submission, headers: ["X-Request-Id": "tap-1"])
            #expect(tap["X-Request-Id"] == "tap-1")
            func admin(_ path: String, at node: TracedNode) async throws -> JSONValue {
                let operating = Client(node.server, token: RunningServer.operatorToken)
                let reply = try await operating.send("GET", "/v1/admin/sessions/\(session.id)\(path)")
                return try JSON.decode(JSONValue.self, from: reply.body)
            }
            try await until { try await admin("", at: first)["incidents"]?.array?.isEmpty == false }
            #expect(await first.server.stop() == 0)
            // Not earlier, because it could make the first attempt, too.
            let second = try await TracedNode(database, url)
            try await until { try second.lines("tap-1").contains { $0.contains("work failed, will be retried") } }
            try second.repair()
            let there = session.on(second.server)
            let filed = try await there.next(after: try tap.state.revision)
            #expect(try filed.state.revision == 3)

            let lines = try first.lines("tap-1")
            #expect(lines.count { $0.contains(#""event":"request""#) } == 1)
            #expect(lines.contains { $0.contains("work failed, will be retried") })
            let all = try lines + second.lines("tap-1")
            // The tap ends with the flow `ClaimCase` in front.
            let strays = all.filter {
                !$0.contains(#""session":"\#(session.id)""#) || !$0.contains(#""flow":"Claim"#)
            }
            #expect(strays.isEmpty)
            let entries = try await admin("/journal", at: second)["entries"]?.array ?? []
            #expect(entries.map { $0["request"]?.string == "tap-1" } == [false, true, true])
            let incidents = try await admin("", at: second)["incidents"]?.array ?? []
            #expect(incidents.allSatisfy { $0["request"]?.string == "tap-1" })

            let changes = {
                try collector.spans().filter { $0["name"] == "change" && $0.request == "tap-1" }
            }
            try await until { try changes().count == 2 }
            let (change, delivery) = (try changes()[0], try changes()[1])
            let request = try #require(try collector.spans().first { $0["name"] == "request" && $0.request == "tap-1" })
            #expect(change["parentSpanId"] == request["spanId"])
            #expect(change.server != delivery.server)
            #expect(delivery.links.contains(change.place))
            #expect(delivery["traceId"] != change["traceId"])
            let attempts = try collector.spans().filter { $0["name"] == "job attempt" && $0.request == "tap-1" }
            #expect(attempts.allSatisfy { $0.links == [change.place] && $0["traceId"] != change["traceId"] })
            #expect(Set(attempts.map(\.server)) == [change.server, delivery.server])
        }
    }
}

/// A node whose file of claims cannot be written until it is repaired.
private struct TracedNode {
    let server: RunningServer
    private let folder: TemporaryStore
    private let log: URL
    private let claims: URL

    init(_ database: String, _ collector: String) async throws {
        folder = try TemporaryStore()
        log = folder.folder.appending(path: "log")
        claims = folder.folder.appending(path: "fairway-samples/claims.jsonl")
        try FileManager.default.createDirectory(at: claims, withIntermediateDirectories: true)
        server = try await RunningServer(
            "--store",
            database,
            "--otlp",
            collector,
            "--log-format",
            "json",
            in: folder,
            environment: ["OTEL_BSP_SCHEDULE_DELAY": "100"],
            logging: log
        )
    }

    func repair() throws { try FileManager.default.removeItem(at: claims) }

    /// The log lines of a request.
    func lines(_ request: String) throws -> [Substring] {
        try String(contentsOf: log, encoding: .utf8).split(separator: "\n").filter {
            $0.contains(#""request":"\#(request)""#)
        }
    }
}
#endif
