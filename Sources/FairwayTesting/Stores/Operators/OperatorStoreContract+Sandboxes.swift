import Fairway
import FairwayOperators
import FairwayWire
import Foundation
import Testing

extension OperatorStoreContract {
    /// Kept states: the newest states of a session.
    static let keptStates = [
        Promise("newestStatesOfASessionAreKept") { store async throws in
            for name in ["a", "b"] { _ = try await store.commit(StoredSample(name).starting()) }
            try await store.keepStates([1, 2, 3].map { state("a", $0) } + [state("b", 7)], most: 3)
            #expect(try await store.keptRevisions("a") == [3, 2, 1])
            #expect(try await store.keptState("a", revision: 2) == state("a", 2))
            // Revision 4 was lost in a crash.
            try await store.keepStates([state("a", 5)], most: 3)
            #expect(try await store.keptRevisions("a") == [5, 3])
            #expect(try await store.keptState("a", revision: 2) == nil)
            #expect(try await store.keptState("b", revision: 7) == state("b", 7))
            #expect(try await store.keptState("b", revision: 5) == nil)
            #expect(try await store.keptRevisions("c") == [])
        },
        Promise("statesOfAMissingSessionAreNotKept") { store async throws in
            _ = try await store.commit(StoredSample("a").starting())
            try await store.keepStates([state("gone", 1), state("a", 1)], most: 3)
            #expect(try await store.keptRevisions("gone") == [])
            #expect(try await store.keptRevisions("a") == [1])
            #expect(try await store.integrityProblems() == [])
        },
        Promise("keptStatesAreDeletedWithTheirSession") { store async throws in
            let (ada, bob) = (StoredSample("a", user: "ada"), StoredSample("b"))
            for sample in [ada, bob] { _ = try await store.commit(sample.starting()) }
            try await store.keepStates([state("a", 1), state("b", 1)], most: 3)
            #expect(try await store.eraseUser("ada", limit: 10) == ["a"])
            _ = try await store.commit(bob.ending(from: 1))
            #expect(try await store.delete(.sessions, before: bob.moment(9), limit: 10) == 1)
            for session in ["a", "b"] { #expect(try await store.keptRevisions(session) == []) }
            // A new session with the same id has no states of the old one.
            #expect(try await store.commit(ada.starting()) == .committed)
            #expect(try await store.keptRevisions("a") == [])
            #expect(try await store.integrityProblems() == [])
        },
    ]

    private static func state(_ session: String, _ revision: Int) -> KeptState {
        KeptState(
            session: session,
            revision: revision,
            document: Array("document \(revision)\0".utf8),
            snapshot: Array("snapshot \(revision)\0".utf8)
        )
    }
}

extension OperatorStoreContract {
    /// Sandboxes: copies of sessions for operators.
    static let sandboxes = [
        Promise("sandboxIsStoredLikeASession") { store async throws in
            let sample = StoredSample("box", user: "ada")
            _ = try await store.commit(StoredSample("a").starting())
            var job = sample.job("j2")
            job.version = 2
            let commit = sandbox(sample, work: [sample.timer("j1"), job])
            #expect(try await store.addSandbox(commit, most: 1) == .committed)
            #expect(try await store.load("box")?.session == commit.row)
            #expect(try await store.load("box")?.flows == commit.flows)
            #expect(try await store.access("box") == commit.row?.access)
            #expect(try await store.access("box")?.isSandbox == true)
            #expect(try await store.work("box").map(\.item) == [job, sample.timer("j1")])
            var change = counting(sample, from: 7)
            change.work = [.finish(id: "j1"), .add(sample.timer("j3", due: 90))]
            #expect(try await store.commit(change) == .committed)
            #expect(try await store.load("box")?.session == change.row)
            #expect(try await store.work("box").map(\.item) == [job, sample.timer("j3", due: 90)])
            #expect(try await store.integrityProblems() == [])
        },
        Promise("workOfASandboxIsNeverLeased") { store async throws in
            let sample = StoredSample("box")
            _ = try await store.commit(StoredSample("a").starting())
            let work = [sample.timer("j1", due: 0), sample.job("j2")]
            _ = try await store.addSandbox(sandbox(sample, work: work), most: 1)
            var change = counting(sample, from: 7)
            change.work = [.add(sample.job("j3"))]
            _ = try await store.commit(change)
            let queues: [WorkQueue] = [.timers, .jobs("Errand")]
            let slots = Dictionary(
                uniqueKeysWithValues: queues.map { ($0, WorkLease.Slots(9, until: sample.moment(1_060))) }
            )
            let lease = WorkLease(slots: slots, holder: "me", now: sample.moment(1_000))
            #expect(try await store.nextWork(in: queues) == nil)
            #expect(try await store.lease(lease) == [])
            // An operator's cancellation that failed leaves the work with a due time.
            let progress = WorkProgress(next: sample.moment(1), holder: "operator")
            #expect(try await store.setProgress(progress, of: "j2", "box", heldBy: nil))
            #expect(try await store.nextWork(in: queues) == nil)
            #expect(try await store.lease(lease) == [])
            #expect(try await store.work(WorkQuery()).rows == [])
            #expect(try await store.work(WorkQuery(session: "box")).rows.map(\.item.id) == ["j3", "j2", "j1"])
        },
        Promise("sandboxIsListedOnlyOnRequestAndNotInSummaryOrGraph") { store async throws in
            let (original, copy) = (StoredSample("a", user: "ada"), StoredSample("box", user: "ada"))
            _ = try await store.commit(original.starting())
            let (summary, graph) = (try await store.summary(), try await store.graph(GraphQuery()))
            _ = try await store.addSandbox(sandbox(copy), most: 1)
            _ = try await store.commit(counting(copy, from: 7))
            for _ in 0..<2 {
                #expect(try await store.summary() == summary)
                #expect(try await store.graph(GraphQuery()) == graph)
                _ = try await store.foldJournal(limit: 100)
            }
            for user in [nil, "ada"] {
                #expect(try await store.sessions(SessionsQuery(user: user)).rows.map(\.session.id) == ["a"])
                #expect(
                    try await store.sessions(SessionsQuery(user: user, isSandbox: true)).rows.map(\.session.id) == [
                        "box"
                    ]
                )
                #expect(try await store.flows(FlowsQuery(user: user)).rows.map(\.session) == ["a"])
            }
            #expect(try await store.sessions(SessionsQuery(status: .over, isSandbox: true)).rows == [])
            var end = counting(copy, from: 8)
            end.row = row(copy, 9, status: .over)
            (end.flows, end.removedFlows) = ([], [1])
            #expect(try await store.commit(end) == .committed)
            #expect(try await store.summary() == summary)
            #expect(
                try await store.sessions(SessionsQuery(status: .over, isSandbox: true)).rows.map(\.session.id) == [
                    "box"
                ]
            )
        },
        Promise("originalIsUntouchedByItsSandbox") { store async throws in
            let (original, copy) = (StoredSample("a"), StoredSample("box"))
            var start = original.starting()
            start.work = [.add(original.job("j1"))]
            _ = try await store.commit(start)
            _ = try await store.commit(original.counting(from: 1, key: "k"))
            func rows() async throws -> (StoredSession?, [StoredWork], [JournalEntry], StoredReply?) {
                (
                    try await store.load("a"), try await store.work("a"),
                    try await store.journal("a", after: 0, limit: 9), try await store.reply("a", key: "k")
                )
            }
            let before = try await rows()
            _ = try await store.addSandbox(sandbox(copy, work: [copy.job("j1")]), most: 1)
            var change = counting(copy, from: 7)
            change.work = [.finish(id: "j1")]
            #expect(try await store.commit(change) == .committed)
            #expect(try await rows() == before)
            #expect(try await store.reply("box", key: "k") == nil)
            #expect(try await store.deleteSandboxes(before: copy.moment(0), limit: 9) == ["box"])
            #expect(try await rows() == before)
        },
        Promise("numberOfSandboxesIsLimited") { store async throws in
            _ = try await store.commit(StoredSample("a").starting())
            for name in ["b", "c"] { #expect(try await store.addSandbox(sandbox(StoredSample(name)), most: 2) != nil) }
            #expect(try await store.addSandbox(sandbox(StoredSample("d")), most: 2) == nil)
            #expect(try await store.load("d") == nil)
            #expect(try await store.deleteSandboxes(before: StoredSample("a").moment(0), limit: 1).count == 1)
            #expect(try await store.addSandbox(sandbox(StoredSample("d")), most: 2) == .committed)
        },
        Promise("sandboxNeedsItsOriginal") { store async throws in
            #expect(try await store.addSandbox(sandbox(StoredSample("box")), most: 9) == .conflict)
            _ = try await store.commit(StoredSample("a").starting())
            #expect(try await store.erase(["a"]) == ["a"])
            #expect(try await store.addSandbox(sandbox(StoredSample("box")), most: 9) == .conflict)
            #expect(try await store.load("box") == nil)
            #expect(try await store.integrityProblems() == [])
        },
        Promise("noSandboxOutlivesTheErasureOfItsOriginal") { store async throws in
            for _ in 0..<5 {
                _ = try await store.commit(StoredSample("a").starting())
                async let added = store.addSandbox(sandbox(StoredSample("box")), most: 9)
                async let erased = store.erase(["a"])
                // The sandbox was erased with its original, or was not added.
                _ = try await (added, erased)
                #expect(try await store.load("a") == nil)
                #expect(try await store.load("box") == nil)
            }
        },
        Promise("sandboxDoesNotReplaceASession") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var other = sandbox(sample)
            other.row = row(sample, 7, token: "other")
            #expect(try await store.addSandbox(other, most: 9) == .conflict)
            #expect(try await store.load("a")?.session == sample.row())
            #expect(try await store.sessions(SessionsQuery(isSandbox: true)).rows == [])
        },
        Promise("oldSandboxesAreDeletedWithTheirRows") { store async throws in
            _ = try await store.commit(StoredSample("a").starting())
            for (name, seconds) in [("old", 0.0), ("new", 60)] {
                var sample = StoredSample(name)
                sample.start = sample.moment(seconds)
                _ = try await store.addSandbox(sandbox(sample, work: [sample.timer("j1")]), most: 9)
                try await store.setDraft(.null, name, screen: "s1")
                _ = try await store.commit(counting(sample, from: 7))
            }
            #expect(try await store.deleteSandboxes(before: StoredSample("a").moment(59), limit: 9) == ["old"])
            #expect(try await store.load("old") == nil)
            #expect(try await store.work("old") == [])
            #expect(try await store.journal("old", after: 0, limit: 9) == [])
            #expect(try await store.load("new")?.drafts == ["s1": .null])
            #expect(try await store.load("a") != nil)
            #expect(try await store.integrityProblems() == [])
        },
        Promise("sandboxIsErasedWithItsUser") { store async throws in
            _ = try await store.commit(StoredSample("a").starting())
            _ = try await store.addSandbox(sandbox(StoredSample("box", user: "ada")), most: 9)
            _ = try await store.addSandbox(sandbox(StoredSample("other", user: "bob")), most: 9)
            #expect(try await store.eraseUser("ada", limit: 9) == ["box"])
            #expect(try await store.sessions(SessionsQuery(isSandbox: true)).rows.map(\.session.id) == ["other"])
        },
        Promise("sandboxIsErasedWithTheUserOfItsOriginal") { store async throws in
            _ = try await store.commit(StoredSample("a", user: "ada").starting())
            // The original was still anonymous at the revision that the sandbox copies.
            _ = try await store.addSandbox(sandbox(StoredSample("box")), most: 9)
            _ = try await store.addSandbox(sandbox(StoredSample("own", user: "ada")), most: 9)
            #expect(Set(try await store.eraseUser("ada", limit: 9)) == ["a", "own", "box"])
            #expect(try await store.eraseUser("ada", limit: 9) == [])
            #expect(try await store.sessions(SessionsQuery(isSandbox: true)).rows == [])
            #expect(try await store.integrityProblems() == [])
        },
    ]

    /// The commit of a sandbox at revision 7.
    static func sandbox(_ sample: StoredSample, work: [WorkItem] = []) -> Commit {
        var commit = Commit(session: sample.session, expectedRevision: nil)
        commit.row = row(sample, 7)
        (commit.flows, commit.flowCount) = ([sample.flow(count: 6)], 1)
        commit.work = work.map(WorkChange.add)
        return commit
    }

    /// An action in a sandbox.
    private static func counting(_ sample: StoredSample, from revision: Int) -> Commit {
        var commit = sample.counting(from: revision, flowCount: 1)
        commit.row = row(sample, revision + 1)
        return commit
    }

    private static func row(
        _ sample: StoredSample,
        _ revision: Int,
        status: SessionStatus = .active,
        token: String? = nil
    ) -> SessionRow {
        let row = sample.row(revision, status: status)
        return SessionRow(
            id: row.id,
            tokenHash: token.map { SHA256.hash($0.utf8) } ?? row.tokenHash,
            user: row.user,
            forkedFrom: "a",
            revision: revision,
            status: status,
            outcome: row.outcome,
            device: row.device,
            rootFlow: row.rootFlow,
            frontScreen: row.frontScreen,
            layout: row.layout,
            viewModels: row.viewModels,
            createdAt: row.createdAt,
            touchedAt: row.touchedAt,
            userActedAt: row.userActedAt
        )
    }
}
