import FairwayHTTP
import Foundation
import Synchronization

/// Asks one thing of a server again and again, on a thread of its own, and measures how long it waits.
final class StallProbe: Sendable {
    private static let microsecondsBetween: UInt32 = 2_000

    /// What the probe has measured.
    struct Result: CustomStringConvertible {
        fileprivate let name: String
        fileprivate let count: Int
        fileprivate let load: LoadResult

        var p99Milliseconds: Double { load.p99Microseconds / 1_000 }

        var description: String {
            let numbers = String(
                format: "%8d %7.1f %7.1f %8.1f",
                count,
                load.p50Microseconds / 1_000,
                p99Milliseconds,
                load.longestMicroseconds / 1_000
            )
            return "  " + name.padding(toLength: 10, withPad: " ", startingAt: 0) + numbers
        }
    }

    private let name: String
    private let server: SampleServer
    private let session: LoadSession
    private let client: PlainClient
    private let waited = Mutex<[UInt32]>([])
    private let failures = Failures()
    private let isOver = Atomic<Bool>(false)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter name: what is asked: `action`, `read`, `stream` or `/healthz`.
    init(_ name: String, of server: SampleServer) throws {
        self.name = name
        self.server = server
        client = PlainClient(host: "127.0.0.1", port: server.port)
        let subject = LoadSubject(name: name, port: server.port, process: server.id, script: .counter)
        session = try subject.session(0, client)
    }

    func begin() {
        Thread.detachNewThread {
            self.failures.catching { try self.ask() }
            self.ended.signal()
        }
    }

    /// Ends it; throws what kept it from going on.
    func end() throws -> Result {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        try failures.rethrow()
        let waited = waited.withLock(\.self)
        return Result(name: name, count: waited.count, load: LoadResult(waited, inTime: waited.count, seconds: 1))
    }

    private func ask() throws {
        let stream = try LoadConnection(to: server.port, session, .constant("GET", "/stream", "", ""))
        if name == "stream" { try stream.send() }
        var revision = session.revision
        while !isOver.load(ordering: .relaxed) {
            let began = Nanoseconds.now
            switch name {
            case "read": try send(.get, session.path)
            case "/healthz": try send(.get, name)
            case "stream":
                revision += 1
                try act()
                try stream.awaitText("id: \(revision)\n")
            default: try act()
            }
            let took = UInt32(clamping: Nanoseconds.now - began)
            waited.withLock { $0.append(took) }
            usleep(Self.microsecondsBetween)
        }
    }

    private func act() throws { try send(.post, "\(session.path)/actions", #"{"action":"incrementButtonPressed"}"#) }

    private func send(_ method: FairwayHTTP.Method, _ path: String, _ body: String = "") throws {
        let headers = [(name: "Authorization", value: "Bearer \(session.token)")]
        let reply = try client.send(method, path, headers: headers, body: Array(body.utf8))
        guard reply.status == 200 else {
            throw SampleServer.Failure(description: "\(method.name) \(path) was answered with \(reply.status)")
        }
    }
}
