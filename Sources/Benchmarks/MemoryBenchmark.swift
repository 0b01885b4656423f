import Dispatch
import FairwayHTTP
import Foundation
import Glibc
import Synchronization

/// Measures the memory that sessions and streams take: `fairway-benchmarks memory [SESSIONS [STREAMS]]`.
enum MemoryBenchmark {
    private static let clients = 8
    /// The number of sessions that fill the server's caches and pools before the first measurement.
    private static let warmUp = 2_000

    static func run(_ arguments: Arguments) throws -> Bool {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var report = try BenchmarkReport(of: "memory")
        try measureSessions(arguments.integer(0) ?? 100_000, folder, &report)
        try measureStreams(arguments.integer(1) ?? 10_000, folder, &report)
        return try report.finish()
    }

    private static func measureSessions(_ count: Int, _ folder: TemporaryFolder, _ report: inout BenchmarkReport) throws
    {
        let server = try SampleServer(store: "sqlite:\(folder.path)/sessions.sqlite", in: folder)
        defer { server.kill() }
        let idle = residentBytes(server)
        try use(warmUp, server)
        let warm = residentBytes(server)
        let few = count / 5
        try use(few, server)
        let perSession = (residentBytes(server) - warm) / Double(few)
        try use(count - few - warmUp, server)
        let all = residentBytes(server) / 1e6
        try use(count, server)
        let twice = residentBytes(server) / 1e6
        print(String(format: "%.1f MB before the first session", idle / 1e6))
        report.add(perSession, "bytes per session, with \(few) more sessions", .atMost(4_096))
        report.add(all, "MB after \(count) sessions touched once", .atMost(400))
        report.add(twice / all, "memory after \(2 * count) sessions / after \(count)", .atMost(1.1))
    }

    private static func measureStreams(_ count: Int, _ folder: TemporaryFolder, _ report: inout BenchmarkReport) throws
    {
        DescriptorLimit.raise()
        let server = try SampleServer(
            store: "sqlite:\(folder.path)/streams.sqlite",
            in: folder,
            "--connections",
            "\(count + 100)"
        )
        defer { server.kill() }
        let step = LoadScript.ScriptedCall(method: "GET", call: "/stream", body: "", expected: { _ in "" })
        let script = LoadScript(flow: "Counter", steps: [step])
        let subject = LoadSubject("streams", server, script)
        let client = PlainClient(host: "127.0.0.1", port: server.port)
        // Send each request before the next connection opens, because the server soon closes idle connections.
        let connections = try (0..<count).map { number in
            let connection = try LoadConnection(to: server.port, subject.session(number, client), script)
            try connection.send()
            try connection.waitForText("event: state")
            return connection
        }
        let megabytes = withExtendedLifetime(connections) { residentBytes(server) / 1e6 }
        report.add(megabytes, "MB with \(count) idle streams", .atMost(300))
    }

    /// Starts sessions and performs one action in each.
    private static func use(_ sessions: Int, _ server: SampleServer) throws {
        let subject = LoadSubject("sessions", server, .counter)
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: clients) { client in
            failures.catching {
                let plain = PlainClient(host: "127.0.0.1", port: server.port)
                for number in stride(from: client, to: sessions, by: clients) {
                    let session = try subject.session(number, plain)
                    try plain.act(in: session, LoadScript.counter.steps[0].body)
                }
            }
        }
        try failures.rethrow()
    }

    private static func residentBytes(_ server: SampleServer) -> Double {
        Double(ProcessFigures(server.id).residentBytes)
    }
}

extension PlainClient {
    func act(in session: LoadSession, _ body: String) throws {
        let headers = [(name: "Authorization", value: "Bearer \(session.token)")]
        let reply = try send(.post, "\(session.path)/actions", headers: headers, body: Array(body.utf8))
        guard reply.status == 200 else {
            throw BenchmarkError(description: "an action: \(String(decoding: reply.body, as: UTF8.self))")
        }
    }
}

/// The first error of closures that run on other threads.
final class Failures: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    func catching(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            first.withLock { $0 = $0 ?? error }
        }
    }

    func rethrow() throws {
        if let error = first.withLock({ $0 }) { throw error }
    }
}
