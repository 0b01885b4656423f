import Fairway
import FairwayWire
import Foundation
import Testing

extension StoreContract {
    /// Leases and the progress of work.
    static let leases = [
        Promise("dueWorkIsLeasedInOrderOfDueTimeAcrossSessions") { store async throws in
            for (session, due) in [("a", 30.0), ("b", 10), ("c", 20), ("d", 31)] {
                try await add([StoredSample(session).timer("j1", due: due)], to: session, in: store)
            }
            #expect(try await store.nextWork(in: [.timers]) == moment(10))
            let taken = try await store.lease(lease([.timers: 2], at: 30))
            #expect(taken.map(\.session) == ["b", "c"])
            #expect(taken.first?.item == StoredSample("b").timer("j1", due: 10))
            #expect(taken.first?.progress == WorkProgress(next: moment(90), attempts: 1, holder: "me"))
            #expect(try await store.work("b") == [taken[0]])
            #expect(try await store.work("b", id: "j1") == taken[0])
            #expect(try await store.work("b", id: "j2") == nil)
            #expect(try await store.work("e", id: "j1") == nil)
            #expect(try await store.lease(lease([.timers: 9], at: 30)).map(\.session) == ["a"])
            #expect(try await store.lease(lease([.timers: 9], at: 30)) == [])
            #expect(try await store.nextWork(in: [.timers]) == moment(31))
        },
        Promise("eachQueueHasItsOwnSlots") { store async throws in
            let sample = StoredSample("a")
            let jobs = (1...3).flatMap { [sample.job("x\($0)", "X"), sample.job("y\($0)", "Y")] }
            try await add(jobs + [sample.timer("t", due: 0)], to: "a", in: store)
            let slots: [WorkQueue: Int] = [.jobs("X"): 2, .jobs("Y"): 1, .jobs("Z"): 5]
            #expect(try await store.nextWork(in: [.jobs("Z")]) == nil)
            #expect(try await store.lease(lease(slots, at: 0)).map(\.item.id).sorted() == ["x1", "x2", "y1"])
            #expect(try await store.lease(lease([.timers: 1], at: 0)).map(\.item.id) == ["t"])
        },
        Promise("expiredLeaseIsTakenOver") { store async throws in
            try await add([StoredSample("a").job("j1")], to: "a", in: store)
            _ = try await store.lease(lease([.jobs("Errand"): 1], at: 0))
            #expect(try await store.lease(lease([.jobs("Errand"): 1], by: "you", at: 59)) == [])
            let taken = try await store.lease(lease([.jobs("Errand"): 1], by: "you", at: 60))
            #expect(taken.map(\.progress) == [WorkProgress(next: moment(120), attempts: 2, holder: "you")])
            // The previous holder may not change it any more.
            let note = WorkProgress(next: moment(61))
            #expect(try await store.setProgress(note, of: "j1", "a", heldBy: "me") == false)
            #expect(try await store.setProgress(note, of: "j1", "a", heldBy: nil) == false)
            #expect(try await store.work("a") == taken)
        },
        Promise("progressIsStoredExactly") { store async throws in
            try await add([StoredSample("a").job("j1")], to: "a", in: store)
            _ = try await store.lease(lease([.jobs("Errand"): 1], at: 0))
            let progress = WorkProgress(
                next: moment(90.5),
                attempts: 7,
                holder: nil,
                error: "“ä”",
                result: .completed(try json("[1.50]"), version: 3)
            )
            #expect(try await store.setProgress(progress, of: "j1", "a", heldBy: "me"))
            #expect(try await store.work("a").map(\.progress) == [progress])
            #expect(try await store.setProgress(progress, of: "j2", "a", heldBy: nil) == false)
            #expect(try await store.setProgress(progress, of: "j1", "b", heldBy: nil) == false)
            let failed = WorkProgress(next: nil, result: .failed(JobFailure(attempts: 3), cause: "no"))
            #expect(try await store.setProgress(failed, of: "j1", "a", heldBy: nil))
            #expect(try await store.work("a").map(\.progress) == [failed])
            #expect(try await store.nextWork(in: [.jobs("Errand")]) == nil)
            #expect(try await store.lease(lease([.jobs("Errand"): 1], at: 1_000)) == [])
        },
        Promise("cancelledJobThatIsRunningIsOnlyMarked") { store async throws in
            let sample = StoredSample("a")
            try await add(
                [sample.job("j1", label: "x"), sample.job("j2", node: "f2"), sample.timer("t1", due: 0, label: "y")],
                to: "a",
                in: store
            )
            _ = try await store.lease(lease([.jobs("Errand"): 1, .timers: 1], at: 0))
            var change = sample.counting(from: 1)
            change.work = [.cancel(node: "f1", label: "x"), .cancel(node: "f1", label: "y")]
            _ = try await store.commit(change)
            let marked = try await store.work("a").first { $0.item.id == "j1" }
            #expect(marked?.progress.isCancelled == true)
            #expect(marked?.item.label == nil)
            #expect(try await store.work("a").map(\.item.id).sorted() == ["j1", "j2"])
            // It stays marked when its progress changes.
            #expect(try await store.setProgress(WorkProgress(next: moment(1)), of: "j1", "a", heldBy: "me"))
            #expect(try await store.work("a").first { $0.item.id == "j1" }?.progress.isCancelled == true)
        },
        Promise("runningWorkIsMarkedWhenItsFlowLeaves") { store async throws in
            let sample = StoredSample("a")
            var lasting = sample.job("j2", "Other")
            lasting.outlivesFlow = true
            try await add([sample.job("j1"), lasting, sample.job("j3", "Waiting")], to: "a", in: store)
            _ = try await store.lease(lease([.jobs("Errand"): 9, .jobs("Other"): 9], at: 0))
            _ = try await store.commit(sample.ending(from: 1))
            let left = try await store.work("a").map { [$0.item.id: $0.progress.isCancelled] }
            #expect(Set(left) == [["j1": true], ["j2": false]])
            #expect(try await store.work("a").allSatisfy { $0.flow == nil })
        },
        Promise("workGivenUpIsNotLeasedUntilRescheduled") { store async throws in
            let sample = StoredSample("a")
            try await add([sample.job("j1")], to: "a", in: store)
            _ = try await store.lease(lease([.jobs("Errand"): 1], at: 0))
            var change = sample.counting(from: 1)
            change.work = [.giveUp(id: "j1", error: "rock")]
            _ = try await store.commit(change)
            #expect(try await store.work("a").map(\.progress) == [WorkProgress(next: nil, attempts: 1, error: "rock")])
            #expect(try await store.lease(lease([.jobs("Errand"): 1], at: 1_000)) == [])
            #expect(try await store.setProgress(WorkProgress(next: moment(5)), of: "j1", "a", heldBy: nil))
            #expect(try await store.lease(lease([.jobs("Errand"): 1], at: 5)).count == 1)
        },
        Promise("workIsLeasedByOneOfManyWorkers") { store async throws in
            try await add((1...60).map { StoredSample("a").job("j\($0)") }, to: "a", in: store)
            let taken = try await withThrowingTaskGroup(of: [StoredWork].self) { group in
                for holder in 1...20 {
                    group.addTask { try await store.lease(lease([.jobs("Errand"): 4], by: "\(holder)", at: 0)) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(taken.map(\.item.id)).count == 60)
            #expect(taken.count == 60)
        },
    ]

    static func add(_ items: [WorkItem], to session: String, in store: any Store) async throws {
        var commit = StoredSample(session).starting()
        commit.work = items.map(WorkChange.add)
        _ = try await store.commit(commit)
    }

    private static func lease(_ counts: [WorkQueue: Int], by holder: String = "me", at seconds: Double) -> WorkLease {
        let slots = counts.mapValues { WorkLease.Slots($0, until: moment(seconds + 60)) }
        return WorkLease(slots: slots, holder: holder, now: moment(seconds))
    }

    private static func moment(_ seconds: Double) -> Date { StoredSample("a").moment(seconds) }
}
