public import Foundation

/// Timers and jobs. ``Store`` documents the calls.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func work(_ session: String) throws(StoreError) -> [StoredWork] {
        try use { records in
            let work = records.sessions[session]?.workWithFlows ?? []
            return work.sorted { ($0.stored.item.due, $0.number) < ($1.stored.item.due, $1.number) }.map(\.stored)
        }
    }

    public func work(_ session: String, id: String) throws(StoreError) -> StoredWork? {
        try use { $0.sessions[session]?.workWithFlows.first { $0.stored.item.id == id }?.stored }
    }

    public func nextWork(in queues: [WorkQueue]) throws(StoreError) -> Date? {
        try use { records in
            records.leasableWork.filter { queues.contains($0.stored.item.queue) }
                .compactMap(\.stored.progress.next).min()
        }
    }

    public func lease(_ lease: WorkLease) throws(StoreError) -> [StoredWork] {
        try use { records in
            var leased: [StoredWork] = []
            // Sorted, because the order of a dictionary differs between runs.
            for (queue, slots) in lease.slots.sorted(by: { $0.key.name < $1.key.name }) {
                let due = records.leasableWork.filter { work in
                    work.stored.item.queue == queue && work.stored.progress.next.map { $0 <= lease.now } ?? false
                }
                let first = due.sorted { ($0.next, $0.number) < ($1.next, $1.number) }.prefix(slots.count)
                for var work in first.map(\.stored) {
                    work.progress.next = slots.until
                    work.progress.attempts += 1
                    work.progress.holder = lease.holder
                    records.sessions[work.session]?.update(work.item.id) { $0.stored.progress = work.progress }
                    leased.append(work)
                }
            }
            return leased
        }
    }

    public func setProgress(
        _ progress: WorkProgress,
        of id: String,
        _ session: String,
        heldBy holder: String?
    ) throws(StoreError) -> Bool {
        try use { records in
            var isDone = false
            records.sessions[session]?.update(id) { work in
                guard work.stored.progress.holder == holder else { return }
                isDone = true
                let isCancelled = work.stored.progress.isCancelled
                work.stored.progress = progress
                work.stored.progress.isCancelled = isCancelled
                work.isHeld = false
            }
            return isDone
        }
    }
}

extension MemoryRecords {
    /// The work of all sessions but sandboxes.
    package var performedWork: [MemoryWork] {
        sessions.values.filter { !$0.row.isSandbox }.flatMap(\.workWithFlows)
    }

    /// The work that a worker may lease.
    fileprivate var leasableWork: [MemoryWork] { performedWork.filter { !$0.isHeld } }
}

extension MemoryWork {
    fileprivate var next: Date { stored.progress.next ?? .distantFuture }
}

extension MemoryRecord {
    /// The work with the names of its flows and its user.
    package var workWithFlows: [MemoryWork] {
        work.map { work in
            var work = work
            work.stored.flow = Int(work.stored.item.node.dropFirst()).flatMap { flows[$0]?.row.flow }
            work.stored.user = row.user
            return work
        }
    }

    fileprivate mutating func update(_ id: String, _ body: (inout MemoryWork) -> Void) {
        for index in work.indices where work[index].stored.item.id == id { body(&work[index]) }
    }
}
