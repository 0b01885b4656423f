import Fairway
import FairwayWire
import Foundation
import Testing

extension StoreContract {
    /// Atomic commits and compare-and-set.
    static let commits = [
        Promise("newStoreIsEmpty") { store async throws in
            #expect(try await store.load("a") == nil)
            #expect(try await store.access("a") == nil)
            #expect(try await store.reply("a", key: "k") == nil)
            #expect(try await store.journal("a", after: 0, limit: 10) == [])
            #expect(try await store.work("a") == [])
            #expect(try await store.handoff([1]) == nil)
            #expect(try await store.creation([1]) == nil)
            try await store.probe()
        },
        Promise("sessionIsLoadedAsItWasCommitted") { store async throws in
            let sample = StoredSample("a")
            var commit = sample.starting()
            commit.flows.append(sample.flow(2, "Tutorial", screen: nil, isFront: false))
            #expect(try await store.commit(commit) == .committed)
            let row = try #require(commit.row)
            #expect(try await store.load("a") == StoredSession(session: row, flows: commit.flows, drafts: [:]))
            #expect(try await store.load("b") == nil)
        },
        Promise("everyColumnIsStoredExactly") { store async throws in
            let commit = try peculiar()
            #expect(try await store.commit(commit) == .committed)
            let stored = try #require(try await store.load("ä"))
            #expect(stored.session == commit.row)
            #expect(try await store.access("ä") == commit.row?.access)
            #expect(try await store.access("ä")?.device == commit.row?.device)
            let listed = try await store.userSessions(UserSessionsQuery(commit.row?.user ?? "")).rows
            #expect(listed == commit.row.map { [UserSessionRow($0)] })
            #expect(stored.flows == commit.flows)
            #expect(stored.drafts == ["s1": try json(" [1.0, 1e2 ]")])
            #expect(try await store.journal("ä", after: 0, limit: 1) == [commit.journal])
            #expect(try await store.work("ä").map { WorkChange.add($0.item) } == commit.work)
        },
        Promise("sessionIsStartedOnce") { store async throws in
            let sample = StoredSample("a")
            #expect(try await store.commit(sample.starting()) == .committed)
            #expect(try await store.commit(sample.starting()) == .conflict)
            #expect(try await store.journal("a", after: 0, limit: 10).count == 1)
        },
        Promise("flowsAreNotStoredWithoutTheirSession") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var parts = (0..<2).map { _ in Commit(session: "a", expectedRevision: 1) }
            parts[0].flows = [sample.flow(count: 1)]
            parts[1].removedFlows = [1]
            for commit in parts { await #expect(throws: StoreError.self) { try await store.commit(commit) } }
            #expect(try await store.load("a")?.flows == [sample.flow()])
        },
        Promise("changeOfAnUnknownSessionIsAConflict") { store async throws in
            #expect(try await store.commit(StoredSample("a").counting(from: 1)) == .conflict)
            #expect(try await store.load("a") == nil)
        },
        Promise("changeAppliesOnlyAtItsExpectedRevision") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            #expect(try await store.commit(sample.counting(from: 2, key: "k")) == .conflict)
            #expect(try await store.load("a")?.session.revision == 1)
            #expect(try await store.commit(sample.counting(from: 1)) == .committed)
            #expect(try await store.commit(sample.counting(from: 1)) == .conflict)
            #expect(try await store.load("a")?.session.revision == 2)
        },
        Promise("conflictWritesNothing") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let before = try await store.load("a")
            var commit = sample.counting(from: 7, key: "k")
            commit.flows.append(sample.flow(2))
            commit.removedFlows = [1]
            commit.drafts = ["s1": .null]
            commit.work = [.add(sample.timer("j1"))]
            commit.creation = sample.creation("c")
            #expect(try await store.commit(commit) == .conflict)
            #expect(try await store.load("a") == before)
            #expect(try await store.reply("a", key: "k") == nil)
            #expect(try await store.journal("a", after: 0, limit: 10).map(\.revision) == [1])
            #expect(try await store.work("a") == [])
            #expect(try await store.creation(SHA256.hash("c".utf8)) == nil)
        },
        Promise("journalEntryIsNotStoredWithoutItsSession") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var commit = sample.counting(from: 1)
            commit.row = nil
            await #expect(throws: StoreError.self) { try await store.commit(commit) }
            #expect(try await store.load("a")?.flows == sample.starting().flows)
            #expect(try await store.journal("a", after: 0, limit: 10).map(\.revision) == [1])
            #expect(try await store.commit(sample.counting(from: 1)) == .committed)
        },
        Promise("commitWritesOnlyTheRowsInIt") { store async throws in
            let sample = StoredSample("a")
            var start = sample.starting()
            start.flows = [sample.flow(1), sample.flow(2), sample.flow(3)]
            _ = try await store.commit(start)
            var change = sample.counting(from: 1)
            change.flows = [sample.flow(3, "Tutorial", screen: "Tutorial.Page1", count: 3, after: 5)]
            change.removedFlows = [2]
            #expect(try await store.commit(change) == .committed)
            #expect(try await store.load("a")?.flows == [sample.flow(1), change.flows[0]])
        },
        Promise("sessionIsHandedOverWithoutANewRevision") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var row = sample.row()
            row.supersededTokenHashes = [row.tokenHash]
            row.tokenHash = SHA256.hash("new".utf8)
            var commit = Commit(session: "a", expectedRevision: 1)
            commit.row = row
            #expect(try await store.commit(commit) == .committed)
            #expect(try await store.load("a")?.session == row)
        },
        Promise("endedSessionHasNoFlows") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            #expect(try await store.commit(sample.ending(from: 1)) == .committed)
            let stored = try await store.load("a")
            #expect(stored?.session.status == .over)
            #expect(stored?.session.outcome == .ended)
            #expect(stored?.flows == [])
        },
        Promise("claimsAreReplacedByTheNextChange") { store async throws in
            let sample = StoredSample("a", user: "ada")
            _ = try await store.commit(sample.starting())
            for (revision, claims) in [(1, #"{"email":"a"}"#), (2, #"{"email":"b"}"#), (3, nil)] {
                var commit = sample.counting(from: revision)
                commit.row?.claims = try claims.map(json)
                _ = try await store.commit(commit)
                #expect(try await store.load("a")?.session.claims == commit.row?.claims)
            }
        },
    ]

    /// A commit with unusual values in every column.
    private static func peculiar() throws -> Commit {
        var sample = StoredSample("ä")
        sample.start = Date(milliseconds: 1_699_999_999_999)
        var commit = sample.starting()
        commit.row?.supersededTokenHashes = [SHA256.hash([1]), SHA256.hash([2])]
        commit.row?.user = "O'Neil \u{1F680}"
        commit.row?.claims = try json(#"{ "email":"ada@\u00e4.example"}"#)
        commit.row?.status = .over
        commit.row?.outcome = .completed
        commit.row?.result = try json(#" {"a":1.50 , "b":"\u00e4"}"#)
        commit.row?.device = Device(idiom: .pad, locale: "de-AT", app: "1.2", screens: ["Page": 3, "A": 1])
        commit.row?.frontScreen = ""
        commit.row?.viewModels = try json(#"{"s1":"\u0000ä"}"#)
        commit.flows = [sample.flow(slot: "left")]
        commit.flows[0].storedName = "Shop@pad"
        commit.flows[0].version = -3
        commit.flows[0].state = try json("[ ]")
        commit.flows[0].touchedAt = Date(milliseconds: 1)
        commit.drafts = ["s1": try json(" [1.0, 1e2 ]"), "s2": nil]
        commit.journal = sample.entry(
            kind: "start",
            screen: nil,
            name: nil,
            params: try json(#"{ "name" : "***" }"#),
            delivery: JournalEntry.Delivery(
                .givenUp,
                message: "\("ä") is \(2)",
                cause: "ö",
                attempts: 1 << 40,
                isHandled: false
            ),
            request: "request:1"
        )
        commit.journal?.moves = [Move(.select, container: "c1", screen: "s2", tab: "home"), Move(.over)]
        commit.journal?.effects = [EffectDocument(effect: "openURL", id: "e1", payload: ["url": "https://a.example"])]
        commit.journal?.microseconds = 1 << 40
        var job = sample.timer("j1", label: "")
        job.kind = .job
        job.outlivesFlow = true
        commit.work = [.add(job)]
        return commit
    }

    static func json(_ text: String) throws -> RawJSON { try RawJSON(validating: Array(text.utf8)) }
}
