/// A session's timers and background work as a change leaves them, to be counted.
struct OpenWork {
    private var items: [(item: WorkItem, isGivenUp: Bool)]

    /// What is stored. What its flow has cancelled is only waited for.
    init(_ stored: [StoredWork]) {
        items = stored.filter { !$0.progress.isCancelled }.map { ($0.item, $0.progress.isGivenUp) }
    }

    /// How many are still to be done.
    var openCount: Int { items.count { !$0.isGivenUp } }

    /// How many wait for an operator.
    var givenUpCount: Int { items.count(where: \.isGivenUp) }

    /// Takes in what a commit does, in its order (``WorkChange``); then what goes with the flows that leave.
    mutating func apply(_ commit: Commit) {
        for change in commit.work {
            switch change {
            case .add(let item): items.append((item, false))
            case .cancel(let node, let label): items.removeAll { $0.item.node == node && $0.item.label == label }
            case .finish(let id): items.removeAll { $0.item.id == id }
            case .giveUp(let id, _):
                for index in items.indices where items[index].item.id == id { items[index].isGivenUp = true }
            }
        }
        let gone = Set(commit.removedFlows.map { "f\($0)" })
        items.removeAll { gone.contains($0.item.node) && !$0.item.outlivesFlow }
    }
}
