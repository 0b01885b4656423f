import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import FairwayServer

/// Calls about a user. The answer to an erasure comes after it, or names a batch (`protocol.md`, section 6).
@Suite(.waiting)
struct UserCallTests {
    /// Records the calls of the store, and holds up or fails the end of an erasure on request.
    private final class Faults: StoreInterceptor {
        let calls = Mutex<[String]>([])
        let isHeldUp = Mutex(false)
        let isBroken = Mutex(false)

        func enter(_ call: String) async throws(StoreError) {
            calls.withLock { $0.append(call) }
            guard call == "finishErasure()" else { return }
            if isBroken.withLock(\.self) { throw FaultyStore.unavailable }
            while isHeldUp.withLock(\.self) { await Task.yield() }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    private let faults = Faults()
    private let harbour: ServedHarbour

    init() async throws {
        harbour = try await ServedHarbour(userTokens: { NamedTokens($0) }, interceptor: faults)
        for user in ["ada", "ada", "bob"] {
            _ = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: "user.\(user).3600")
        }
    }

    private func erase() async throws -> HarbourReply { try await harbour.send(.delete, "/v1/admin/users/ada") }

    private func users() async throws -> [String?] {
        try await harbour.store.sessions(SessionsQuery()).rows.map(\.session.user)
    }

    @Test func answerComesAfterTheEndOfTheErasure() async throws {
        let reply = try await erase()
        #expect(reply.status == 200)
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"sessions":2}"#)
        let calls = faults.calls.withLock(\.self)
        let end = try #require(calls.firstIndex(of: "finishErasure()"))
        #expect(calls[..<end].last { $0.hasPrefix("eraseUser(") } != nil)
        #expect(calls[end...].allSatisfy { !$0.hasPrefix("eraseUser(") })
        #expect(try await users() == ["bob"])
        let batch = try #require(try await harbour.store.batches(BatchesQuery()).rows.first)
        #expect(batch.state == .done)
        #expect(batch.total == 2)
        #expect(batch.progress.done == 2)
    }

    @Test func erasureThatTakesLongIsABatchThatEnds() async throws {
        faults.isHeldUp.withLock { $0 = true }
        async let erasure = erase()
        try await until { faults.calls.withLock { $0.contains("finishErasure()") } }
        harbour.clock.advance(by: 5)
        let reply = try await erasure
        #expect(reply.status == 202)
        let started = try JSON.decode(StartedBatchDocument.self, from: reply.body).batch
        #expect(reply.headers["location"] == "/v1/admin/batches/\(started.id)")
        let place = "/v1/admin/batches/\(started.id)"
        func batch() async throws -> BatchDocument {
            try JSON.decode(BatchDocument.self, from: try await harbour.send(.get, place).body)
        }
        #expect(try await batch().state == .running)
        faults.isHeldUp.withLock { $0 = false }
        try await until { try await batch().state == .done }
        #expect(try await batch().done == 2)
        #expect(try await users() == ["bob"])
        let unknown = try await harbour.send(.get, "/v1/admin/batches/none")
        #expect(try JSON.decode(Problem.self, from: unknown.body).code == .noSuchBatch)
    }

    /// The server ends after the deletion, or a disk fails.
    @Test func interruptedErasureIsContinuedByTheNextServer() async throws {
        faults.isBroken.withLock { $0 = true }
        #expect(try await erase().status == 503)
        await harbour.batches.stop()
        faults.isBroken.withLock { $0 = false }
        faults.calls.withLock { $0 = [] }
        let restarted = BatchWorker(harbour.operators) { _ in }
        while try await restarted.step() != nil {}
        #expect(faults.calls.withLock { $0.contains("finishErasure()") })
        let batch = try #require(try await harbour.store.batches(BatchesQuery()).rows.first)
        #expect(batch.state == .done)
        #expect(batch.progress.done == 2)
        #expect(try await users() == ["bob"])
    }

    @Test func erasureIsRefusedWhileTooManyBatchesAreRunning() async throws {
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
        #expect(try await erase().status == 429)
        #expect(try await users().count == 3)
    }

    @Test func exportHasMaskedDrafts() async throws {
        let token = "user.eve.3600"
        let start = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: token)
        let begun = try JSON.decode(StateDocument.self, from: start.body)
        let screen = try #require(begun.screen?.id)
        let draft = "/v1/sessions/\(begun.session)/screens/\(screen)/draft"
        let typed = #"{"name":"Tern","code":"4711","note":"5105"}"#
        #expect(try await harbour.send(.put, draft, typed, token: token).status == 204)
        let reply = try await harbour.send(.get, "/v1/admin/users/eve/export")
        let export = try JSON.decode(SessionExportDocument.self, from: reply.body)
        let masked = #"{"name":"Tern","code":"•••","note":"•••"}"#
        #expect(export.drafts.mapValues(\.description) == [screen: masked])
        #expect(export.state?.screen?.draft?.description == masked)
        #expect(!String(decoding: reply.body, as: UTF8.self).contains("4711"))
    }
}
