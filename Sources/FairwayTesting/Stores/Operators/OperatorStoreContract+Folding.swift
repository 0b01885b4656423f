import Fairway
import FairwayOperators
import FairwayWire
import Testing

extension OperatorStoreContract {
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
            #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(2), limit: 10) == 0)
            _ = try await store.foldJournal(limit: 3)
            #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(2), limit: 1) == 1)
            #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(9), limit: 10) == 2)
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
            #expect(try await store.delete(.counts, before: date, limit: 99) > 1)
            #expect(try await store.delete(.counts, before: date, limit: 99) == 0)
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
        Promise("newestTimeOutlivesTheJournal") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(sample.counting(from: 1, after: 7))
            _ = try await store.foldJournal(limit: 10)
            _ = try await store.delete(.journal(uncounted: false), before: sample.moment(8), limit: 10)
            #expect(try await store.newestTime() == sample.moment(7))
        },
        Promise("longJournalIsReadFromAnyRevisionAfterItsBeginningIsDeleted") { store async throws in
            let samples = [StoredSample("a"), StoredSample("b")]
            for sample in samples { _ = try await store.commit(sample.starting()) }
            for revision in 1..<140 {
                for sample in samples { _ = try await store.commit(sample.counting(from: revision)) }
            }
            for sample in samples {
                try await StoreContract.expectPages(of: sample.session, in: store, from: 1, through: 140)
            }
            _ = try await store.foldJournal(limit: 1_000)
            let date = samples[0].moment(1_000)
            #expect(try await store.delete(.journal(uncounted: false), before: date, limit: 150) == 150)
            for sample in samples {
                // All entries have nearly the same time. A store may therefore delete the entries of one session first,
                // or alternate between the sessions.
                let oldest = try await store.journal(sample.session, after: 0, limit: 1).first?.revision ?? 141
                try await StoreContract.expectPages(of: sample.session, in: store, from: oldest, through: 140)
            }
        },
    ]

    /// Entries are deleted in order of revision, even if the clocks of the nodes that wrote them differ.
    private static func expectJournalWithoutGaps(_ store: any OperatorStore) async throws {
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
                _ = try await store.delete(.journal(uncounted: false), before: date, limit: batch)
                for name in ["a", "b", "c"] {
                    let left = try await store.journal(name, after: 0, limit: 10).map(\.revision)
                    #expect(left == Array((left.first ?? 6)..<6), "\(name)")
                }
            }
        }
        #expect(try await store.journal("c", after: 0, limit: 10) == [])
    }
}
