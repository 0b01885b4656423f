import FairwayHTTP
import Foundation

/// How long others wait while sixteen sessions stall, of which eight block their handlers' threads and eight compute:
/// `fairway-benchmarks stall [ROUNDS [SECONDS]]`, which `script/bench stall` calls.
enum StallBenchmark {
    private static let actions = ["blockButtonPressed", "computeButtonPressed"]
    private static let sessionsPerAction = 8
    private static let mostMilliseconds = 50.0

    static func run(_ arguments: ArraySlice<String>) throws {
        let rounds = arguments.first.flatMap { Int($0) } ?? 5
        let seconds = arguments.dropFirst().first.flatMap { Double($0) } ?? 3
        // By itself, so that no server is left behind.
        guard try measure(rounds: rounds, seconds: seconds) else { exit(1) }
    }

    private static func measure(rounds: Int, seconds: Double) throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try SampleServer(keepingSessionsAt: "\(folder)/samples.sqlite")
        defer { server.kill() }
        let probes = try ["action", "read", "stream", "/healthz"].map { try StallProbe($0, of: server) }
        for probe in probes { probe.begin() }
        let stalled = DispatchGroup()
        let failures = Failures()
        for action in actions {
            for _ in 0..<sessionsPerAction {
                let session = try StalledSession(on: server, doing: action, seconds: seconds)
                stalled.enter()
                Thread.detachNewThread {
                    defer { stalled.leave() }
                    failures.catching { for _ in 0..<rounds { try session.stall() } }
                }
            }
        }
        stalled.wait()
        try failures.rethrow()
        print("\(2 * sessionsPerAction) sessions stall \(rounds) times for \(seconds) s each; others wait, in ms:")
        print("              number     p50     p99  longest")
        var isContent = true
        for probe in probes {
            let result = try probe.end()
            print("\(result)")
            isContent = isContent && result.p99Milliseconds <= mostMilliseconds
        }
        if !isContent { print("a p99 is over \(mostMilliseconds) ms") }
        return isContent
    }
}

/// A session of `Stall`, and the client that has it stall.
private final class StalledSession: Sendable {
    private let client: PlainClient
    private let path: String
    private let headers: [(name: String, value: String)]
    private let body: [UInt8]

    init(on server: SampleServer, doing action: String, seconds: Double) throws {
        client = PlainClient(host: "127.0.0.1", port: server.port)
        let subject = LoadSubject(
            name: "Stall",
            port: server.port,
            process: server.id,
            script: LoadScript(flow: "Stall", steps: [])
        )
        let session = try subject.session(0, client)
        path = "\(session.path)/actions"
        headers = [(name: "Authorization", value: "Bearer \(session.token)")]
        body = Array(#"{"action":"\#(action)","params":{"seconds":\#(seconds)}}"#.utf8)
    }

    /// Stalls once.
    func stall() throws {
        let reply = try client.send(.post, path, headers: headers, body: body)
        guard reply.status == 200 else {
            throw SampleServer.Failure(description: "a stall was answered with \(reply.status)")
        }
    }
}
