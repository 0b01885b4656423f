import Fairway
import FairwayOperators
import FairwayWire
import Foundation
import Testing

extension OperatorStoreContract {
    /// The audit of operators' calls.
    static let audit = [
        Promise("auditIsListedNewestFirstInPages") { store async throws in
            let entries = (0..<5).map { entry("call \($0)", by: "ada", after: Double($0)) }
            for entry in entries { try await store.record(entry) }
            let first = try await store.audit(AuditQuery(limit: 3))
            #expect(first.rows == [entries[4], entries[3], entries[2]])
            try await store.record(entry("later", by: "ada"))
            let rest = try await store.audit(AuditQuery(cursor: first.next, limit: 3))
            #expect(rest.rows == [entries[1], entries[0]])
            #expect(rest.next == nil)
        },
        Promise("auditIsFilteredByOperatorAndSessionAndUser") { store async throws in
            let entries = [
                entry("1", by: "ada", session: "a"), entry("2", by: "bob", session: "a", user: "eve"),
                entry("3", by: "bob", user: "ren\u{E9}"), entry("4", by: "ada", user: "rene\u{301}"),
            ]
            for entry in entries { try await store.record(entry) }
            func calls(_ query: AuditQuery) async throws -> [String] { try await store.audit(query).rows.map(\.call) }
            #expect(try await calls(AuditQuery(operator: "ada")) == ["4", "1"])
            #expect(try await calls(AuditQuery(session: "a")) == ["2", "1"])
            #expect(try await calls(AuditQuery(user: "ren\u{E9}")) == ["3"])
            #expect(try await calls(AuditQuery(operator: "bob", session: "a", user: "eve")) == ["2"])
            #expect(try await calls(AuditQuery(operator: "eve")) == [])
        },
        Promise("auditNamesTheUserOfTheSessionAlsoAfterTheErasure") { store async throws in
            _ = try await store.commit(StoredSample("a", user: "ada").starting())
            _ = try await store.commit(StoredSample("b").starting())
            for session in ["a", "b", "unknown"] { try await store.record(entry("1", by: "bob", session: session)) }
            while try await !store.eraseUser("ada", limit: 10).isEmpty {}
            let rows = try await store.audit(AuditQuery()).rows
            #expect(rows.map(\.session) == ["unknown", "b", "a"])
            #expect(rows.map(\.user) == [nil, nil, "ada"])
        },
        Promise("oldEntriesAndEndedBatchesAreSwept") { store async throws in
            for seconds in [1.0, 2, 3, 4] { try await store.record(entry("\(seconds)", by: "ada", after: seconds)) }
            for id in ["ended", "running"] { #expect(try await store.addBatch(batch(id))) }
            #expect(try await store.stopBatch("ended", at: StoredSample("").moment(3)) == .erase)
            let date = StoredSample("").moment(4)
            #expect(try await store.delete(.audit, before: date, limit: 2) == 2)
            #expect(try await store.audit(AuditQuery()).rows.map(\.call) == ["4.0", "3.0"])
            #expect(try await store.delete(.audit, before: date, limit: 2) == 2)
            #expect(try await store.delete(.audit, before: date, limit: 2) == 0)
            #expect(try await store.audit(AuditQuery()).rows.map(\.call) == ["4.0"])
            #expect(try await store.batches(BatchesQuery()).rows.map(\.id) == ["running"])
        },
    ]

    /// The batches of operators.
    static let batches = [
        Promise("batchesAreListedNewestFirstInPages") { store async throws in
            let batches = (0..<5).map { batch("b\($0)", .end) }
            for batch in batches { #expect(try await store.addBatch(batch)) }
            let first = try await store.batches(BatchesQuery(limit: 3))
            #expect(first.rows == [batches[4], batches[3], batches[2]])
            let rest = try await store.batches(BatchesQuery(cursor: first.next, limit: 3))
            #expect(rest.rows == [batches[1], batches[0]])
            #expect(rest.next == nil)
            #expect(try await store.runningBatch() == batches[0])
            #expect(try await store.batch("b2") == batches[2])
            #expect(try await store.batch("b5") == nil)
        },
        Promise("progressIsWrittenOnceForEachStep") { store async throws in
            var expected = batch("b")
            _ = try await store.addBatch(expected)
            let date = StoredSample("").moment(9)
            expected.progress.step = 1
            expected.progress.sessions = ["s1", "s2"]
            expected.progress.cursor = "7"
            func write(_ progress: BatchProgress, _ state: SessionBatch.State) async throws -> SessionBatch.State? {
                try await store.setProgress(progress, of: "b", state: state, at: date)
            }
            #expect(try await write(expected.progress, .running) == .running)
            #expect(try await store.runningBatch() == expected)
            // Another server has taken the step.
            var other = expected.progress
            other.sessions = ["s3"]
            #expect(try await write(other, .running) == nil)
            #expect(try await store.runningBatch() == expected)
            expected.progress.step = 2
            expected.progress.sessions = []
            expected.progress.done = 1
            expected.progress.failed = 1
            expected.progress.isListed = true
            #expect(try await write(expected.progress, .done) == .done)
            (expected.state, expected.endedAt) = (.done, date)
            #expect(try await store.runningBatch() == nil)
            #expect(try await store.batches(BatchesQuery()).rows == [expected])
        },
        Promise("stoppedBatchStaysStopped") { store async throws in
            #expect(try await store.stopBatch("b", at: StoredSample("").start) == nil)
            var expected = batch("b")
            _ = try await store.addBatch(expected)
            let date = StoredSample("").moment(5)
            #expect(try await store.stopBatch("b", at: date) == .erase)
            #expect(try await store.stopBatch("b", at: StoredSample("").moment(6)) == .erase)
            (expected.state, expected.endedAt) = (.stopped, date)
            #expect(try await store.batches(BatchesQuery()).rows == [expected])
            #expect(try await store.runningBatch() == nil)
            // The step that was being taken is still counted.
            expected.progress.step = 1
            expected.progress.done = 10
            let state = try await store.setProgress(
                expected.progress,
                of: "b",
                state: .done,
                at: StoredSample("").moment(7)
            )
            #expect(state == .stopped)
            #expect(try await store.batches(BatchesQuery()).rows == [expected])
        },
        Promise("runningBatchesAreLimited") { store async throws in
            for index in 0..<OperatorLimits.runningBatches { #expect(try await store.addBatch(batch("b\(index)"))) }
            #expect(try await !store.addBatch(batch("x")))
            #expect(try await store.stopBatch("b3", at: StoredSample("").start) == .erase)
            #expect(try await store.addBatch(batch("x")))
        },
        Promise("batchesThatHaveErasedTheirSessionsDoNotHoldUpOthers") { store async throws in
            let count = OperatorLimits.runningBatches
            for index in 0..<count { #expect(try await store.addBatch(batch("b\(index)", index == 1 ? .end : .erase))) }
            func write(_ batch: String, sessions: [String] = []) async throws -> SessionBatch.State? {
                var progress = BatchProgress()
                (progress.step, progress.isListed, progress.sessions) = (1, true, sessions)
                let date = StoredSample("").start
                return try await store.setProgress(progress, of: batch, state: .running, at: date)
            }
            for id in ["b0", "b1", "b3"] { #expect(try await write(id) == .running) }
            #expect(try await write("b2", sessions: ["s"]) == .running)
            #expect(try await store.erasedBatches(limit: 9).map(\.id) == ["b0", "b3"])
            #expect(try await store.erasedBatches(limit: 1).map(\.id) == ["b0"])
            #expect(try await store.runningBatch()?.id == "b1")
            for id in ["x", "y"] { #expect(try await store.addBatch(batch(id))) }
            #expect(try await !store.addBatch(batch("z")))
            #expect(try await store.stopBatch("b0", at: StoredSample("").start) == .erase)
            #expect(try await store.erasedBatches(limit: 9).map(\.id) == ["b3"])
        },
        Promise("sessionsAreErasedById") { store async throws in
            for name in ["a", "b", "c"] { try await fill(StoredSample(name, user: "ada"), in: store) }
            let edges = try await store.graph(GraphQuery()).edges
            #expect(try await store.erase(["c", "unknown", "a"]).sorted() == ["a", "c"])
            #expect(try await store.erase(["c", "unknown", "a"]) == [])
            #expect(try await store.finishErasure())
            #expect(try await store.sessions(SessionsQuery()).rows.map(\.session.id) == ["b"])
            #expect(try await store.creation(StoredSample("a").creation("key of a").key) == nil)
            #expect(try await store.work("a") == [])
            #expect(try await store.journal("b", after: 0, limit: 9).count == 2)
            #expect(try await store.graph(GraphQuery()).edges == edges)
            #expect(try await store.integrityProblems() == [])
        },
    ]

    private static func entry(
        _ call: String,
        by operator: String,
        session: String? = nil,
        user: String? = nil,
        after seconds: Double = 0
    ) -> AuditEntry {
        AuditEntry(
            at: StoredSample("").moment(seconds),
            operator: `operator`,
            call: call,
            session: session,
            user: user,
            request: "r1"
        )
    }

    private static func batch(_ id: String, _ action: SessionBatch.Action = .erase) -> SessionBatch {
        SessionBatch(
            id: id,
            operator: "ada",
            action: action,
            filter: RawJSON(known: Array(#"{"user":"eve"}"#.utf8)),
            total: 3,
            createdAt: StoredSample("").start
        )
    }
}
