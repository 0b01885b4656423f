import Fairway
public import FairwayOperators
import FairwayWire
public import Testing

/// The contract of stores that several processes share, in addition to ``StoreContract``. Each promise is a test with
/// two nodes on the same, initially empty store:
///
/// ```swift
/// @Test(arguments: SharedStoreContract.promises)
/// func shares(_ promise: SharedStoreContract.Promise) async throws {
///     try await promise.check { MyStore(…) }
/// }
/// ```
public enum SharedStoreContract {
    /// A single promise of the contract.
    public struct Promise: Sendable, CustomTestStringConvertible {
        /// The promise, as the name of a test.
        public let name: String
        private let body: @Sendable (Node, Node) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (Node, Node) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// Checks the promise with two nodes, and closes them.
        public func check(_ openNode: () async throws -> any OperatorStore) async throws {
            let first = try Node(try await openNode())
            let second = try Node(try await openNode())
            do {
                try await body(first, second)
            } catch {
                await first.store.close()
                await second.store.close()
                throw error
            }
            await first.store.close()
            await second.store.close()
        }

        /// The name.
        public var testDescription: String { name }
    }

    /// A store with its shared part.
    struct Node {
        let store: any OperatorStore
        let sharing: any SharedStore

        init(_ store: any OperatorStore) throws {
            self.store = store
            sharing = try #require(store.sharing, "a shared store returns a value for `sharing`")
        }
    }

    /// All promises of the contract.
    public static let promises = versions + notices + duties + races
}

extension SharedStoreContract {
    /// Detecting that a cached session is outdated.
    static let versions = [
        Promise("commitOfOneNodeIsReadByAnother") { first, second async throws in
            let sample = StoredSample("a")
            #expect(try await first.store.commit(sample.starting()) == .committed)
            #expect(try await second.store.load("a")?.session.revision == 1)
            #expect(try await second.store.commit(sample.counting(from: 1, key: "k")) == .committed)
            #expect(try await first.store.load("a") == second.store.load("a"))
            #expect(try await first.store.reply("a", key: "k") != nil)
        },
        Promise("versionCountsEveryChangeAndDraftEdit") { first, second async throws in
            let sample = StoredSample("a")
            #expect(try await second.sharing.versions(of: []) == [:])
            _ = try await first.store.commit(sample.starting())
            _ = try await first.store.commit(StoredSample("b").starting())
            #expect(
                try await second.sharing.versions(of: ["a", "b", "c"]) == ["a": version(1, 0), "b": version(1, 0)]
            )
            _ = try await first.store.commit(sample.counting(from: 1))
            #expect(try await second.sharing.versions(of: ["a"]) == ["a": version(2, 0)])
            #expect(try await first.store.setDraft(.null, "a", screen: "s1") == 1)
            #expect(try await second.store.setDraft(.null, "a", screen: "s1") == 2)
            #expect(try await first.store.setDraft(nil, "a", screen: "s1") == 3)
            #expect(try await second.sharing.versions(of: ["a", "b"]) == ["a": version(2, 3), "b": version(1, 0)])
            #expect(try await second.store.load("a")?.draftEdits == 3)
            #expect(try await second.store.setDraft(.null, "c", screen: "s1") == 0)
            // The number of draft edits is counted across revisions.
            _ = try await first.store.commit(sample.counting(from: 2))
            #expect(try await second.sharing.versions(of: ["a"]) == ["a": version(3, 3)])
        },
        Promise("deletedSessionHasNoVersion") { first, second async throws in
            let sample = StoredSample("a")
            _ = try await first.store.commit(sample.starting())
            _ = try await first.store.commit(sample.ending(from: 1))
            #expect(try await first.store.delete(.sessions, before: sample.moment(60), limit: 10) == 1)
            #expect(try await second.sharing.versions(of: ["a"]) == [:])
        },
        Promise("erasedSessionIsGoneAtEveryNode") { first, second async throws in
            let sample = StoredSample("a", user: "ada")
            _ = try await first.store.commit(sample.starting())
            #expect(try await second.store.eraseUser("ada", limit: 10) == ["a"])
            #expect(try await first.sharing.versions(of: ["a"]) == [:])
            #expect(try await first.store.commit(sample.counting(from: 1)) == .conflict)
            #expect(try await first.store.load("a") == nil)
        },
        Promise("changeThatMissedADraftEditIsAConflict") { first, second async throws in
            let sample = StoredSample("a")
            _ = try await first.store.commit(sample.starting())
            _ = try await first.store.setDraft(.null, "a", screen: "s1")
            var change = sample.counting(from: 1, key: "k")
            change.expectedDraftEdits = 0
            #expect(try await second.store.commit(change) == .conflict)
            #expect(try await second.store.reply("a", key: "k") == nil)
            change.expectedDraftEdits = 1
            #expect(try await second.store.commit(change) == .committed)
            var refusal = Commit(session: "a", expectedRevision: 2)
            refusal.reply = sample.reply("l", revision: 2, status: 422)
            refusal.expectedDraftEdits = 0
            #expect(try await second.store.commit(refusal) == .conflict)
            refusal.expectedDraftEdits = nil
            #expect(try await second.store.commit(refusal) == .committed)
        },
    ]

    /// Notices between nodes.
    static let notices = [
        Promise("nodeIsNotifiedOfCommitsByOthers") { first, second async throws in
            // A node sends notices only while its connection for receiving them is open.
            let own = NoticeRecord()
            first.sharing.listen(own.add)
            await own.reached(.missed)
            let record = NoticeRecord()
            second.sharing.listen(record.add)
            // Earlier changes are not reported. The first notice says that notices may have been lost.
            await record.reached(.missed)
            let sample = StoredSample("a")
            _ = try await first.store.commit(sample.starting())
            await record.reached(.changed(session: "a", revision: 1))
            var change = sample.counting(from: 1)
            change.work = [.add(sample.timer("late", due: 90)), .add(sample.timer("early", due: 60.5))]
            _ = try await first.store.commit(change)
            await record.reached(.changed(session: "a", revision: 2))
            await record.reached(.work(due: sample.moment(60.5)))
        }
    ]

    /// Duties that one node at a time performs for all.
    static let duties = [
        Promise("dutyIsHeldByOneNodeAtATime") { first, second async throws in
            #expect(try await first.sharing.claim(claim(by: "a", at: 0, until: 90)))
            #expect(try await second.sharing.claim(claim(by: "b", at: 30, until: 120)) == false)
            #expect(try await second.sharing.claim(claim(.folding, by: "b", at: 30, until: 120)))
            #expect(try await first.sharing.claim(claim(by: "a", at: 60, until: 150)))
            #expect(try await second.sharing.claim(claim(by: "b", at: 149, until: 200)) == false)
            #expect(try await second.sharing.claim(claim(by: "b", at: 150, until: 240)))
            #expect(try await first.sharing.claim(claim(by: "a", at: 160, until: 250)) == false)
        },
        Promise("releasedDutyCanBeClaimed") { first, second async throws in
            #expect(try await first.sharing.claim(claim(by: "a", at: 0, until: 90)))
            // A node can release only its own duty.
            #expect(try await second.sharing.claim(claim(by: "b", at: 1, until: 1)) == false)
            #expect(try await second.sharing.claim(claim(by: "b", at: 1, until: 90)) == false)
            #expect(try await first.sharing.claim(claim(by: "a", at: 1, until: 1)) == false)
            #expect(try await second.sharing.claim(claim(by: "b", at: 1, until: 90)))
        },
    ]

    /// Concurrent changes.
    static let races = [
        Promise("oneOfTwoConcurrentChangesByNodesIsCommitted") { first, second async throws in
            let sample = StoredSample("a")
            _ = try await first.store.commit(sample.starting())
            for revision in 1...30 {
                async let one = first.store.commit(sample.counting(from: revision))
                async let two = second.store.commit(sample.counting(from: revision))
                let outcomes = try await [one, two]
                #expect(outcomes.count { $0 == .committed } == 1)
                #expect(outcomes.count { $0 == .conflict } == 1)
            }
            #expect(try await first.store.journal("a", after: 0, limit: 100).map(\.revision) == Array(1...31))
        },
        Promise("keyUsedByTwoNodesIsCommittedOnce") { first, second async throws in
            let sample = StoredSample("a")
            _ = try await first.store.commit(sample.starting())
            for revision in 1...30 {
                let change = sample.counting(from: revision, key: "k\(revision)")
                async let one = first.store.commit(change)
                async let two = second.store.commit(change)
                let outcomes = try await [one, two]
                let kept = try #require(try await second.store.reply("a", key: "k\(revision)"))
                #expect(Set(outcomes) == [.committed, .answered(kept)])
            }
        },
        Promise("workIsLeasedByOneOfTwoNodes") { first, second async throws in
            var commit = StoredSample("a").starting()
            commit.work = (1...60).map { .add(StoredSample("a").job("j\($0)")) }
            _ = try await first.store.commit(commit)
            let now = StoredSample("a").moment(0)
            let taken = try await withThrowingTaskGroup(of: [StoredWork].self) { group in
                for number in 1...20 {
                    let slots = [WorkQueue.jobs("Errand"): WorkLease.Slots(4, until: StoredSample("a").moment(60))]
                    let lease = WorkLease(slots: slots, holder: "\(number)", now: now)
                    let store = number % 2 == 0 ? first.store : second.store
                    group.addTask { try await store.lease(lease) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(taken.count == 60)
            #expect(Set(taken.map(\.item.id)).count == 60)
        },
        Promise("trailsAreFoldedOnceByNodesThatFoldAtTheSameTime") { first, second async throws in
            let names = (0..<20).map { "s\($0)" }
            for name in names {
                let sample = StoredSample(name)
                _ = try await first.store.commit(sample.opening())
                for revision in 1...4 {
                    let screen = revision.isMultiple(of: 2) ? "Counter.Page" : "Counter.End"
                    let turn = sample.turning(to: screen, from: revision, after: Double(revision))
                    _ = try await second.store.commit(turn)
                }
            }
            try await withThrowingTaskGroup { group in
                for store in [first.store, second.store] {
                    // A call that always loses to the other node throws. Its entries are folded later.
                    group.addTask { for _ in 0..<30 { _ = try? await store.foldJournal(limit: 7) } }
                }
                try await group.waitForAll()
            }
            while try await first.store.foldJournal(limit: 100) > 0 {}
            let group = try #require(try await first.store.funnel(FunnelQuery(flow: "Counter")).groups.first)
            #expect(group.starts == 20)
            #expect(group.steps.map(\.visits) == [60, 40])
            #expect(group.steps.map(\.runs) == [20, 20])
        },
        Promise("closingOneNodeDoesNotAffectTheOther") { first, second async throws in
            let sample = StoredSample("a")
            _ = try await first.store.commit(sample.starting())
            await first.store.close()
            #expect(try await second.store.commit(sample.counting(from: 1)) == .committed)
            await #expect(throws: StoreError.self) { try await first.store.load("a") }
        },
    ]

    private static func version(_ revision: Int, _ draftEdits: Int) -> SessionVersion {
        SessionVersion(revision: revision, draftEdits: draftEdits)
    }

    private static func claim(
        _ duty: DutyClaim.Duty = .sweeping,
        by holder: String,
        at now: Double,
        until: Double
    ) -> DutyClaim {
        let sample = StoredSample("a")
        return DutyClaim(duty, holder: holder, now: sample.moment(now), until: sample.moment(until))
    }
}
