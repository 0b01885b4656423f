import FairwayHTTP
import Foundation
import Synchronization

/// Measures the latency of other requests while the handlers of eight sessions block and those of eight others compute:
/// `fairway-benchmarks stall [ROUNDS [SECONDS]]`.
enum StallBenchmark {
    private static let actions = ["blockButtonPressed", "computeButtonPressed"]
    private static let sessionsPerAction = 8
    private static let mostMilliseconds = 50.0

    static func run(_ arguments: Arguments) throws -> Bool {
        let (rounds, seconds) = (arguments.integer(0) ?? 5, arguments.number(1) ?? 3)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try SampleServer(store: "sqlite:\(folder.path)/samples.sqlite", in: folder)
        defer { server.kill() }
        let probes = try ["action", "read", "stream", "/healthz"].map { try StallProbe($0, of: server) }
        for probe in probes { probe.begin() }
        let (stalled, failures) = (DispatchGroup(), Failures())
        let subject = LoadSubject("Stall", server, LoadScript(flow: "Stall", steps: []))
        for action in actions {
            for _ in 0..<sessionsPerAction {
                let client = PlainClient(host: "127.0.0.1", port: server.port)
                let session = try subject.session(0, client)
                stalled.enter()
                Thread.detachNewThread {
                    defer { stalled.leave() }
                    let body = #"{"action":"\#(action)","params":{"seconds":\#(seconds)}}"#
                    failures.catching { for _ in 0..<rounds { try client.act(in: session, body) } }
                }
            }
        }
        stalled.wait()
        try failures.rethrow()
        print("\(2 * sessionsPerAction) sessions stall \(rounds) times for \(seconds) s each")
        var hasPassed = true
        for probe in probes {
            let result = try probe.stop()
            print("\(probe.name.padding(toLength: 10, withPad: " ", startingAt: 0))\(result)")
            hasPassed = hasPassed && result.p99Microseconds <= mostMilliseconds * 1_000
        }
        if !hasPassed { print("failed: a p99 is over \(mostMilliseconds) ms") }
        return hasPassed
    }
}

/// Repeats one request on a thread of its own and measures its latency.
final class StallProbe: Sendable {
    private static let microsecondsBetween: UInt32 = 2_000

    let name: String
    private let server: SampleServer
    private let session: LoadSession
    private let client: PlainClient
    private let latencies = Mutex<[UInt32]>([])
    private let failures = Failures()
    private let isOver = Atomic<Bool>(false)
    private let ended = DispatchSemaphore(value: 0)
    private let start = Nanoseconds.now

    /// - Parameter name: The request: `action`, `read`, `stream` or `/healthz`.
    init(_ name: String, of server: SampleServer) throws {
        (self.name, self.server) = (name, server)
        client = PlainClient(host: "127.0.0.1", port: server.port)
        session = try LoadSubject(name, server, .counter).session(0, client)
    }

    func begin() {
        Thread.detachNewThread {
            self.failures.catching { try self.probe() }
            self.ended.signal()
        }
    }

    func stop() throws -> LoadResult {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        try failures.rethrow()
        let latencies = latencies.withLock(\.self)
        return LoadResult(latencies, inTime: latencies.count, seconds: Double(Nanoseconds.now - start) / 1e9)
    }

    private func probe() throws {
        let stream = try LoadConnection(to: server.port, session, .constant("GET", "/stream", "", ""))
        if name == "stream" { try stream.send() }
        var revision = session.revision
        while !isOver.load(ordering: .relaxed) {
            let start = Nanoseconds.now
            switch name {
            case "read": try get(session.path)
            case "/healthz": try get(name)
            default: try client.act(in: session, LoadScript.counter.steps[0].body)
            }
            revision += 1
            if name == "stream" { try stream.waitForText("id: \(revision)\n") }
            let took = UInt32(clamping: Nanoseconds.now - start)
            latencies.withLock { $0.append(took) }
            usleep(Self.microsecondsBetween)
        }
    }

    private func get(_ path: String) throws {
        let reply = try client.send(.get, path, headers: [(name: "Authorization", value: "Bearer \(session.token)")])
        guard reply.status == 200 else { throw BenchmarkError(description: "GET \(path): status \(reply.status)") }
    }
}
