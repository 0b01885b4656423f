import Fairway
import FairwayHTTP
import FairwaySQLite
import FairwayWire
import Foundation
import Synchronization

/// Repeatedly kills and restarts the sample app's server while clients send actions:
/// `fairway-benchmarks crash server|checkpoints [KILLS [SEED]]`. Fails if a start fails or an action is not stored once.
enum CrashBenchmark {
    static func run(_ arguments: Arguments) async throws -> Bool {
        let kind = arguments.words.first ?? ""
        guard ["server", "checkpoints"].contains(kind) else {
            Arguments.exitWithUsage("crash server|checkpoints [KILLS [SEED]]")
        }
        let kills = arguments.integer(1) ?? 30
        let seed = arguments.integer(2).map { UInt64($0) } ?? UInt64.random(in: 1..<1_000_000)
        print("\(kind): \(kills) kills, seed \(seed)")
        let folder = try TemporaryFolder()
        let server = CrashedServer(folder, isCheckpointing: kind == "checkpoints")
        do {
            let (acknowledged, repeated) = try await server.test(kills: kills, seed: seed)
            folder.remove()
            print("\(acknowledged) actions acknowledged, each stored once; \(repeated) stored but not answered")
            return true
        } catch {
            server.kill()
            print("failed with seed \(seed): \(error); the file is in \(folder.path)")
            return false
        }
    }
}

/// A server of `Counter` that is killed and restarted, with one client per session.
///
/// The count in each answer must be one more than in the previous answer. After a lost answer, a client with
/// idempotency keys repeats its request, and a client without them continues from the stored count.
private final class CrashedServer: Sendable {
    private let folder: TemporaryFolder
    private let sessions: Int
    /// The range of times between a start and a kill.
    private let milliseconds: Range<Int>
    private let usesKeys: Bool
    private let state = Mutex(State())
    private var file: String { "\(folder.path)/crash.sqlite" }

    private struct State {
        var server: SampleServer?
        var clients: [Int: PlainClient] = [:]
        var sessions: [Int: SessionStart] = [:]
    }

    private typealias Header = (name: String, value: String)

    private struct Counted: Decodable {
        var revision: Int
        var screen: Screen

        struct Screen: Decodable { var viewModel: Page }
        struct Page: Decodable { var count: Int }
    }

    /// The server was killed before it answered.
    private struct LostAnswer: Error {}

    init(_ folder: TemporaryFolder, isCheckpointing: Bool) {
        (self.folder, usesKeys) = (folder, !isCheckpointing)
        (sessions, milliseconds) = isCheckpointing ? (8, 100..<900) : (16, 20..<250)
    }

    /// Returns the numbers of acknowledged actions, and of actions that were stored but not answered.
    func test(kills: Int, seed: UInt64) async throws -> (acknowledged: Int, repeated: Int) {
        var order = Shuffle(seed: seed)
        var counts = Array(repeating: 0, count: sessions)
        var repeated = 0
        for _ in 0..<kills {
            try start()
            let pause = milliseconds.lowerBound + order.next(below: milliseconds.count)
            let killing = Task {
                try await Task.sleep(for: .milliseconds(pause))
                kill()
            }
            let answered = try await act(after: counts)
            try await killing.value
            let stored = try await audit()
            for session in 0..<sessions {
                // One action per session may have been committed without an answer.
                let extra = stored[session] - answered[session]
                guard (0...1).contains(extra) else {
                    throw failure(session, "\(answered[session]) acknowledged, \(stored[session]) stored")
                }
                repeated += extra
            }
            counts = usesKeys ? answered : stored
        }
        try start()
        for session in 0..<sessions { counts[session] = try count(session, counts[session] + 1) }
        kill()
        guard try await audit() == counts else { throw BenchmarkError(description: "the last actions are not stored") }
        return (counts.reduce(0, +), repeated)
    }

    private func start() throws {
        // With a log of 16 pages, the server checkpoints nearly all the time.
        let server =
            usesKeys
            ? try SampleServer(store: "sqlite:\(file)", in: folder)
            : try SampleServer(store: "sqlite:\(file)", in: folder, "--log-pages", "16")
        state.withLock { ($0.server, $0.clients) = (server, [:]) }
    }

    func kill() { state.withLock(\.server)?.kill() }

    /// Sends actions in all sessions until the server is killed, and returns the last acknowledged counts.
    private func act(after counts: [Int]) async throws -> [Int] {
        try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for session in 0..<sessions {
                group.addTask {
                    // A thread per client, because the client blocks.
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(
                                with: Result { (session, try self.act(session, after: counts[session])) }
                            )
                        }
                    }
                }
            }
            return try await group.reduce(into: counts) { $0[$1.0] = $1.1 }
        }
    }

    private func act(_ session: Int, after count: Int) throws -> Int {
        var count = count
        do {
            while true { count = try self.count(session, count + 1) }
        } catch is LostAnswer {
            return count
        }
    }

    /// Sends the action that increments the session's count, and checks the answer.
    private func count(_ session: Int, _ expected: Int) throws -> Int {
        let started = try started(session)
        let authorization = (name: "Authorization", value: "Bearer \(started.token)")
        let key = usesKeys ? [(name: "Idempotency-Key", value: "key-\(session)-\(expected)")] : []
        let path = "/v1/sessions/\(started.session)/actions"
        let body = try send(session, path, #"{"action":"incrementButtonPressed"}"#, [authorization] + key, 200)
        let counted = try JSON.decode(Counted.self, from: body)
        guard counted.screen.viewModel.count == expected, counted.revision == expected + 1 else {
            throw failure(session, "action \(expected) was answered with \(counted)")
        }
        return expected
    }

    /// Starts the session, or returns the session that was started under the same key.
    private func started(_ session: Int) throws -> SessionStart {
        if let started = state.withLock({ $0.sessions[session] }) { return started }
        let key = (name: "Idempotency-Key", value: "start-of-session-\(session)")
        let body = try send(session, "/v1/sessions", #"{"flow":"Counter"}"#, [key], 201)
        let started = try JSON.decode(SessionStart.self, from: body)
        state.withLock { $0.sessions[session] = started }
        return started
    }

    private func send(
        _ session: Int,
        _ path: String,
        _ body: String,
        _ headers: [Header],
        _ status: Int
    ) throws -> [UInt8] {
        let client = state.withLock { state in
            let client = state.clients[session] ?? PlainClient(host: "127.0.0.1", port: state.server?.port ?? 0)
            state.clients[session] = client
            return client
        }
        let reply: PlainReply
        do {
            reply = try client.send(.post, path, headers: headers, body: Array(body.utf8))
        } catch .unreadable {
            throw failure(session, "an answer could not be parsed")
        } catch {
            throw LostAnswer()
        }
        guard reply.status == status else {
            throw failure(session, "status \(reply.status): \(String(decoding: reply.body, as: UTF8.self))")
        }
        return reply.body
    }

    /// Lets the server recover the file before this process opens it, then checks it. Returns the stored counts.
    private func audit() async throws -> [Int] {
        try start()
        kill()
        let store = try SQLiteStore(file)
        let problems = try await store.integrityProblems()
        guard problems.isEmpty else { throw BenchmarkError(description: problems.joined(separator: "; ")) }
        var counts: [Int] = []
        for session in 0..<sessions { counts.append(try await audit(session, store)) }
        await store.close()
        return counts
    }

    /// Checks that revision, flow, journal and saved replies agree.
    private func audit(_ session: Int, _ store: SQLiteStore) async throws -> Int {
        guard let id = state.withLock({ $0.sessions[session]?.session }) else { return 0 }
        guard let stored = try await store.load(id) else { throw failure(session, "acknowledged, but not stored") }
        let count = stored.session.revision - 1
        let revisions = try await store.journal(id, after: 0, limit: .max).map(\.revision)
        let flow = stored.flows.first.map { String(decoding: $0.state.bytes, as: UTF8.self) }
        guard revisions == Array(1...count + 1), flow == #"{"count":\#(count)}"# else {
            throw failure(session, "revision \(count + 1), \(revisions.count) journal entries, \(flow ?? "no flow")")
        }
        for number in stride(from: 1, through: usesKeys ? count : 0, by: 1) {
            let reply = try await store.reply(id, key: "key-\(session)-\(number)")
            guard reply?.revision == number + 1 else { throw failure(session, "no reply to action \(number)") }
        }
        return count
    }

    private func failure(_ session: Int, _ text: String) -> BenchmarkError {
        BenchmarkError(description: "session \(session): \(text)")
    }
}
