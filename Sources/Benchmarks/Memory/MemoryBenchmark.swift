import Dispatch
import FairwayHTTP
import Foundation
import Glibc

/// What sessions and streams take in memory: `fairway-benchmarks memory [SESSIONS [STREAMS]]`.
enum MemoryBenchmark {
    private static let clients = 8
    /// What a server has made room for once is not counted for the sessions that come after.
    private static let warmUp = 2_000

    static func run(_ arguments: ArraySlice<String>) throws {
        guard try measure(arguments) else { exit(1) }
    }

    private static func measure(_ arguments: ArraySlice<String>) throws -> Bool {
        let numbers = arguments.compactMap { Int($0) }
        let (sessions, streams) = (numbers.first ?? 100_000, numbers.dropFirst().first ?? 10_000)
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var judge = try Judge(of: "memory")
        try ofSessions(sessions, folder, &judge)
        try ofStreams(streams, folder, &judge)
        return try judge.conclude(writing: judge.verdict)
    }

    private static func ofSessions(_ sessions: Int, _ folder: String, _ judge: inout Judge) throws {
        let server = try SampleServer(keepingSessionsAt: "\(folder)/sessions.sqlite")
        defer { server.kill() }
        let idle = resident(server)
        try touch(warmUp, server)
        let warm = resident(server)
        let few = sessions / 5
        try touch(few, server)
        let live = (resident(server) - warm) / Double(few)
        try touch(sessions - few - warmUp, server)
        let all = resident(server) / 1e6
        try touch(sessions, server)
        let twice = resident(server) / 1e6
        print(String(format: "%.1f MB before the first session", idle / 1e6))
        judge.hear(live, of: "bytes a live session, of \(few) more", .atMost(4_096))
        judge.hear(all, of: "MB after \(sessions) sessions touched once", .atMost(400))
        judge.hear(twice / all, of: "of that after \(2 * sessions)", .atMost(1.1))
    }

    private static func ofStreams(_ streams: Int, _ folder: String, _ judge: inout Judge) throws {
        DescriptorLimit.raise()
        let server = try SampleServer(
            keepingSessionsAt: "\(folder)/streams.sqlite",
            options: ["--connections", "\(streams + 100)"]
        )
        defer { server.kill() }
        let script = LoadScript(
            flow: "Counter",
            steps: [LoadScript.Step(method: "GET", call: "/stream", body: "", expected: { _ in "" })]
        )
        let subject = LoadSubject(name: "streams", port: server.port, process: server.id, script: script)
        let client = PlainClient(host: "127.0.0.1", port: server.port)
        // One by one: of so many connections those that have asked for nothing yet are soon closed.
        let connections = try (0..<streams).map { number in
            let connection = try LoadConnection(to: server.port, subject.session(number, client), script)
            try connection.send()
            try connection.awaitText("event: state")
            return connection
        }
        let megabytes = withExtendedLifetime(connections) { resident(server) / 1e6 }
        judge.hear(megabytes, of: "MB with \(streams) idle streams", .atMost(300))
    }

    /// Starts sessions, each of which is acted on once.
    private static func touch(_ sessions: Int, _ server: SampleServer) throws {
        let subject = LoadSubject(name: "sessions", port: server.port, process: server.id, script: .counter)
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: clients) { client in
            failures.catching {
                let plain = PlainClient(host: "127.0.0.1", port: server.port)
                for number in stride(from: client, to: sessions, by: clients) {
                    let session = try subject.session(number, plain)
                    let reply = try plain.send(
                        .post,
                        session.path + "/actions",
                        headers: [("Authorization", "Bearer \(session.token)")],
                        body: Array(LoadScript.counter.steps[0].body.utf8)
                    )
                    guard reply.status == 200 else {
                        throw LoadConnection.Failure(description: String(decoding: reply.body, as: UTF8.self))
                    }
                }
            }
        }
        try failures.rethrow()
    }

    private static func resident(_ server: SampleServer) -> Double { Double(ProcessFigures(server.id).residentBytes) }
}
