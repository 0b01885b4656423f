import Foundation
import TestWaits
import Testing

/// A flood of connections against a server with few file descriptors.
@Suite(.waiting)
struct DescriptorFloodTests {
    @Test func existingClientsAreServedDuringDescriptorFlood() async throws {
        // During a flood, the server closes connections that are idle for a second. If the machine pauses for as long, the
        // test's own connection is closed too.
        var isServed = false
        for _ in 0..<TestLimits.attempts where !isServed { isServed = try await servesExistingClients() }
        #expect(isServed)
    }

    /// Returns false if the server closed the existing connection.
    private func servesExistingClients() async throws -> Bool {
        let store = try TemporaryStore()
        let (log, pages) = (store.folder.appending(path: "log"), store.folder.appending(path: "pages"))
        try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
        try Data("a page".utf8).write(to: pages.appending(path: "page.txt"))
        let server = try await RunningServer(
            "--store",
            store.locator,
            "--public",
            pages.path,
            "--log-format",
            "json",
            "--log-level",
            "warning",
            in: store,
            descriptors: 256,
            logging: log
        )
        let session = try await StartedSession("Counter", on: server)
        let stream = try RawConnection(server)
        stream.send("GET", "/v1/sessions/\(session.id)/stream", token: session.client.token, version: "HTTP/1.0")
        #expect(try await stream.reply(isStream: true).status == 200)
        #expect(try await stream.event().id == "1")
        // An existing connection, for calls that need a descriptor and for calls that need none. The server closes idle
        // connections sooner if many are open, so this one is never idle.
        let existing = BusyConnection(try RawConnection(server), repeating: "GET", "/healthz")
        defer { existing.end() }

        // Streams are never idle, so the server cannot close them for newer connections. A session has at most 32
        // streams.
        var followed: [StartedSession] = []
        for _ in 0..<16 { followed.append(try await StartedSession("Counter", on: server)) }
        var flood: [RawConnection] = []
        var statuses: [Int: Int] = [:]
        for index in 0..<400 {
            let connection = try RawConnection(server)
            let session = followed[index % followed.count]
            connection.send(
                "GET",
                "/v1/sessions/\(session.id)/stream",
                token: session.client.token,
                version: "HTTP/1.0"
            )
            // Some are closed without a response, because a response would need resources too.
            statuses[(try? await connection.reply(isStream: true).status) ?? 0, default: 0] += 1
            flood.append(connection)
        }
        #expect((statuses[200] ?? 0) > 50, "\(statuses)")
        #expect((statuses[200] ?? 0) < 200, "\(statuses)")
        #expect((statuses[503] ?? 0) > 0, "\(statuses)")
        let calls = [
            ("POST", "/v1/sessions/\(session.id)/actions", #"{"action":"incrementButtonPressed"}"#, 200),
            ("POST", "/v1/sessions", #"{"flow":"Tutorial"}"#, 201), ("GET", "/page.txt", nil, 200),
            ("GET", "/v1/sessions/\(session.id)", nil, 200), ("GET", "/readyz", nil, 200),
        ]
        for (method, path, body, status) in calls {
            let answered = await existing.status(of: method, path, body, token: session.client.token)
            if answered == 0 { return false }
            #expect(answered == status, "\(method) \(path)")
        }
        let operating = await existing.status(of: "GET", "/v1/admin/summary", token: RunningServer.operatorToken)
        if existing.statuses.contains(0) { return false }
        #expect(operating == 200)
        #expect(existing.statuses == [200])
        #expect(try await stream.event().id == "2")

        flood = []
        // The flood has ended, but its connections may still be counted. Then a new one is refused, or closed at once.
        try await until { (try? await session.act("incrementButtonPressed"))?.status == 200 }
        #expect(try await stream.event().id == "3")
        #expect(await server.stop() == 0)
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains("connections may be open instead of") } == 1)
        #expect(lines.count { $0.contains("no connection can be accepted") } <= 1)
        return true
    }
}
