import FairwayHTTP
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import FairwayServer

/// Funnels over HTTP, and the sessions behind their counts.
struct FunnelTests {
    private let harbour: ServedHarbour

    init() async throws { harbour = try await ServedHarbour() }

    private func document(_ path: String) async throws -> JSONValue {
        let reply = try await harbour.send(.get, "/v1/admin/\(path)")
        try #require(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
        return try JSON.decode(JSONValue.self, from: reply.body)
    }

    private func starts(_ query: String) async throws -> [JSONValue?] {
        try await document("funnel?flow=Harbour\(query)")["groups"]?.array?.map { $0["starts"] } ?? []
    }

    /// The `since` of the reply.
    private func usedSince(_ query: String) async throws -> Date {
        let reply = try await harbour.send(.get, "/v1/admin/funnel?flow=Harbour\(query)")
        return try JSON.decode(FunnelDocument.self, from: reply.body).since
    }

    @Test func funnelIncludesTheLatestChange() async throws {
        #expect(try await starts("") == [0])
        let session = try await harbour.begin()
        #expect(try await starts("") == [1])
        _ = try await harbour.send(.delete, "/v1/sessions/\(session.session)", token: session.token)
        let group = try await document("funnel?flow=Harbour")["groups"]?.array?.first
        #expect(group?["ended"] == 1)
        #expect(group?["active"] == 0)
    }

    @Test func runsAreCountedForSevenDaysOrAsLongAsTheyAreKept() async throws {
        let start = harbour.clock.now
        func since(_ days: Double) -> String {
            "&since=" + start.addingTimeInterval(days * 86_400).ISO8601Format()
        }
        _ = try await harbour.begin()
        harbour.clock.advance(by: 6.9 * 86_400)
        #expect(try await starts("") == [1])
        harbour.clock.advance(by: 86_400)
        #expect(try await starts("") == [0])
        #expect(try await starts(since(-1)) == [1])
        #expect(try await starts(since(1)) == [0])
        #expect(try await usedSince(since(-1)) == start.addingTimeInterval(-86_400))
        harbour.clock.advance(by: 30 * 86_400)
        #expect(try await starts(since(-1)) == [0])
        // The reply says since when runs are counted.
        #expect(try await usedSince(since(-1)) == harbour.clock.now.addingTimeInterval(-30 * 86_400))
    }

    @Test func sessionsBehindACountAreListed() async throws {
        let berth = #"{"action":"didBerth","params":{"name":"Ada","code":"secret"}}"#
        var sessions: [StateDocument] = []
        for _ in 0..<4 { sessions.append(try await harbour.begin()) }
        for session in sessions[1...] {
            _ = try await harbour.send(.post, "/v1/sessions/\(session.session)/actions", berth, token: session.token)
        }
        for session in sessions[2...] {
            _ = try await harbour.send(.delete, "/v1/sessions/\(session.session)", token: session.token)
        }
        let steps = try #require(try await document("funnel?flow=Harbour")["groups"]?.array?.first?["steps"]?.array)
        for step in steps {
            let screen = try #require(step["screen"]?.string)
            for left in ["next", "dismissed", "ended", "expired", "abandoned", "active"] {
                let list = try await document("sessions?run=Harbour&step=\(screen)&left=\(left)")["sessions"]
                #expect(list?.array?.count == step[left]?.int, "\(screen), \(left)")
            }
        }
        // A day later, the active runs are abandoned.
        harbour.clock.advance(by: 86_400)
        for (idle, abandoned, active) in [("", 2, 0), ("&idle=86400", 2, 0), ("&idle=86401", 0, 2)] {
            let group = try await document("funnel?flow=Harbour\(idle)")["groups"]?.array?.first
            #expect(group?["abandoned"]?.int == abandoned)
            #expect(group?["active"]?.int == active)
            let list = try await document("sessions/count?run=Harbour&left=abandoned\(idle)")
            #expect(list["count"]?.int == abandoned)
        }
        #expect(try await document("sessions/count?run=Harbour&by=app")["count"] == 4)
        #expect(try await document("sessions/count?run=Harbour&by=app&is=3.1")["count"] == 0)
        let graph = try await document("graph?flow=Harbour")["screens"]?.array
        #expect(graph?.map { $0["flow"] } == ["Harbour", "Harbour"])
        #expect(graph?.map { $0["visits"] } == [4, 3])
        #expect(graph?.map { $0["front"] } == [1, 1])
    }

    @Test(arguments: [
        "funnel", "funnel?flow=Harbour&by=user", "funnel?flow=Harbour&since=now", "sessions?run=Harbour&left=x",
        "funnel?flow=Harbour&idle=-1", "sessions?run=Harbour&within=Harbour.Ship",
    ])
    func invalidQueryIsRefused(_ query: String) async throws {
        let reply = try await harbour.send(.get, "/v1/admin/\(query)")
        #expect(reply.status == 400)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .malformedRequest)
    }
}
