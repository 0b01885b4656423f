import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayServer

/// The event feed, as other systems read it (`protocol.md`, section 6).
@Suite(.waiting)
struct EventCallTests {
    private let harbour: ServedHarbour
    private let session: StateDocument

    init() async throws {
        harbour = try await ServedHarbour()
        session = try await harbour.begin()
    }

    private func act(_ action: String = "callPilot", headers: [(name: String, value: String)] = []) async throws {
        let path = "/v1/sessions/\(session.session)/actions"
        _ = try await harbour.send(.post, path, #"{"action":"\#(action)"}"#, token: session.token, headers: headers)
    }

    private func events(_ query: String = "", wait seconds: Int? = nil) async throws -> EventsDocument {
        let headers = seconds.map { [(name: "Prefer", value: "wait=\($0)")] } ?? []
        let reply = try await harbour.send(.get, "/v1/admin/events\(query)", headers: headers)
        #expect(reply.status == 200)
        #expect(reply.headers["cache-control"] == "no-store")
        return try JSON.decode(EventsDocument.self, from: reply.body)
    }

    @Test func changesAreReadInPages() async throws {
        for _ in 0..<3 { try await act() }
        let first = try await events("?limit=3")
        #expect(first.events.map(\.revision) == [1, 2, 3])
        #expect(first.next == first.events.last?.cursor)
        let second = try await events("?limit=3&after=\(first.next)")
        #expect(second.events.map(\.revision) == [4])
        let none = try await events("?after=\(second.next)")
        #expect(none.events.isEmpty)
        #expect(none.next == second.next)
    }

    @Test func sensitiveValuesAreMasked() async throws {
        let body = #"{"action":"didBerth","params":{"name":"Ada","code":"secret"}}"#
        _ = try await harbour.send(.post, "/v1/sessions/\(session.session)/actions", body, token: session.token)
        let reply = String(decoding: try await harbour.send(.get, "/v1/admin/events").body, as: UTF8.self)
        #expect(reply.contains(#""params":{"name":"Ada","code":"•••"}"#))
        #expect(!reply.contains("secret"))
    }

    @Test func filtersSelectEvents() async throws {
        try await act()
        #expect(try await events("?kind=start").events.map(\.kind) == ["start"])
        #expect(try await events("?flow=Harbour&kind=action").events.map(\.name) == ["callPilot"])
        let none = try await events("?flow=Nothing")
        #expect(none.events.isEmpty)
        #expect(try await events("?after=\(none.next)").events.isEmpty)
    }

    @Test func callWaitsForAnEvent() async throws {
        let next = try await events().next
        let before = harbour.clock.waitingCount
        async let waiting = events("?after=\(next)", wait: 20)
        try await until { harbour.clock.waitingCount > before }
        try await act()
        #expect(try await waiting.events.map(\.revision) == [2])
    }

    @Test func callThatWaitedInVainIsAnsweredWithItsCursor() async throws {
        let next = try await events().next
        let before = harbour.clock.waitingCount
        async let waiting = events("?after=\(next)", wait: 20)
        try await until { harbour.clock.waitingCount > before }
        harbour.clock.advance(by: 20)
        let reply = try await waiting
        #expect(reply.events.isEmpty)
        #expect(reply.next == next)
    }

    @Test(arguments: ["1f-7", "nonsense", "0-999", "-"])
    func unknownCursorIsGone(_ cursor: String) async throws {
        let reply = try await harbour.send(.get, "/v1/admin/events?after=\(cursor)")
        #expect(reply.status == 410)
        let problem = try JSON.decode(Problem.self, from: reply.body)
        #expect(problem.code == .eventsGone)
        guard case .string(let oldest)? = problem.members["oldest"] else {
            Issue.record("the problem has no cursor")
            return
        }
        #expect(try await events("?after=\(oldest)").events.map(\.revision) == [1])
    }

    /// The calls that continue another one are not audited, or a consumer that polls would fill the audit.
    @Test func readFromTheOldestEventIsAudited() async throws {
        let next = try await events().next
        for _ in 0..<3 { _ = try await events("?after=\(next)") }
        let audit = try await harbour.send(.get, "/v1/admin/audit")
        #expect(try JSON.decode(AuditDocument.self, from: audit.body).entries.map(\.call) == ["GET /v1/admin/events"])
    }

    @Test func streamContinuesWithEachEvent() async throws {
        try await act()
        let idle = harbour.clock.waitingCount
        let stream = try watch()
        let first = try (0..<2).map { _ in try event(stream) }
        #expect(first.map(\.revision) == [1, 2])
        #expect(try stream.chunk() == "{\"next\":\"\(first[1].cursor)\"}\n")
        try await act()
        let third = try event(stream)
        #expect(third.revision == 3)
        let end = "{\"next\":\"\(third.cursor)\"}\n"
        #expect(try stream.chunk() == end)
        // Without events, a line shows that the stream lives.
        try await until { harbour.clock.waitingCount > idle }
        harbour.clock.advance(by: 12)
        #expect(try stream.chunk() == end)
    }

    @Test func streamOfAGoneCursorIsRefused() throws {
        let stream = try watch("?after=1f-7", expecting: "HTTP/1.1 410")
        #expect(try stream.rest().contains(#""code":"events-gone""#))
    }

    @Test func readerLeavesWithItsConnection() async throws {
        var stream: TestClient? = try watch()
        _ = try stream?.chunk()
        #expect(harbour.events.readerCount == 1)
        stream = nil
        try await until { harbour.events.readerCount == 0 }
    }

    @Test func unreadEventsOfAConsumerAreAMetric() async throws {
        let metrics = Metrics()
        metrics.add(
            ServerMetrics(
                operators: harbour.operators,
                events: harbour.events,
                sweeper: Sweeper(harbour.operators),
                diskMonitor: nil,
                streams: harbour.streams,
                longPolls: harbour.longPolls,
                build: ServerBuild(name: "1", version: "1")
            ).write
        )
        func unread() async -> String? {
            await harbour.events.look()
            await harbour.events.reportLateConsumers()
            let lines = String(decoding: metrics.response.body, as: UTF8.self).split(separator: "\n")
            let name = #"fairway_events_unread{consumer="crm"} "#
            return lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
        }
        #expect(await unread() == nil)
        try await harbour.events.hold("crm", at: harbour.events.newest())
        #expect(await unread() == "0")
        try await act()
        // The numbers of the store in memory have gaps.
        let number = await unread().flatMap(Int.init)
        #expect(try #require(number) > 0)
    }

    /// A client that has read the head of a stream.
    private func watch(_ query: String = "", expecting status: String = "HTTP/1.1 200") throws -> TestClient {
        let client = try TestClient(harbour.address)
        let token = ServedHarbour.operatorToken
        client.send(
            "GET /v1/admin/events\(query) HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\nConnection: close\r\n"
                + "Authorization: Bearer \(token)\r\n\r\n"
        )
        #expect(try client.read(through: "\r\n\r\n").hasPrefix(status))
        return client
    }

    private func event(_ stream: TestClient) throws -> EventDocument {
        try JSON.decode(EventDocument.self, from: Array(try stream.chunk().utf8))
    }
}
