import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// A handler that traps ends the server once if it runs alone and at most twice otherwise, and is refused afterwards.
@Suite(.waiting)
struct TrapTests {
    private static let trap = #"{"action":"trapButtonPressed"}"#
    private let folder: TemporaryStore

    init() throws { folder = try TemporaryStore() }

    private func server(_ executable: URL? = nil) async throws -> RunningServer {
        try await RunningServer("--store", folder.locator, "--demo-traps", in: folder, executable: executable)
    }

    @Test func stepThatEndedTheServerIsRefused() async throws {
        let first = try await server()
        let session = try await StartedSession("Stall", on: first)
        let key = ["Idempotency-Key": "k1"]
        await end(first, with: session, headers: key)
        let second = try await server()
        let again = session.on(second)
        for _ in 0..<50 {
            let reply = try await again.send("POST", "/actions", Self.trap, headers: key)
            #expect(reply.status == 503)
            #expect(reply["Retry-After"] == nil)
            let problem = try reply.problem
            #expect(problem.code == .stepUnavailable)
            #expect(problem.state?.revision == 1)
        }
        let detail = try await detail(of: session, on: second)
        let quarantined = try #require(detail.quarantined.first)
        #expect(detail.quarantined.count == 1)
        #expect(quarantined.revision == 1)
        #expect(quarantined.kind == "action")
        #expect(quarantined.name == "trapButtonPressed")
        #expect(!quarantined.build.isEmpty)
        #expect(detail.incidents.map(\.name) == ["trapButtonPressed"])
        #expect(detail.incidents.map(\.screen) == ["Stall.Page"])
        let anOperator = Client(second, token: RunningServer.operatorToken)
        let list = try JSON.decode(JSONValue.self, from: try await anOperator.send("GET", "/v1/admin/quarantine").body)
        #expect(list["quarantined"]?.array?.count == 1)
        #expect(list["quarantined"]?[0]?["session"] == .string(session.id))
        #expect(list["quarantined"]?[0]?["flow"] == "Stall")
        #expect(list["quarantined"]?[0]?["name"] == "trapButtonPressed")
        #expect(list["quarantined"]?[0]?["ends"] == 1)
        // The rest of the session works, and a released step is tried again.
        #expect(try await anOperator.send("POST", "/v1/admin/sessions/\(session.id)/release").status == 204)
        #expect(try await self.detail(of: session, on: second).quarantined.count == 0)
        let wait = #"{"action":"waitButtonPressed","params":{"seconds":0}}"#
        #expect(try await again.send("POST", "/actions", wait).status == 200)
        await end(second, with: again)
        let third = try await server()
        #expect(try await session.on(third).send("POST", "/actions", Self.trap).status == 503)
        #expect(try await session.on(third).send("POST", "/actions", wait).status == 200)
    }

    /// Ends a server with the trap.
    private func end(_ server: RunningServer, with session: StartedSession, headers: [String: String] = [:]) async {
        await #expect(throws: (any Error).self) {
            try await session.send("POST", "/actions", Self.trap, headers: headers)
        }
        #expect(await server.stop() != 0)
    }

    @Test func otherBuildTriesTheStepAgain() async throws {
        let first = try await server()
        let session = try await StartedSession("Stall", on: first)
        await end(first, with: session)
        let copy = try await otherBuild()
        let second = try await server(copy)
        #expect(try await detail(of: session, on: second).quarantined.count == 0)
        await end(second, with: session.on(second))
        for executable in [nil, copy] {
            let next = try await server(executable)
            #expect(try await session.on(next).send("POST", "/actions", Self.trap).status == 503)
            #expect(await next.stop() == 0)
        }
    }

    /// Another build with the same mistake: the same program, with a byte at the end of its file.
    ///
    /// Another process writes the file. Children that other tests start would inherit this process's descriptor until they
    /// call `exec`, and a file that is open for writing cannot be executed.
    private func otherBuild() async throws -> URL {
        let copy = folder.folder.appending(path: "other-build")
        let script = #"cp "$1" "$2" && printf 0 >>"$2""#
        let executable = BuiltExecutable("fairway-samples").url
        let copying = try SpawnedProcess(
            URL(filePath: "/bin/sh"),
            ["-c", script, "sh", executable.path, copy.path],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        try #require(await copying.result().code == 0)
        return copy
    }

    @Test func otherSessionsLoseNothing() async throws {
        let port = try RunningServer.portForRestarts()
        let supervised = SupervisedServer {
            try await RunningServer("--store", folder.locator, "--demo-traps", in: folder, port: port)
        }
        let server = try await supervised.start()
        let client = Client(url: server.url)
        let trapping = try await StartedSession("Stall", on: server)
        var sessions: [StartedSession] = []
        for _ in 0..<64 { sessions.append(try await StartedSession("Counter", on: server)) }
        let restarts = Task { try await supervised.restartUntilStopped() }
        let trapper = Repeater(client: client.as(trapping.client.token), session: trapping.id, server: supervised)
        let revisions: [Int] = try await withThrowingTaskGroup(of: Int.self) { group in
            for session in sessions {
                let counter = Repeater(client: client.as(session.client.token), session: session.id, server: supervised)
                group.addTask { try await counter.count(to: 8) }
            }
            let refusal = try await trapper.send(Self.trap)
            #expect(try refusal.problem.code == .stepUnavailable)
            #expect(try refusal.problem.state?.revision == 1)
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(revisions == Array(repeating: 9, count: 64))
        for _ in 0..<20 { #expect(try await trapper.send(Self.trap).problem.code == .stepUnavailable) }
        await supervised.stop()
        #expect((1...2).contains(try await restarts.value))
    }

    private struct Detail: Decodable {
        var quarantined: [Step]
        var incidents: [Incident]

        struct Step: Decodable {
            var revision: Int, kind: String, name: String, build: String
        }

        struct Incident: Decodable {
            var name: String?, screen: String?
        }
    }

    private func detail(of session: StartedSession, on server: RunningServer) async throws -> Detail {
        let anOperator = Client(server, token: RunningServer.operatorToken)
        return try JSON.decode(
            Detail.self,
            from: try await anOperator.send("GET", "/v1/admin/sessions/\(session.id)").body
        )
    }
}

/// A client that repeats each request until it gets an answer that is not temporary.
private struct Repeater: Sendable {
    let client: Client
    let session: String
    let server: SupervisedServer

    func send(_ body: String, key: String? = nil) async throws -> Client.Reply {
        let headers = key.map { ["Idempotency-Key": $0] } ?? [:]
        while true {
            try Task.checkCancellation()
            await server.isUp()
            let path = "/v1/sessions/\(session)/actions"
            guard let reply = try? await client.send("POST", path, body, headers: headers) else { continue }
            if reply.status != 503 || reply["Retry-After"] == nil { return reply }
        }
    }

    /// Increments a counter. Returns its last revision.
    func count(to most: Int) async throws -> Int {
        var revision = 0
        for number in 1...most {
            let reply = try await send(#"{"action":"incrementButtonPressed"}"#, key: "k\(number)")
            try #require(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
            revision = try reply.state.revision
        }
        return revision
    }
}

/// Starts a server again whenever it ends.
private actor SupervisedServer {
    private let make: @Sendable () async throws -> RunningServer
    private var server: RunningServer?
    private var isStopping = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ make: @escaping @Sendable () async throws -> RunningServer) { self.make = make }

    func start() async throws -> RunningServer {
        let server = try await make()
        self.server = server
        for waiter in waiters { waiter.resume() }
        waiters = []
        return server
    }

    /// Returns once a server runs, unless its end was not noticed yet.
    func isUp() async {
        if server == nil { await withCheckedContinuation { waiters.append($0) } }
    }

    /// Returns the number of restarts.
    func restartUntilStopped() async throws -> Int {
        var restarts = 0
        while let server {
            _ = await server.end()
            guard !isStopping else { break }
            self.server = nil
            restarts += 1
            _ = try await start()
        }
        return restarts
    }

    func stop() {
        isStopping = true
        server?.beginStop()
    }
}
