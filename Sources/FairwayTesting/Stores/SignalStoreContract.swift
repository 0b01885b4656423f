public import Fairway
import FairwayDoubles
import FairwayWire
import Foundation
import Testing

/// The contract of every store with business keys and signals, in addition to ``StoreContract``.
public enum SignalStoreContract {
    /// A promise about a store of signals.
    public typealias Promise = StorePromise<any Store>

    /// All promises of the contract.
    public static let promises: [Promise] = [keys, waiting, room, receipts, held, concurrency].flatMap(\.self)
}

extension SignalStoreContract {
    private static let order = SessionKey("order", "345")
    private static let limits = WaitingSignalLimits(count: 10, bytes: 10_000, perKey: 3)

    private static let keys = [
        Promise("keyIsHeldUntilItsFlowEnds") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            #expect(try await store.commit(sample.starting()) == .committed)
            #expect(try await signals.holder(of: order) == nil)
            #expect(try await store.commit(binding(order, in: sample, from: 1)) == .committed)
            #expect(try await signals.holder(of: order) == KeyHolder(session: "a", node: 1))
            #expect(try await signals.keys(of: "a") == [KeyBinding(order, node: 1)])
            #expect(try await store.commit(sample.counting(from: 2)) == .committed)
            #expect(try await signals.holder(of: order) != nil)
            #expect(try await store.commit(sample.ending(from: 3)) == .committed)
            #expect(try await signals.holder(of: order) == nil)
            #expect(try await signals.keys(of: "a").isEmpty)
        },
        Promise("keyIsHeldByOneSession") { store async throws in
            let signals = try #require(store.signals)
            let (first, second) = (StoredSample("a"), StoredSample("b"))
            for sample in [first, second] { _ = try await store.commit(sample.starting()) }
            #expect(try await store.commit(binding(order, in: first, from: 1)) == .committed)
            #expect(try await store.commit(binding(order, in: second, from: 1)) == .conflict)
            #expect(try await store.load("b")?.session.revision == 1)
            // Another value and another name are other keys.
            #expect(try await store.commit(binding(SessionKey("order", "346"), in: second, from: 1)) == .committed)
            #expect(try await store.commit(binding(SessionKey("claim", "345"), in: second, from: 2)) == .committed)
            #expect(try await signals.keys(of: "b").count == 2)
            _ = try await store.commit(first.ending(from: 2))
            #expect(try await store.commit(binding(order, in: second, from: 3)) == .committed)
        },
        Promise("keyOfAFlowThatEndsCanBeBoundInTheSameCommit") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(binding(order, in: sample, from: 1))
            var commit = binding(order, node: 2, in: sample, from: 2)
            #expect(try await store.commit(commit) == .conflict)
            commit.flows = [sample.flow(2)]
            commit.removedFlows = [1]
            #expect(try await store.commit(commit) == .committed)
            #expect(try await signals.holder(of: order) == KeyHolder(session: "a", node: 2))
        },
        Promise("keyIsReleasedWithItsSession") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var commit = binding(order, in: sample, from: 1)
            commit.row = sample.row(2, status: .over)
            _ = try await store.commit(commit)
            #expect(try await store.delete(.sessions, before: sample.moment(1), limit: 10) == 1)
            #expect(try await signals.holder(of: order) == nil)
        },
        Promise("keyNeedsASession") { store async throws in
            var commit = Commit(session: "a", expectedRevision: nil)
            commit.keys = [KeyBinding(order, node: 1)]
            await #expect(throws: StoreError.self) { try await store.commit(commit) }
        },
        Promise("namesAndValuesOfKeysAreComparedByteForByte") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let long = SessionKey(String(repeating: "ä", count: 127), String(repeating: "z", count: 255))
            _ = try await store.commit(binding(long, in: sample, from: 1))
            _ = try await store.commit(binding(order, in: sample, from: 2))
            #expect(try await signals.holder(of: long) != nil)
            #expect(try await signals.holder(of: SessionKey("Order", "345")) == nil)
            #expect(try await signals.holder(of: SessionKey("order", "345 ")) == nil)
            #expect(try await signals.holder(of: SessionKey("order 345", "")) == nil)
        },
    ]

    private static let waiting = [
        Promise("waitingSignalsBecomeWorkOfTheFlowThatBindsTheirKey") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var first = signal("s1", order, sample, receipt: "evt_1")
            first.work.request = "r-8f3a2c"
            let second = signal("s2", order, sample, after: 1)
            let other = signal("s3", SessionKey("order", "346"), sample)
            for signal in [first, second, other] {
                #expect(try await signals.park(signal, within: limits) == .parked)
            }
            #expect(try await signals.waitingSignals().count == 3)
            #expect(try await signals.waitingSignals().bytes == first.bytes + second.bytes + other.bytes)
            #expect(try await store.commit(binding(order, in: sample, from: 1)) == .committed)
            let work = try await store.work("a")
            #expect(work.map(\.item) == [bound(first), bound(second)])
            #expect(try await signals.waitingSignals() == WaitingSignalCount(count: 1, bytes: other.bytes))
            // A worker finds them at once.
            #expect(try await store.nextWork(in: [.timers]) == first.work.due)
            let slots = [WorkQueue.timers: WorkLease.Slots(5, until: sample.moment(100))]
            let lease = WorkLease(slots: slots, holder: "w", now: sample.moment(50))
            #expect(try await store.lease(lease).map(\.item.id) == ["s1", "s2"])
        },
        Promise("signalForAKeyThatIsHeldDoesNotWait") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(binding(order, in: sample, from: 1))
            let outcome = try await signals.park(signal("s1", order, sample, receipt: "evt_1"), within: limits)
            #expect(outcome == .held(KeyHolder(session: "a", node: 1)))
            #expect(try await signals.receipt("evt_1") == nil)
            #expect(try await signals.waitingSignals() == WaitingSignalCount())
        },
        Promise("waitingSignalsAreLimitedInNumberAndBytesAndPerKey") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            let keys = (0..<4).map { SessionKey("order", "\($0)") }
            for number in 0..<10 {
                let outcome = try await signals.park(signal("s\(number)", keys[number % 4], sample), within: limits)
                #expect(outcome == .parked)
            }
            let one = signal("x", SessionKey("order", "9"), sample, receipt: "evt_1")
            #expect(try await signals.park(one, within: limits) == .full)
            #expect(try await signals.receipt("evt_1") == nil)
            var limits = limits
            limits.count = 100
            #expect(try await signals.park(signal("y", keys[0], sample), within: limits) == .full)
            limits.bytes = try await signals.waitingSignals().bytes + one.bytes - 1
            #expect(try await signals.park(one, within: limits) == .full)
            limits.bytes += 1
            #expect(try await signals.park(one, within: limits) == .parked)
            #expect(try await signals.waitingSignals().count == 11)
        },
        Promise("waitingSignalsAreDeletedWithTheirReceipts") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            for number in 0..<3 {
                let key = SessionKey("order", "\(number)")
                let signal = signal("s\(number)", key, sample, after: Double(number), receipt: "evt_\(number)")
                _ = try await signals.park(signal, within: limits)
            }
            #expect(try await signals.deleteWaitingSignals(before: sample.moment(2), limit: 1) == 1)
            #expect(try await signals.deleteWaitingSignals(before: sample.moment(2), limit: 10) == 1)
            #expect(try await signals.deleteWaitingSignals(before: sample.moment(2), limit: 10) == 0)
            #expect(try await signals.waitingSignals().count == 1)
            // The sender's next try counts.
            #expect(try await signals.receipt("evt_0") == nil)
            #expect(try await signals.receipt("evt_2") != nil)
        },
        Promise("signalsOfAFlowThatEndsAreDeleted") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await signals.park(signal("s1", order, sample), within: limits)
            _ = try await store.commit(binding(order, in: sample, from: 1))
            let slots = [WorkQueue.timers: WorkLease.Slots(5, until: sample.moment(100))]
            _ = try await store.lease(WorkLease(slots: slots, holder: "w", now: sample.moment(50)))
            _ = try await store.commit(sample.ending(from: 2))
            #expect(try await store.work("a").isEmpty)
        },
    ]

    private static let receipts = [
        Promise("receiptIsStoredWithTheCommitThatDelivers") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var commit = sample.counting(from: 1)
            commit.receipts = [receipt("evt_1", sample, session: "a", revision: 2)]
            #expect(try await store.commit(commit) == .committed)
            #expect(try await signals.receipt("evt_1") == commit.receipts[0])
            // The id is new once, over all sessions.
            var second = sample.counting(from: 2)
            second.receipts = [receipt("evt_1", sample, session: "a", revision: 3)]
            #expect(try await store.commit(second) == .conflict)
            let other = StoredSample("b")
            _ = try await store.commit(other.starting())
            var third = other.counting(from: 1)
            third.receipts = [receipt("evt_1", sample, session: "b", revision: 2)]
            #expect(try await store.commit(third) == .conflict)
            #expect(try await store.load("b")?.session.revision == 1)
        },
        Promise("receiptOfASignalThatHasWaitedGetsTheFirstSessionAndRevision") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let waiting = signal("s1", order, sample, receipt: "evt_1")
            _ = try await signals.park(waiting, within: limits)
            #expect(try await signals.receipt("evt_1") == waiting.receipt)
            #expect(try await signals.park(waiting, within: limits) == .known(try #require(waiting.receipt)))
            _ = try await store.commit(binding(order, in: sample, from: 1))
            for revision in 2...3 {
                var commit = sample.counting(from: revision)
                commit.receipts = [receipt("evt_1", sample, session: "a", revision: revision + 1)]
                commit.completesReceipts = true
                #expect(try await store.commit(commit) == .committed)
            }
            #expect(try await signals.receipt("evt_1") == receipt("evt_1", sample, session: "a", revision: 3))
        },
        Promise("receiptsAreDeletedByAge") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for number in 1...3 {
                var commit = sample.counting(from: number)
                commit.receipts = [
                    receipt("evt_\(number)", sample, session: "a", revision: number + 1, after: Double(number))
                ]
                _ = try await store.commit(commit)
            }
            #expect(try await signals.deleteReceipts(before: sample.moment(3), limit: 1) == 1)
            #expect(try await signals.deleteReceipts(before: sample.moment(3), limit: 10) == 1)
            #expect(try await signals.receipt("evt_2") == nil)
            #expect(try await signals.receipt("evt_3") != nil)
        },
    ]

    private static let held = [
        Promise("heldSignalIsDueAfterTheNextChange") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let item = bound(signal("s1", order, sample))
            var commit = Commit(session: "a", expectedRevision: 1)
            commit.work = [.add(item), .hold(id: "s1")]
            #expect(try await store.commit(commit) == .committed)
            #expect(try await store.load("a")?.session.revision == 1)
            #expect(try await store.nextWork(in: [.timers]) == nil)
            #expect(try await store.work("a").map(\.item) == [item])
            _ = try await store.setDraft(nil, "a", screen: "s1")
            #expect(try await store.nextWork(in: [.timers]) == nil)
            #expect(try await store.commit(sample.counting(from: 1, after: 7)) == .committed)
            #expect(try await store.nextWork(in: [.timers]) == sample.moment(7))
            // Held again, it needs another change, whatever the number of attempts.
            let slots = [WorkQueue.timers: WorkLease.Slots(5, until: sample.moment(100))]
            let lease = WorkLease(slots: slots, holder: "w", now: sample.moment(50))
            #expect(try await store.lease(lease).map(\.item.id) == ["s1"])
            var again = Commit(session: "a", expectedRevision: 2)
            again.work = [.hold(id: "s1")]
            #expect(try await store.commit(again) == .committed)
            #expect(try await store.nextWork(in: [.timers]) == nil)
            #expect(try await store.work("a", id: "s1")?.progress.attempts == 0)
            #expect(try await store.work("a", id: "s1")?.progress.holder == nil)
            _ = try await store.commit(sample.counting(from: 2, after: 9))
            #expect(try await store.nextWork(in: [.timers]) == sample.moment(9))
        },
        Promise("heldSignalIsDueWhenItsProgressIsReplaced") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var commit = Commit(session: "a", expectedRevision: 1)
            commit.work = [.add(bound(signal("s1", order, sample))), .hold(id: "s1")]
            _ = try await store.commit(commit)
            let progress = WorkProgress(next: sample.moment(3))
            #expect(try await store.setProgress(progress, of: "s1", "a", heldBy: nil))
            #expect(try await store.nextWork(in: [.timers]) == sample.moment(3))
            let slots = [WorkQueue.timers: WorkLease.Slots(5, until: sample.moment(100))]
            let lease = WorkLease(slots: slots, holder: "w", now: sample.moment(3))
            #expect(try await store.lease(lease).map(\.item.id) == ["s1"])
        },
        Promise("signalIsHeldOnlyAtTheRevisionThatTheFlowHasSeen") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(sample.counting(from: 1))
            var commit = Commit(session: "a", expectedRevision: 1)
            commit.work = [.add(bound(signal("s1", order, sample))), .hold(id: "s1")]
            commit.receipts = [receipt("evt_1", sample, session: "a", revision: nil)]
            #expect(try await store.commit(commit) == .conflict)
            #expect(try await store.work("a").isEmpty)
            #expect(try await store.signals?.receipt("evt_1") == nil)
        },
    ]

    private static let concurrency = [
        Promise("signalAndBindingOfTheSameMomentFindEachOther") { store async throws in
            let signals = try #require(store.signals)
            for round in 0..<20 {
                let sample = StoredSample("r\(round)")
                let key = SessionKey("order", "r\(round)")
                _ = try await store.commit(sample.starting())
                async let parking = signals.park(signal("s\(round)", key, sample), within: limits)
                async let binding = store.commit(binding(key, in: sample, from: 1))
                let (parked, bound) = try await (parking, binding)
                #expect(bound == .committed)
                switch parked {
                case .parked: #expect(try await store.work(sample.session).map(\.item.id) == ["s\(round)"])
                case .held(let holder): #expect(holder == KeyHolder(session: sample.session, node: 1))
                default: Issue.record("\(parked)")
                }
                #expect(try await signals.waitingSignals().count == 0)
            }
        },
        Promise("oneOfManyConcurrentBindingsIsCommitted") { store async throws in
            let samples = (0..<12).map { StoredSample("c\($0)") }
            for sample in samples { _ = try await store.commit(sample.starting()) }
            let outcomes = try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
                for sample in samples {
                    group.addTask { try await store.commit(binding(order, in: sample, from: 1)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .conflict } == 11)
        },
        Promise("oneOfManyConcurrentSignalsWithAnIDIsDelivered") { store async throws in
            let samples = (0..<12).map { StoredSample("c\($0)") }
            for sample in samples { _ = try await store.commit(sample.starting()) }
            let outcomes = try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
                for sample in samples {
                    group.addTask {
                        var commit = sample.counting(from: 1)
                        commit.receipts = [receipt("evt_1", sample, session: sample.session, revision: 2)]
                        return try await store.commit(commit)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .conflict } == 11)
        },
    ]

    static func binding(
        _ key: SessionKey,
        node: Int = 1,
        in sample: StoredSample,
        from revision: Int
    ) -> Commit {
        var commit = sample.counting(from: revision)
        commit.keys = [KeyBinding(key, node: node)]
        return commit
    }

    static func signal(
        _ id: String,
        _ key: SessionKey,
        _ sample: StoredSample,
        after seconds: Double = 0,
        receipt: String? = nil
    ) -> WaitingSignal {
        let work = WorkItem(
            id: id,
            kind: .signal,
            node: "",
            name: "Paid",
            payload: RawJSON(known: Array(#"{"params":{"text":"\#(id)"}}"#.utf8)),
            due: sample.moment(seconds)
        )
        let receipt = receipt.map { Self.receipt($0, sample, session: nil, revision: nil, after: seconds) }
        return WaitingSignal(key: key, work: work, receipt: receipt)
    }

    /// The work that a waiting signal becomes.
    private static func bound(_ signal: WaitingSignal) -> WorkItem {
        var item = signal.work
        item.node = "f1"
        return item
    }

    private static func receipt(
        _ id: String,
        _ sample: StoredSample,
        session: String?,
        revision: Int?,
        after seconds: Double = 0
    ) -> SignalReceipt {
        SignalReceipt(id: id, fingerprint: "x", session: session, revision: revision, at: sample.moment(seconds))
    }
}
