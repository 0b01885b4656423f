import FairwayWire

/// Counts a session's open timers and jobs, including those of a commit that is about to be made.
struct OpenWork: Sendable {
    private(set) var items: [(item: WorkItem, isGivenUp: Bool)]

    /// Starts from the stored work. Work that its flow has cancelled does not count, even while an attempt still runs. Signals
    /// have limits of their own.
    init(_ stored: [StoredWork]) {
        items = stored.filter { !$0.progress.isCancelled && $0.item.kind != .signal }.map {
            ($0.item, $0.progress.isGivenUp)
        }
    }

    var openCount: Int { items.count { !$0.isGivenUp } }

    /// Timers and jobs that wait for an operator.
    var givenUpCount: Int { items.count(where: \.isGivenUp) }

    /// Applies a commit: its ``WorkChange`` values in order, then the removal of flows, which cancels their work.
    mutating func apply(_ commit: Commit) {
        for change in commit.work {
            switch change {
            case .add(let item): if item.kind != .signal { items.append((item, false)) }
            case .cancel(let node, let label): items.removeAll { $0.item.node == node && $0.item.label == label }
            case .finish(let id): items.removeAll { $0.item.id == id }
            case .giveUp(let id, _):
                for index in items.indices where items[index].item.id == id { items[index].isGivenUp = true }
            case .hold: break
            }
        }
        let gone = Set(commit.removedFlows.map { "f\($0)" })
        items.removeAll { gone.contains($0.item.node) && !$0.item.outlivesFlow }
    }
}

/// The part of a change that concerns work.
extension ChangeInProgress {
    /// Delivers a timer or the result of a job.
    func deliver(_ requested: RequestedChange, from state: SessionState) async throws -> ChangeOutcome {
        guard let delivery = try await delivery(of: requested) else { return ChangeOutcome(unchanged: state) }
        return try await handleAndCommit(delivery, from: state)
    }

    /// Replaces the delivery of a result by dropping it if the flow has cancelled the work. Nil if the work no longer
    /// exists, because another server has delivered the result.
    private func delivery(of requested: RequestedChange) async throws(StoreError) -> RequestedChange? {
        guard case .work(let item, _) = requested.change else { return requested }
        guard let stored = try await engine.store.work(live.id, id: item.id) else { return nil }
        return stored.progress.isCancelled ? RequestedChange(.work(item, .dropped), id: requested.id) : requested
    }

    /// Rejects a change that would exceed the limit of open work in a session.
    ///
    /// The store is queried only if the limit may be exceeded. The upper bound that is known without a query is the
    /// number of items ever requested, or the last count plus the items requested since then.
    func checkWork(
        _ added: Int,
        _ transition: Transition,
        since before: SessionState
    ) async throws {
        let known = min(before.tree.next.job - 1, before.mostWork ?? .max)
        transition.state.mostWork = known + added
        let most = engine.limits.workPerSession
        guard known + added > most else { return }
        var work = OpenWork(try await engine.store.work(before.row.id))
        work.apply(transition.commit)
        transition.state.mostWork = max(work.openCount, work.givenUpCount)
        guard work.openCount <= most else {
            throw Problem(
                .rejected,
                "A session has at most \(most) timers and jobs. Wait for some to finish, or cancel them."
            )
        }
        guard work.givenUpCount <= most else {
            throw Problem(
                .rejected,
                "\(work.givenUpCount) timers and jobs were given up and wait for an operator."
            )
        }
    }
}
