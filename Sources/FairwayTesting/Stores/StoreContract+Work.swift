import Fairway
import FairwayWire
import Testing

extension StoreContract {
    /// Drafts. `setDraft` neither compares nor changes the revision.
    static let drafts = [
        Promise("draftIsStoredWithoutANewRevision") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            try await store.setDraft(try json("{ }"), "a", screen: "s1")
            try await store.setDraft(try json("2"), "a", screen: "s2")
            try await store.setDraft(try json("3"), "a", screen: "s2")
            #expect(try await store.load("a")?.drafts == ["s1": try json("{ }"), "s2": try json("3")])
            #expect(try await store.load("a")?.session == sample.row())
            try await store.setDraft(nil, "a", screen: "s1")
            try await store.setDraft(nil, "a", screen: "s7")
            #expect(try await store.load("a")?.drafts == ["s2": try json("3")])
        },
        Promise("draftOfAnUnknownSessionIsNotStored") { store async throws in
            try await store.setDraft(.null, "a", screen: "s1")
            _ = try await store.commit(StoredSample("a").starting())
            #expect(try await store.load("a")?.drafts == [:])
        },
        Promise("draftSurvivesAChangeThatDoesNotMentionIt") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for screen in ["s1", "s2"] { try await store.setDraft(.null, "a", screen: screen) }
            var commit = sample.counting(from: 1)
            commit.drafts = ["s1": nil, "s3": try json("3")]
            _ = try await store.commit(commit)
            #expect(try await store.load("a")?.drafts == ["s2": .null, "s3": try json("3")])
        },
    ]

    /// Timers and background work.
    static let work = [
        Promise("workIsListedInOrderOfDueTime") { store async throws in
            let sample = StoredSample("a")
            var commit = sample.starting()
            commit.work = [("j1", 30.0), ("j2", 10), ("j3", 20)].map { .add(sample.timer($0.0, due: $0.1)) }
            _ = try await store.commit(commit)
            #expect(try await store.work("a").map(\.item.id) == ["j2", "j3", "j1"])
            #expect(try await store.work("b") == [])
        },
        Promise("workKeepsItsVersion") { store async throws in
            let sample = StoredSample("a")
            var (first, second) = (sample.timer("j1", due: 10), sample.job("j2", due: 20))
            (first.version, second.version) = (2, 3)
            var commit = sample.starting()
            commit.work = [.add(first), .add(second), .add(sample.timer("j3", due: 30))]
            _ = try await store.commit(commit)
            #expect(try await store.work("a").map(\.item.version) == [2, 3, 1])
            // A refused commit with work of the same id changes nothing.
            var refused = sample.counting(from: 7)
            second.version = 4
            refused.work = [.add(second)]
            #expect(try await store.commit(refused) == .conflict)
            #expect(try await store.work("a").map(\.item.version) == [2, 3, 1])
            let slots = [WorkQueue.jobs("Errand"): WorkLease.Slots(1, until: sample.moment(90))]
            let lease = WorkLease(slots: slots, holder: "me", now: sample.moment(60))
            #expect(try await store.lease(lease).map(\.item.version) == [3])
        },
        Promise("workKeepsWhatAskedForIt") { store async throws in
            let sample = StoredSample("a")
            var job = sample.job("j1")
            (job.request, job.trace) = ("request-1", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            var commit = sample.starting()
            commit.row?.user = "ada"
            commit.work = [.add(job), .add(sample.timer("j2", due: 1))]
            _ = try await store.commit(commit)
            #expect(try await store.work("a").map(\.item) == [job, sample.timer("j2", due: 1)])
            let slots = [WorkQueue.jobs("Errand"): WorkLease.Slots(1, until: sample.moment(90))]
            let leased = try await store.lease(WorkLease(slots: slots, holder: "me", now: sample.moment(60)))
            #expect(leased.map(\.item) == [job])
            #expect(leased.map(\.user) == ["ada"])
            #expect(try await store.work("a", id: "j2")?.user == "ada")
        },
        Promise("workIsFinishedByIdAndCancelledByLabel") { store async throws in
            let sample = StoredSample("a")
            var commit = sample.starting()
            commit.work = [
                .add(sample.timer("j1")), .add(sample.timer("j2", label: "x")), .add(sample.timer("j3", label: "y")),
                .add(sample.timer("j4", node: "f2", label: "x")),
            ]
            _ = try await store.commit(commit)
            var change = sample.counting(from: 1)
            change.work = [.finish(id: "j1"), .cancel(node: "f1", label: "x"), .finish(id: "j9")]
            _ = try await store.commit(change)
            #expect(try await store.work("a").map(\.item.id).sorted() == ["j3", "j4"])
        },
        Promise("workChangesAreAppliedInOrder") { store async throws in
            let sample = StoredSample("a")
            var commit = sample.starting()
            commit.work = [
                .add(sample.timer("j1", label: "x")), .cancel(node: "f1", label: "x"),
                .add(sample.timer("j2", label: "x")),
            ]
            _ = try await store.commit(commit)
            #expect(try await store.work("a").map(\.item.id) == ["j2"])
        },
        Promise("workIsRemovedWithItsFlowUnlessItOutlivesIt") { store async throws in
            let sample = StoredSample("a")
            var lasting = sample.timer("j2")
            lasting.outlivesFlow = true
            var commit = sample.starting()
            commit.work = [
                .add(sample.timer("j1")), .add(lasting), .add(sample.timer("j3", node: "f2")),
                .add(sample.timer("j4", node: "f12")),
            ]
            _ = try await store.commit(commit)
            var change = sample.ending(from: 1)
            change.work = [.add(sample.timer("j5"))]
            _ = try await store.commit(change)
            #expect(try await store.work("a").map(\.item.id).sorted() == ["j2", "j3", "j4"])
        },
    ]

    static let journal = [
        Promise("journalIsReadOldestFirstInPages") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1..<7 { _ = try await store.commit(sample.counting(from: revision)) }
            #expect(try await store.journal("a", after: 0, limit: 100).map(\.revision) == Array(1...7))
            #expect(try await store.journal("a", after: 2, limit: 3).map(\.revision) == [3, 4, 5])
            #expect(try await store.journal("a", after: 7, limit: 3) == [])
            #expect(try await store.journal("a", after: 1, limit: 1) == [sample.entry(2, after: 1)])
        }
    ]

    static func expectPages(
        of session: String,
        in store: any Store,
        from oldest: Int,
        through newest: Int
    ) async throws {
        for after in [0, 1, 62, 63, 64, 65, 100, 127, 128, 139, 140] {
            for limit in [1, 2, 63, 64, 65, Int.max] {
                let expected = (1...newest).filter { $0 >= oldest && $0 > after }.prefix(limit)
                let revisions = try await store.journal(session, after: after, limit: limit).map(\.revision)
                #expect(revisions == Array(expected), "after \(after), at most \(limit)")
            }
        }
    }
}
