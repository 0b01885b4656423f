import Fairway
import FairwayWire
import Testing

extension StoreContract {
    /// The sweeper's deletions, in small batches.
    static let sweeping = [
        Promise("newestTimeIsThatOfTheLastChange") { store async throws in
            #expect(try await store.newestTime() == nil)
            let (first, second) = (StoredSample("a"), StoredSample("b"))
            for sample in [first, second] { _ = try await store.commit(sample.starting()) }
            _ = try await store.commit(first.counting(from: 1, after: 5))
            #expect(try await store.newestTime() == first.moment(5))
            _ = try await store.commit(second.counting(from: 1, after: 7))
            #expect(try await store.newestTime() == first.moment(7))
            // Still the same after a part of the journal was deleted.
            _ = try await store.foldJournal(limit: 10)
            _ = try await store.delete(.journal, before: first.moment(8), limit: 10)
            #expect(try await store.newestTime() == first.moment(7))
        },
        Promise("idleSessionsAreFoundInPages") { store async throws in
            for (index, hours) in [5.0, 1, 3, 2, 4].enumerated() {
                _ = try await store.commit(StoredSample("s\(index)").starting())
                _ = try await store.commit(StoredSample("s\(index)").counting(from: 1, after: hours * 3_600))
            }
            _ = try await store.commit(StoredSample("over").starting())
            _ = try await store.commit(StoredSample("over").ending(from: 1))
            let since = StoredSample("").moment(4 * 3_600)
            let first = try await store.idleSessions(since: since, cursor: nil, limit: 3)
            #expect(first.rows == ["s1", "s3", "s2"])
            // Sessions that end between two pages do not shift the next page.
            _ = try await store.commit(StoredSample("s1").ending(from: 2, after: 9 * 3_600))
            let rest = try await store.idleSessions(since: since, cursor: first.next, limit: 3)
            #expect(rest.rows == ["s4"])
            #expect(rest.next == nil)
        },
        Promise("idleSessionKeepsItsPlaceWithinAnHour") { store async throws in
            for (index, seconds) in [300.0, 200, 100].enumerated() {
                _ = try await store.commit(StoredSample("s\(index)").starting())
                _ = try await store.commit(StoredSample("s\(index)").counting(from: 1, after: seconds))
            }
            let since = StoredSample("").moment(2_000)
            let first = try await store.idleSessions(since: since, cursor: nil, limit: 2)
            let touched = try #require(first.rows.first)
            _ = try await store.commit(StoredSample(touched).counting(from: 2, after: 1_000))
            let rest = try await store.idleSessions(since: since, cursor: first.next, limit: 2)
            #expect((first.rows + rest.rows).sorted() == ["s0", "s1", "s2"])
            #expect(rest.next == nil)
        },
        Promise("endedSessionIsDeletedWithAllItsRows") { store async throws in
            for name in ["gone", "over later", "active"] {
                let sample = StoredSample(name)
                var start = sample.starting()
                start.reply = sample.reply("k", revision: 1)
                start.work = [.add(sample.timer("j1"))]
                _ = try await store.commit(start)
                try await store.setDraft(.null, name, screen: "s1")
                try await store.addHandoff(Array(name.utf8), session: name, expiresAt: sample.moment(9))
            }
            _ = try await store.commit(StoredSample("gone").ending(from: 1, after: 10))
            _ = try await store.commit(StoredSample("over later").ending(from: 1, after: 11))
            let date = StoredSample("").moment(10)
            #expect(try await store.delete(.sessions, before: date, limit: 10) == 1)
            #expect(try await store.delete(.sessions, before: date, limit: 10) == 0)
            #expect(try await store.load("gone") == nil)
            #expect(try await store.reply("gone", key: "k") == nil)
            #expect(try await store.journal("gone", after: 0, limit: 9) == [])
            #expect(try await store.work("gone") == [])
            #expect(try await store.handoff(Array("gone".utf8)) == nil)
            #expect(try await store.load("over later") != nil)
            #expect(try await store.load("active")?.drafts == ["s1": .null])
            #expect(try await store.work("active").count == 1)
            #expect(try await store.commit(StoredSample("gone").starting()) == .committed)
            #expect(try await store.load("gone")?.drafts == [:])
        },
        Promise("sessionsAreDeletedInBatches") { store async throws in
            let names = try await startSessions(5, in: store)
            for name in names { _ = try await store.commit(StoredSample(name).ending(from: 1)) }
            let date = StoredSample("").moment(100)
            var batches: [Int] = []
            repeat { batches.append(try await store.delete(.sessions, before: date, limit: 2)) } while batches.last != 0
            #expect(batches == [2, 2, 1, 0])
        },
        Promise("endedSessionsAreDeletedByRootFlow") { store async throws in
            for (index, flow) in ["Kyc", "Main", "Shop", "Kyc", "Main", "Kyc"].enumerated() {
                var start = StoredSample("s\(index)").starting()
                start.row?.rootFlow = flow
                _ = try await store.commit(start)
                var end = StoredSample("s\(index)").ending(from: 1, after: Double(index))
                end.row?.rootFlow = flow
                if index != 5 { _ = try await store.commit(end) }
            }
            let sample = StoredSample("")
            func delete(_ rows: SweptRows, _ seconds: Double, limit: Int = 10) async throws -> Int {
                try await store.delete(rows, before: sample.moment(seconds), limit: limit)
            }
            #expect(try await delete(.sessionsOf(rootFlows: ["Kyc", "None"]), 2) == 1)
            #expect(try await store.load("s0") == nil)
            #expect(try await store.journal("s0", after: 0, limit: 9) == [])
            #expect(try await delete(.sessionsOf(rootFlows: []), 100) == 0)
            #expect(try await delete(.sessionsExcept(rootFlows: ["Main"]), 2) == 1)
            #expect(try await store.load("s2") == nil)
            #expect(try await delete(.sessionsExcept(rootFlows: []), 100, limit: 2) == 2)
            #expect(try await delete(.sessionsExcept(rootFlows: []), 100) == 1)
            #expect(try await delete(.sessionsOf(rootFlows: ["Kyc", "Main", "Shop"]), 100) == 0)
            #expect(try await store.sessions(SessionsQuery()).rows.map(\.session.id) == ["s5"])
        },
        Promise("onlyOldRepliesAreDeleted") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...4 {
                let commit = sample.counting(from: revision, key: "k\(revision)", after: Double(revision))
                _ = try await store.commit(commit)
            }
            #expect(try await store.delete(.replies, before: sample.moment(3), limit: 1) == 1)
            #expect(try await store.delete(.replies, before: sample.moment(3), limit: 9) == 1)
            #expect(try await store.delete(.replies, before: sample.moment(3), limit: 9) == 0)
            var kept: [Bool] = []
            for revision in 1...4 { kept.append(try await store.reply("a", key: "k\(revision)") != nil) }
            #expect(kept == [false, false, true, true])
        },
    ]

    /// The counts that are folded from the journal.
    static let folding = [
        Promise("everyEntryIsFoldedOnce") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...4 {
                _ = try await store.commit(sample.counting(from: revision, after: Double(revision)))
            }
            // The graph includes unfolded entries and does not fold them.
            let graph = try await store.graph(GraphQuery())
            for (limit, folded) in [(2, 2), (10, 3), (10, 0)] {
                #expect(try await store.foldJournal(limit: limit) == folded)
                #expect(try await store.graph(GraphQuery()) == graph)
            }
            let edges = graph.edges
            #expect(edges.map(\.from) == ["Counter.Page", nil])
            #expect(edges.map(\.to) == ["Counter.Page", "Counter.Page"])
            #expect(edges.map(\.action) == ["incrementButtonPressed", "start"])
            #expect(edges.map(\.count) == [4, 1])
            #expect(abs(edges[0].medianSeconds - 1) < 0.1)
        },
        Promise("graphShowsWhereUsersGoAndWhereTheyStop") { store async throws in
            for (name, seconds) in [("a", 10.0), ("b", 20), ("c", 90)] {
                let sample = StoredSample(name)
                _ = try await store.commit(sample.starting())
                var next = sample.counting(from: 1)
                next.flows = [sample.flow(1, screen: "Counter.End")]
                next.journal = sample.entry(2, name: "next", to: "Counter.End", after: seconds)
                _ = try await store.commit(next)
            }
            _ = try await store.commit(StoredSample("c").ending(from: 2, after: 100))
            _ = try await store.foldJournal(limit: 100)
            let graph = try await store.graph(GraphQuery())
            #expect(graph.screens.map(\.name) == ["Counter.End", "Counter.Page"])
            #expect(graph.screens.map(\.visits) == [3, 3])
            #expect(graph.screens.map(\.front) == [2, 0])
            let next = try #require(graph.edges.first { $0.action == "next" })
            #expect(next.count == 3)
            #expect(abs(next.medianSeconds - 20) < 2)
            #expect(graph.edges.contains { $0.action == "end" && $0.to == nil })
        },
        Promise("graphIsFilteredByHour") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(sample.counting(from: 1, after: 7_200))
            for _ in ["unfolded", "folded"] {
                #expect(try await store.graph(GraphQuery(since: sample.moment(7_200))).edges.count == 1)
                #expect(try await store.graph(GraphQuery(since: sample.moment(36_000))).edges == [])
                _ = try await store.foldJournal(limit: 100)
            }
        },
        Promise("onlyFoldedEntriesAreDeletedAndTheirCountsRemain") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...3 {
                _ = try await store.commit(sample.counting(from: revision, after: Double(revision)))
            }
            #expect(try await store.delete(.journal, before: sample.moment(2), limit: 10) == 0)
            _ = try await store.foldJournal(limit: 3)
            #expect(try await store.delete(.journal, before: sample.moment(2), limit: 1) == 1)
            #expect(try await store.delete(.journal, before: sample.moment(9), limit: 10) == 2)
            #expect(try await store.journal("a", after: 0, limit: 10).map(\.revision) == [4])
            #expect(try await store.graph(GraphQuery()).edges.map(\.count) == [3, 1])
            #expect(try await store.foldJournal(limit: 10) == 1)
            #expect(try await store.foldJournal(limit: 10) == 0)
        },
        Promise("onlyOldCountsAreDeleted") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...3 {
                _ = try await store.commit(sample.counting(from: revision, after: Double(revision) * 3_600))
            }
            _ = try await store.foldJournal(limit: 10)
            #expect(try await store.graph(GraphQuery()).edges.map(\.count) == [3, 1])
            let date = sample.moment(2 * 3_600 + 1)
            #expect(try await store.delete(.counts, before: date, limit: 1) == 1)
            #expect(try await store.delete(.counts, before: date, limit: 9) == 1)
            #expect(try await store.delete(.counts, before: date, limit: 9) == 0)
            #expect(try await store.graph(GraphQuery()).edges.map(\.count) == [2])
            #expect(try await store.journal("a", after: 0, limit: 9).count == 4)
        },
        Promise("shortenedJournalHasNoGap", expectJournalWithoutGaps),
        Promise("entriesWrittenAfterADeletionAreFolded") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(sample.ending(from: 1))
            #expect(try await store.foldJournal(limit: 10) == 2)
            #expect(try await store.delete(.sessions, before: sample.moment(9), limit: 10) == 1)
            _ = try await store.commit(StoredSample("b").starting())
            #expect(try await store.foldJournal(limit: 10) == 1)
        },
    ]

    /// Entries are deleted in order of revision, even if the clocks of the nodes that wrote them differ.
    private static func expectJournalWithoutGaps(_ store: any Store) async throws {
        for (name, hours) in [("a", [9, 1, 2, 3, 9.5]), ("b", [1, 2, 9, 3, 4]), ("c", [1, 2, 3, 4, 5])] {
            let sample = StoredSample(name)
            for (index, hour) in hours.enumerated() {
                var commit = index == 0 ? sample.starting() : sample.counting(from: index)
                commit.journal?.at = sample.moment(hour * 3_600)
                _ = try await store.commit(commit)
            }
        }
        let date = StoredSample("").moment(8 * 3_600)
        // Unfolded entries and all entries after them are kept.
        for limit in [4, 100] {
            #expect(try await store.foldJournal(limit: limit) > 0)
            for batch in [1, 3, 100, 100] {
                _ = try await store.delete(.journal, before: date, limit: batch)
                for name in ["a", "b", "c"] {
                    let left = try await store.journal(name, after: 0, limit: 10).map(\.revision)
                    #expect(left == Array((left.first ?? 6)..<6), "\(name)")
                }
            }
        }
        #expect(try await store.journal("c", after: 0, limit: 10) == [])
    }
}
