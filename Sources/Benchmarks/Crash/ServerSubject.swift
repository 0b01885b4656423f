import Fairway
import FairwayDoubles
import FairwayHTTP
import FairwaySQLite
import FairwayWire
import Foundation
import Synchronization

/// The sample app's server on a SQLite store, in a process of its own, asked over HTTP as its clients ask it: sessions of
/// `Counter`, each with a client of its own.
final class ServerSubject: CrashSubject {
    private let path: String
    private let options: [String]
    private let usesKeys: Bool
    private let state = Mutex(State())

    private struct State {
        var server: SampleServer?
        var clients: [Int: PlainClient] = [:]
        /// What each session was started with; it stays good when the server is another.
        var sessions: [Int: StartedCounter] = [:]
    }

    private static let mostAudited = 1_000

    private struct StartedCounter: Decodable {
        var session: String
        var token: String
    }

    private struct Counted: Decodable {
        var revision: Int
        var screen: Screen

        struct Screen: Decodable {
            var viewModel: Page
        }

        struct Page: Decodable {
            var count: Int
        }
    }

    /// A server that keeps its sessions at a path.
    ///
    /// - Parameters:
    ///   - logPages: How long its log grows; nil for as long as always.
    ///   - usesKeys: Whether actions are sent under idempotency keys.
    init(_ path: String, logPages: Int? = nil, usesKeys: Bool = true) {
        self.path = path
        self.usesKeys = usesKeys
        options = logPages.map { ["--log-pages", "\($0)"] } ?? []
    }

    func start() async throws {
        let server = try SampleServer(keepingSessionsAt: path, options: options)
        state.withLock { state in
            state.server = server
            state.clients = [:]
        }
    }

    func kill() async { state.withLock(\.server)?.kill() }

    func count(session: Int, key: String) async throws -> Int {
        // On a thread that may stand still.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.countNow(session, key) })
            }
        }
    }

    func audit(sessions: Int) async throws -> [Int] {
        // The first to open what the kill has left is the server itself.
        try await start()
        await kill()
        let store = try SQLiteStore(path)
        do {
            let problems = try await store.integrityProblems()
            guard problems.isEmpty else { throw CrashTest.Failure(description: problems.joined(separator: "; ")) }
            var counts: [Int] = []
            for session in 0..<sessions { counts.append(try await audit(session, store)) }
            await store.close()
            return counts
        } catch {
            await store.close()
            throw error
        }
    }

    private func countNow(_ session: Int, _ key: String) throws -> Int {
        let started = try started(session)
        let reply = try send(
            "/v1/sessions/\(started.session)/actions",
            #"{"action":"incrementButtonPressed"}"#,
            [("Authorization", "Bearer \(started.token)")] + (usesKeys ? [("Idempotency-Key", key)] : []),
            from: session
        )
        guard reply.status == 200 else { throw Self.unexpected(reply) }
        let counted = try JSON.decode(Counted.self, from: reply.body)
        let count = counted.screen.viewModel.count
        // Nothing else changes the session, so that every count has its revision.
        guard counted.revision == count + 1 else {
            throw CrashTest.Failure(description: "session \(session): revision \(counted.revision) at count \(count)")
        }
        return count
    }

    /// The session, started once: a repeat under the key is given the same session and token.
    private func started(_ session: Int) throws -> StartedCounter {
        if let started = state.withLock({ $0.sessions[session] }) { return started }
        let key = "start-of-session-\(session)"
        let reply = try send("/v1/sessions", #"{"flow":"Counter"}"#, [("Idempotency-Key", key)], from: session)
        guard reply.status == 201 else { throw Self.unexpected(reply) }
        let started = try JSON.decode(StartedCounter.self, from: reply.body)
        state.withLock { $0.sessions[session] = started }
        return started
    }

    private func send(
        _ target: String,
        _ body: String,
        _ headers: [(name: String, value: String)],
        from session: Int
    ) throws -> PlainReply {
        let client = state.withLock { state in
            let client = state.clients[session] ?? PlainClient(host: "127.0.0.1", port: state.server?.port ?? 0)
            state.clients[session] = client
            return client
        }
        do {
            return try client.send(.post, target, headers: headers, body: Array(body.utf8))
        } catch .unreadable {
            throw CrashTest.Failure(description: "session \(session): an answer that cannot be read")
        } catch {
            throw SubjectDied()
        }
    }

    private static func unexpected(_ reply: PlainReply) -> CrashTest.Failure {
        CrashTest.Failure(description: "status \(reply.status): \(String(decoding: reply.body, as: UTF8.self))")
    }

    /// The session's count, after a look at whether revision, flow and journal say the same.
    private func audit(_ session: Int, _ store: SQLiteStore) async throws -> Int {
        guard let id = state.withLock({ $0.sessions[session]?.session }) else { return 0 }
        guard let stored = try await store.load(id) else {
            throw CrashTest.Failure(description: "session \(session) was acknowledged and is gone")
        }
        let count = stored.session.revision - 1
        // What is older was looked at after an earlier kill.
        let known = max(0, count - Self.mostAudited)
        let revisions = try await store.journal(id, after: known, limit: .max).map(\.revision)
        let state = stored.flows.first.map { String(decoding: $0.state.bytes, as: UTF8.self) }
        guard revisions == Array(known + 1...stored.session.revision), state == #"{"count":\#(count)}"# else {
            throw CrashTest.Failure(
                description:
                    "session \(session): revision \(count + 1), \(revisions.count) in the journal, \(state ?? "")"
            )
        }
        for number in stride(from: known + 1, through: usesKeys ? count : 0, by: 1) {
            guard let reply = try await store.reply(id, key: "key-\(session)-\(number)"), reply.revision == number + 1
            else {
                throw CrashTest.Failure(description: "session \(session): no answer is kept to action \(number)")
            }
        }
        return count
    }
}
