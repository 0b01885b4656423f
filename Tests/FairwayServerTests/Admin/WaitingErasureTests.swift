import Fairway
import FairwayDoubles
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import FairwayServer

/// Erasures that cannot end, because another process reads the store's files or the disk fails (`protocol.md`, section 6).
@Suite(.waiting)
struct WaitingErasureTests {
    /// Counts the attempts to end an erasure, and fails them on request.
    private final class Attempts: StoreInterceptor {
        let count = Mutex(0)
        let areBroken = Mutex(false)

        func enter(_ call: String) async throws(StoreError) {
            guard call == "finishErasure()" else { return }
            count.withLock { $0 += 1 }
            if areBroken.withLock(\.self) { throw FaultyStore.unavailable }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    private let attempts = Attempts()
    private let harbour: ServedHarbour

    init() async throws {
        var limits = EngineLimits()
        // A test advances the clock while the worker ends sessions. No thread is so late that a handler times out.
        limits.handlerSeconds = 1_000_000
        harbour = try await ServedHarbour(limits: limits, userTokens: { NamedTokens($0) }, interceptor: attempts)
        for user in Array(repeating: "ada", count: 12) + Array(repeating: "bob", count: 12) {
            _ = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: "user.\(user).3600")
        }
        harbour.store.areFilesRead = true
    }

    private func add(_ action: SessionBatch.Action, of user: String, id: String) async throws {
        let batch = SessionBatch(
            id: id,
            operator: "eve",
            action: action,
            filter: try RawJSON(encoding: SessionFilter(user: user)),
            total: 12,
            createdAt: harbour.clock.now
        )
        #expect(try await harbour.store.addBatch(batch))
    }

    private func states() async throws -> [String: SessionBatch.State] {
        let rows = try await harbour.store.batches(BatchesQuery()).rows
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.state) })
    }

    private func users() async throws -> Set<String?> {
        Set(try await harbour.store.sessions(SessionsQuery(limit: 500)).rows.map(\.session.user))
    }

    /// Sends a request, and advances the clock until it is answered.
    private func sendWaiting(_ path: String) async throws -> HarbourReply {
        let ticks = tick()
        defer { ticks.cancel() }
        return try await harbour.send(.delete, path)
    }

    /// Advances the clock until the task is cancelled.
    private func tick() -> Task<Void, Never> {
        let clock = harbour.clock
        return Task {
            while !Task.isCancelled {
                clock.advance(by: 1)
                await Task.yield()
            }
        }
    }

    @Test(arguments: [true, false])
    func otherBatchesRunWhileAnErasureWaits(areBroken: Bool) async throws {
        attempts.areBroken.withLock { $0 = areBroken }
        try await add(.erase, of: "ada", id: "erasure")
        while try await harbour.batches.step() != nil {}
        #expect(try await users() == ["bob"])
        try await add(.end, of: "bob", id: "other")
        while try await harbour.batches.step() != nil {}
        #expect(try await states() == ["erasure": .running, "other": .done])
        #expect(attempts.count.withLock(\.self) == 1)

        // The server looks again every five seconds.
        harbour.clock.advance(by: 5)
        #expect(try await harbour.batches.step() == nil)
        #expect(attempts.count.withLock(\.self) == 2)
        attempts.areBroken.withLock { $0 = false }
        harbour.store.areFilesRead = false
        harbour.clock.advance(by: 5)
        #expect(try await harbour.batches.step() == nil)
        #expect(try await states() == ["erasure": .done, "other": .done])
    }

    @Test func erasureOfAUserIsABatchThatEnds() async throws {
        let reply = try await sendWaiting("/v1/admin/users/ada")
        #expect(reply.status == 202)
        #expect(try await users() == ["bob"])
        #expect(try await Array(states().values) == [.running])
        harbour.store.areFilesRead = false
        try await until {
            harbour.clock.advance(by: 5)
            return try await Array(states().values) == [.done]
        }
        #expect(try await harbour.store.batches(BatchesQuery()).rows.map(\.progress.done) == [12])
    }

    @Test func cancelledCallDoesNotWait() async throws {
        let operators = harbour.operators
        let call = Task { try await operators.finishErasure() }
        try await until { attempts.count.withLock { $0 > 0 } }
        call.cancel()
        let ticks = tick()
        defer { ticks.cancel() }
        #expect(try await !call.value)
        // The pause after the first attempt may have begun before.
        #expect(attempts.count.withLock { $0 <= 2 })
    }

    @Test func stopOfAnErasureIsNotConfirmedBeforeItsEnd() async throws {
        try await add(.erase, of: "ada", id: "erasure")
        for _ in 0..<2 { _ = try await harbour.batches.step() }
        #expect(try await sendWaiting("/v1/admin/batches/erasure").status == 503)
        harbour.store.areFilesRead = false
        #expect(try await harbour.send(.delete, "/v1/admin/batches/erasure").status == 204)
        #expect(try await states() == ["erasure": .stopped])
    }

    @Test(arguments: [true, false])
    func erasureOfAStoppedBatchIsFinishedLater(areBroken: Bool) async throws {
        attempts.areBroken.withLock { $0 = areBroken }
        try await add(.erase, of: "ada", id: "erasure")
        for _ in 0..<2 { _ = try await harbour.batches.step() }
        #expect(try await sendWaiting("/v1/admin/batches/erasure").status == 503)
        attempts.areBroken.withLock { $0 = false }
        attempts.count.withLock { $0 = 0 }
        // Nobody repeats the call.
        harbour.clock.advance(by: 5)
        #expect(try await harbour.batches.step() == nil)
        #expect(attempts.count.withLock(\.self) == 1)
        harbour.store.areFilesRead = false
        harbour.clock.advance(by: 5)
        for _ in 0..<2 { #expect(try await harbour.batches.step() == nil) }
        #expect(attempts.count.withLock(\.self) == 2, "it has ended")
    }
}
