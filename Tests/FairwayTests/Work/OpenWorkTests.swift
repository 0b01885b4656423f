import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// The numbers of open and of given-up timers and jobs after a commit.
struct OpenWorkTests {
    private static func item(_ id: String, of node: String = "f1", outlives: Bool = false) -> WorkItem {
        WorkItem(
            id: id,
            kind: .job,
            node: node,
            name: "Errand",
            payload: .null,
            due: Date(timeIntervalSince1970: 0),
            label: id,
            outlivesFlow: outlives
        )
    }

    /// Two open items, one given up, and one that is cancelled while an attempt runs.
    private static let stored = [
        StoredWork(session: "s", item: item("a")), StoredWork(session: "s", item: item("b", of: "f2")),
        StoredWork(session: "s", item: item("c"), progress: WorkProgress(next: nil, error: "no")),
        StoredWork(session: "s", item: item("d"), progress: WorkProgress(next: nil, holder: "h", isCancelled: true)),
    ]

    @Test(
        arguments: [
            ([], [], 2, 1),
            ([.add(item("e"))], [], 3, 1),
            ([.cancel(node: "f1", label: "a"), .add(item("e"))], [], 2, 1),
            ([.cancel(node: "f2", label: "a")], [], 2, 1),
            ([.add(item("e")), .cancel(node: "f1", label: "e")], [], 2, 1),
            ([.finish(id: "a"), .add(item("e"))], [], 2, 1),
            ([.giveUp(id: "a", error: "no"), .add(item("e"))], [], 2, 2),
            ([.finish(id: "c")], [], 2, 0),
            ([.add(item("e", of: "f2"))], [2], 1, 1),
            ([.add(item("e", of: "f2", outlives: true))], [2], 2, 1),
            ([], [1, 2], 0, 0),
        ] as [([WorkChange], [Int], Int, Int)]
    )
    func openWorkIsCountedAfterChange(changes: [WorkChange], removed: [Int], open: Int, givenUp: Int) {
        var commit = Commit(session: "s", expectedRevision: 1)
        commit.work = changes
        commit.removedFlows = removed
        var work = OpenWork(Self.stored)
        work.apply(commit)
        #expect(work.openCount == open)
        #expect(work.givenUpCount == givenUp)
    }
}
