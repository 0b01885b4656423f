/// Counts a session's open timers and jobs, including those of a commit that is about to be made.
struct OpenWork {
    private var items: [(item: WorkItem, isGivenUp: Bool)]

    /// Starts from the stored work. Work that its flow has cancelled does not count, even while an attempt still runs.
    init(_ stored: [StoredWork]) {
        items = stored.filter { !$0.progress.isCancelled }.map { ($0.item, $0.progress.isGivenUp) }
    }

    /// Timers and jobs still to be done.
    var openCount: Int { items.count { !$0.isGivenUp } }

    /// Timers and jobs that wait for an operator.
    var givenUpCount: Int { items.count(where: \.isGivenUp) }

    /// Applies a commit: its ``WorkChange`` values in order, then the removal of flows, which cancels their work.
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
