import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import FairwayServer

/// Ending and erasing many sessions (`protocol.md`, section 6).
@Suite(.waiting)
struct SessionBatchTests {
    /// Records the calls of the store, fails to write the audit, and lets a session lose every race, on request.
    private final class Faults: StoreInterceptor {
        let calls = Mutex<[String]>([])
        let isAuditBroken = Mutex(false)
        let contested = Mutex<String?>(nil)

        func enter(_ call: String) async throws(StoreError) {
            calls.withLock { $0.append(call) }
            if call.hasPrefix("record("), isAuditBroken.withLock(\.self) { throw FaultyStore.unavailable }
        }

        func leave(_ call: String) async throws(StoreError) {}

        func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
            if contested.withLock(\.self) == commit.session { return .conflict }
            return try await store.commit(commit)
        }
    }

    private let faults = Faults()
    private let harbour: ServedHarbour

    init() async throws {
        var limits = EngineLimits()
        // A test advances the clock while the worker ends sessions. No thread is so late that a handler times out.
        limits.handlerSeconds = 1_000_000
        harbour = try await ServedHarbour(limits: limits, userTokens: { NamedTokens($0) }, interceptor: faults)
    }

    private func begin(_ count: Int, of user: String) async throws -> [String] {
        var sessions: [String] = []
        for _ in 0..<count {
            let token = "user.\(user).3600"
            let reply = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: token)
            sessions.append(try JSON.decode(StateDocument.self, from: reply.body).session)
        }
        return sessions
    }

    /// Adds a batch. Its steps are then taken by the test.
    private func add(_ action: SessionBatch.Action, _ filter: String, total: Int) async throws -> String {
        let batch = SessionBatch(
            id: "b",
            operator: "ada",
            action: action,
            filter: try RawJSON(validating: Array(filter.utf8)),
            total: total,
            createdAt: harbour.clock.now
        )
        #expect(try await harbour.store.addBatch(batch))
        return batch.id
    }

    private func listed() async throws -> [BatchDocument] {
        let reply = try await harbour.send(.get, "/v1/admin/batches", token: ServedHarbour.token(of: .view))
        return try JSON.decode(BatchesDocument.self, from: reply.body).batches
    }

    private func statuses() async throws -> [SessionStatus: Int] {
        let rows = try await harbour.store.sessions(SessionsQuery(limit: 500)).rows
        return Dictionary(rows.map { ($0.session.status, 1) }, uniquingKeysWith: +)
    }

    @Test func postedBatchEndsTheSessionsThatItsFilterMatches() async throws {
        let adas = try await begin(3, of: "ada")
        _ = try await begin(2, of: "bob")
        let body = #"{"action":"end","filter":{"user":"ada"},"count":3}"#
        let reply = try await harbour.send(
            .post,
            "/v1/admin/batches",
            body,
            token: ServedHarbour.token(of: .support)
        )
        #expect(reply.status == 202)
        let batch = try JSON.decode(StartedBatchDocument.self, from: reply.body).batch
        #expect(batch.operator == "the-support")
        #expect(batch.state == .running)
        #expect(batch.total == 3)
        // The worker pauses after each step, for as long as its rate requires.
        while try await harbour.store.runningBatch() != nil {
            await harbour.clock.waiting(1)
            harbour.clock.advance(by: 1)
        }
        let ended = try #require(try await listed().first)
        #expect(ended.id == batch.id)
        #expect(ended.state == .done)
        #expect(ended.done == 3)
        #expect(ended.failed == 0)
        for session in adas { #expect(try await harbour.store.load(session)?.session.outcome == .ended) }
        #expect(try await statuses() == [.active: 2, .over: 3])
    }

    @Test func wakingDoesNotShortenThePauseAfterAStep() async throws {
        _ = try await begin(25, of: "ada")
        _ = try await add(.end, #"{"user":"ada"}"#, total: 25)
        harbour.batches.wake()
        // The first step only lists the sessions. The second ends ten of them.
        await harbour.clock.waiting(1)
        harbour.clock.advance(by: 0.01)
        try await until { try await statuses()[.over] == 10 }
        for _ in 0..<3 { harbour.batches.wake() }
        // Waits for a step in progress.
        await harbour.batches.stop()
        #expect(try await statuses()[.over] == 10)
    }

    @Test func hundredSessionsAreChangedPerSecondAtMost() async throws {
        _ = try await begin(25, of: "ada")
        _ = try await add(.end, #"{"user":"ada"}"#, total: 25)
        let started = harbour.clock.secondsPassed
        harbour.batches.wake()
        while try await harbour.store.runningBatch() != nil {
            await harbour.clock.waiting(1)
            harbour.clock.advance(by: 0.01)
        }
        #expect(harbour.clock.secondsPassed - started >= 0.2)
    }

    @Test func stepChangesTenSessionsAtMost() async throws {
        _ = try await begin(23, of: "ada")
        _ = try await add(.end, #"{"user":"ada"}"#, total: 23)
        var steps: [Int] = []
        var ended: [Int] = []
        while let changed = try await harbour.batches.step() {
            steps.append(changed)
            ended.append(try await statuses()[.over] ?? 0)
        }
        #expect(steps == [0, 10, 10, 3])
        #expect(ended == [0, 10, 20, 23])
        #expect(try await listed().map(\.state) == [.done])
    }

    @Test func sessionsThatStartLaterAndThoseAboveTheCountAreLeftAlone() async throws {
        let early = try await begin(3, of: "ada")
        _ = try await add(.end, #"{"user":"ada"}"#, total: 2)
        harbour.clock.advance(by: 1)
        _ = try await begin(12, of: "ada")
        while try await harbour.batches.step() != nil {}
        #expect(try await statuses() == [.active: 13, .over: 2])
        #expect(try await harbour.store.load(early[0])?.session.status == .active)
        #expect(try await listed().map(\.done) == [2])
    }

    @Test func erasedSessionsAreGone() async throws {
        let adas = try await begin(12, of: "ada")
        _ = try await begin(1, of: "bob")
        _ = try await add(.erase, #"{"user":"ada"}"#, total: 12)
        while try await harbour.batches.step() != nil {}
        for session in adas { #expect(try await harbour.store.load(session) == nil) }
        #expect(try await statuses() == [.active: 1])
        let reply = try await harbour.send(.get, "/v1/sessions/\(adas[0])", token: "user.ada.3600")
        #expect(reply.status == 404)
        #expect(try await listed().map(\.done) == [12])
    }

    @Test func erasedContentIsOverwrittenBeforeTheBatchEnds() async throws {
        _ = try await begin(1, of: "ada")
        _ = try await add(.erase, #"{"user":"ada"}"#, total: 1)
        _ = try await harbour.batches.step()
        faults.calls.withLock { $0 = [] }
        #expect(try await harbour.batches.step() == 1)
        #expect(try await listed().map(\.state) == [.running])
        #expect(try await harbour.batches.step() == nil)
        let recorded = ["erase(", "finishErasure(", "setProgress("]
        let calls = faults.calls.withLock(\.self).filter { call in recorded.contains { call.hasPrefix($0) } }
        let progress = "setProgress(_:of:state:at:)"
        #expect(calls == ["erase(_:)", progress, "finishErasure()", progress])
        #expect(try await listed().map(\.state) == [.done])
    }

    @Test func erasedSessionsAreInTheAudit() async throws {
        let adas = try await begin(2, of: "ada")
        let bobs = try await begin(1, of: "bob")
        _ = try await add(.erase, #"{"flow":"Harbour"}"#, total: 3)
        _ = try await harbour.batches.step()
        faults.isAuditBroken.withLock { $0 = true }
        await #expect(throws: StoreError.self) { try await harbour.batches.step() }
        #expect(try await statuses() == [.active: 3])
        faults.isAuditBroken.withLock { $0 = false }
        while try await harbour.batches.step() != nil {}
        #expect(try await statuses() == [:])
        for (user, sessions) in [("ada", adas), ("bob", bobs)] {
            let entries = try await harbour.store.audit(AuditQuery(user: user)).rows
            #expect(entries.compactMap(\.session).sorted() == sessions.sorted())
            #expect(entries.allSatisfy { $0.call == "POST /v1/admin/batches" && $0.operator == "ada" })
            #expect(entries.allSatisfy { $0.request == "b" && $0.at == harbour.clock.now })
        }
    }

    @Test func stepThatACrashInterruptedIsRepeatedAndCountsEachSessionOnce() async throws {
        _ = try await begin(12, of: "ada")
        _ = try await add(.erase, #"{"user":"ada"}"#, total: 12)
        #expect(try await harbour.batches.step() == 0)
        // The sessions of the step are erased, but its progress is not written.
        let step = try #require(try await harbour.store.runningBatch()).progress.sessions
        #expect(step.count == 10)
        #expect(try await harbour.store.erase(step).count == 10)
        let restarted = BatchWorker(harbour.operators) { _ in }
        while try await restarted.step() != nil {}
        #expect(try await statuses() == [:])
        #expect(try await listed().map(\.done) == [12])
    }

    @Test func stoppedBatchChangesNothingMore() async throws {
        _ = try await begin(25, of: "ada")
        let id = try await add(.end, #"{"user":"ada"}"#, total: 25)
        for _ in 0..<2 { _ = try await harbour.batches.step() }
        let token = ServedHarbour.token(of: .support)
        #expect(try await harbour.send(.delete, "/v1/admin/batches/\(id)", token: token).status == 204)
        #expect(try await harbour.batches.step() == nil)
        #expect(try await statuses() == [.active: 15, .over: 10])
        let stopped = try #require(try await listed().first)
        #expect(stopped.state == .stopped)
        #expect(stopped.done == 10)
        #expect(stopped.endedAt == harbour.clock.now)
        #expect(try await harbour.send(.delete, "/v1/admin/batches/\(id)", token: token).status == 204)
        let other = try await harbour.send(.delete, "/v1/admin/batches/other", token: token)
        #expect(try JSON.decode(Problem.self, from: other.body).code == .noSuchBatch)
    }

    @Test func unavailableStoreInterruptsABatch() async throws {
        _ = try await begin(2, of: "ada")
        _ = try await add(.end, #"{"user":"ada"}"#, total: 2)
        _ = try await harbour.batches.step()
        harbour.store.isUnavailable = true
        await #expect(throws: StoreError.self) { try await harbour.batches.step() }
        harbour.store.isUnavailable = false
        harbour.store.failNext(.beforeCommit)
        await #expect(throws: StoreError.self) { try await harbour.batches.step() }
        while try await harbour.batches.step() != nil {}
        #expect(try await listed().map(\.done) == [2])
        #expect(try await statuses() == [.over: 2])
    }

    @Test func sessionThatStaysOverloadedCountsAsFailed() async throws {
        let contested = try await begin(2, of: "ada")[0]
        _ = try await add(.end, #"{"user":"ada"}"#, total: 2)
        _ = try await harbour.batches.step()
        faults.contested.withLock { $0 = contested }
        for _ in 0..<4 { await #expect(throws: StoreError.self) { try await harbour.batches.step() } }
        #expect(try await harbour.batches.step() == 2)
        let ended = try #require(try await listed().first)
        #expect(ended.state == .done)
        #expect(ended.done == 1)
        #expect(ended.failed == 1)
        #expect(try await harbour.store.load(contested)?.session.status == .active)
        #expect(try await statuses() == [.active: 1, .over: 1])
    }

    @Test(arguments: SessionBatch.Action.allCases)
    func batchStartsItsListAgainAfterAMigration(_ action: SessionBatch.Action) async throws {
        _ = try await begin(25, of: "ada")
        let id = try await add(action, #"{"user":"ada"}"#, total: 25)
        for _ in 0..<2 { _ = try await harbour.batches.step() }
        var progress = try #require(try await harbour.store.runningBatch()).progress
        progress.step += 1
        progress.cursor = "7/of/another-store"
        let state = try await harbour.store.setProgress(progress, of: id, state: .running, at: harbour.clock.now)
        #expect(state == .running)
        while try await harbour.batches.step() != nil {}
        #expect(try await statuses() == (action == .end ? [.over: 25] : [:]))
        let ended = try #require(try await listed().first)
        #expect(ended.state == .done)
        #expect(ended.done == 25)
        #expect(ended.failed == 0)
    }

    @Test func filterOfAnotherBuildFailsTheBatch() async throws {
        _ = try await begin(1, of: "ada")
        _ = try await add(.erase, #"{"status":"asleep"}"#, total: 1)
        while try await harbour.batches.step() != nil {}
        #expect(try await listed().map(\.state) == [.failed])
        #expect(try await statuses() == [.active: 1])
    }

    @Test(arguments: [
        (#"{"action":"end","filter":{},"count":1}"#, "/filter"),
        (#"{"action":"end","filter":{"user":null},"count":1}"#, "/filter"),
        (#"{"action":"end","filter":{"user":"ada","color":"red"},"count":1}"#, "/filter/color"),
        (#"{"action":"end","filter":{"status":"asleep"},"count":1}"#, "/filter/status"),
        (#"{"action":"end","filter":{"sandbox":false},"count":1}"#, "/filter"),
        (#"{"action":"end","filter":{"q":"","status":"active"},"count":1}"#, "/filter/q"),
        (#"{"action":"end","filter":{"stuck":-1},"count":1}"#, "/filter/stuck"),
        (#"{"action":"end","filter":{"user":"ada"},"count":0}"#, "/count"),
        (#"{"action":"end","filter":{"user":"ada"}}"#, "/count"),
        (#"{"action":"sell","filter":{"user":"ada"},"count":1}"#, "/action"),
        (#"{"action":"end","count":1}"#, "/filter"),
    ])
    func invalidBatchIsRefused(body: String, pointer: String) async throws {
        let reply = try await harbour.send(.post, "/v1/admin/batches", body)
        #expect(reply.status == 422)
        #expect(try JSON.decode(Problem.self, from: reply.body).errors.map(\.pointer) == [pointer])
        #expect(try await harbour.store.batches(BatchesQuery()).rows == [])
        #expect(try await harbour.store.audit(AuditQuery()).rows == [])
    }

    @Test func erasureNeedsTheRoleAdmin() async throws {
        let body = #"{"action":"erase","filter":{"user":"ada"},"count":1}"#
        let reply = try await harbour.send(
            .post,
            "/v1/admin/batches",
            body,
            token: ServedHarbour.token(of: .support)
        )
        #expect(reply.status == 403)
        #expect(try JSON.decode(Problem.self, from: reply.body).members["needs"] == "admin")
        #expect(try await harbour.store.batches(BatchesQuery()).rows == [])
    }

    @Test func runningBatchesAreLimited() async throws {
        for index in 0..<OperatorLimits.runningBatches {
            let batch = SessionBatch(
                id: "b\(index)",
                operator: "ada",
                action: .end,
                filter: .emptyObject,
                total: 1,
                createdAt: harbour.clock.now
            )
            #expect(try await harbour.store.addBatch(batch))
        }
        let body = #"{"action":"end","filter":{"user":"ada"},"count":1}"#
        let reply = try await harbour.send(.post, "/v1/admin/batches", body)
        #expect(reply.status == 429)
        #expect(reply.headers["retry-after"] != nil)
    }
}
