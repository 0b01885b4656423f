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
            #expect(try await store.idleSessions(since: sample.moment(100), cursor: nil, limit: 9).rows == ["s5"])
        },
        Promise("oldJournalIsDeletedIfNoModuleCountsIt") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...3 {
                _ = try await store.commit(sample.counting(from: revision, after: Double(revision)))
            }
            let rows = SweptRows.journal(uncounted: true)
            #expect(try await store.delete(rows, before: sample.moment(2), limit: 1) == 1)
            #expect(try await store.delete(rows, before: sample.moment(2), limit: 9) == 1)
            #expect(try await store.delete(rows, before: sample.moment(2), limit: 9) == 0)
            #expect(try await store.journal("a", after: 0, limit: 9).map(\.revision) == [3, 4])
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

    /// Starts sessions one after another, and returns their ids in that order.
    static func startSessions(_ count: Int, in store: any Store, prefix: String = "session") async throws -> [String] {
        let names = (0..<count).map { "\(prefix)\($0)" }
        for name in names { #expect(try await store.commit(StoredSample(name).starting()) == .committed) }
        return names
    }
}
