public import Foundation

/// Business keys and the signals that wait for them. ``SignalStore`` documents the calls.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore: SignalStore {
    public var signals: (any SignalStore)? { self }

    public func holder(of key: SessionKey) throws(StoreError) -> KeyHolder? { try use { $0.signals.holders[key] } }

    public func keys(of session: String) throws(StoreError) -> [KeyBinding] {
        try use { records in
            records.signals.holders.filter { $0.value.session == session }.map { KeyBinding($0, node: $1.node) }
        }
    }

    public func receipt(_ id: String) throws(StoreError) -> SignalReceipt? { try use { $0.signals.receipts[id] } }

    public func park(
        _ signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) throws(StoreError) -> ParkingOutcome {
        try use { $0.signals.park(signal, within: limits) }
    }

    public func isFull(for signal: WaitingSignal, within limits: WaitingSignalLimits) throws(StoreError) -> Bool {
        try use { $0.signals.refusal(of: signal, within: limits) == .full }
    }

    public func waitingSignals() throws(StoreError) -> WaitingSignalCount { try use { $0.signals.count } }

    public func deleteWaitingSignals(before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            let old = records.signals.waiting.filter { $0.work.due < date }.prefix(limit)
            let gone = Set(old.map(\.work.id))
            records.signals.waiting.removeAll { gone.contains($0.work.id) }
            for id in old.compactMap(\.receipt?.id) { records.signals.receipts[id] = nil }
            return old.count
        }
    }

    public func deleteReceipts(before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            let old = records.signals.receipts.values.filter { $0.at < date }.prefix(limit)
            for receipt in old { records.signals.receipts[receipt.id] = nil }
            return old.count
        }
    }
}

/// The keys, the waiting signals and the receipts of a memory store.
struct MemorySignals: Sendable {
    var holders: [SessionKey: KeyHolder] = [:]
    /// Oldest first.
    var waiting: [WaitingSignal] = []
    var receipts: [String: SignalReceipt] = [:]

    var count: WaitingSignalCount {
        WaitingSignalCount(count: waiting.count, bytes: waiting.reduce(0) { $0 + $1.bytes })
    }

    /// Why a signal cannot wait. Nil if it can.
    func refusal(of signal: WaitingSignal, within limits: WaitingSignalLimits) -> ParkingOutcome? {
        if let receipt = signal.receipt, let known = receipts[receipt.id] { return .known(known) }
        if let holder = holders[signal.key] { return .held(holder) }
        let count = count
        guard count.count < limits.count, count.bytes + signal.bytes <= limits.bytes,
            waiting.count(where: { $0.key == signal.key }) < limits.perKey
        else { return .full }
        return nil
    }

    mutating func park(_ signal: WaitingSignal, within limits: WaitingSignalLimits) -> ParkingOutcome {
        if let refusal = refusal(of: signal, within: limits) { return refusal }
        waiting.append(signal)
        if let receipt = signal.receipt { receipts[receipt.id] = receipt }
        return .parked
    }

    /// Whether the commit may bind its keys and store its receipts.
    func allow(_ commit: Commit) -> Bool {
        let areFree = commit.keys.allSatisfy { binding in
            guard let holder = holders[binding.key] else { return true }
            return holder.session == commit.session
                && (holder.node == binding.node || commit.removedFlows.contains(holder.node))
        }
        return areFree && (commit.completesReceipts || commit.receipts.allSatisfy { receipts[$0.id] == nil })
    }

    /// Releases and binds keys, and stores receipts. Returns the signals that were waiting for the keys, as work.
    mutating func apply(_ commit: Commit) -> [WorkItem] {
        if !commit.removedFlows.isEmpty {
            holders = holders.filter { _, holder in
                holder.session != commit.session || !commit.removedFlows.contains(holder.node)
            }
        }
        for receipt in commit.receipts {
            var stored = receipts[receipt.id] ?? receipt
            stored.session = stored.session ?? receipt.session
            stored.revision = stored.revision ?? receipt.revision
            receipts[receipt.id] = stored
        }
        var work: [WorkItem] = []
        for binding in commit.keys {
            holders[binding.key] = KeyHolder(session: commit.session, node: binding.node)
            for signal in waiting where signal.key == binding.key {
                var item = signal.work
                item.node = "f\(binding.node)"
                work.append(item)
            }
            waiting.removeAll { $0.key == binding.key }
        }
        return work
    }

    mutating func release(_ sessions: Set<String>) {
        holders = holders.filter { !sessions.contains($0.value.session) }
    }
}
