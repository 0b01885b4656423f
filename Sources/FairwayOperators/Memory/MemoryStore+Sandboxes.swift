public import Fairway
public import Foundation

/// Kept states and sandboxes. ``OperatorStore`` documents the calls.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func keepStates(_ states: [KeptState], most: Int) throws(StoreError) {
        try use { records, own in
            for state in states where records.sessions[state.session] != nil {
                own.sessions[state.session, default: OperatorRecord()].keep(state, most: most)
            }
        }
    }

    public func keptState(_ session: String, revision: Int) throws(StoreError) -> KeptState? {
        try use { _, own in own.sessions[session]?.keptStates[revision] }
    }

    public func keptRevisions(_ session: String) throws(StoreError) -> [Int] {
        try use { _, own in own.sessions[session]?.keptStates.keys.sorted(by: >) ?? [] }
    }

    public func addSandbox(_ commit: Commit, most: Int) throws(StoreError) -> CommitOutcome? {
        try commit.checkParts()
        return try use { records in
            guard records.sessions.values.count(where: \.row.isSandbox) < most else { return nil }
            guard let original = commit.row?.forkedFrom, records.sessions[original] != nil else { return .conflict }
            return records.commit(commit)
        }
    }

    public func deleteSandboxes(before date: Date, limit: Int) throws(StoreError) -> [String] {
        try use { records, own in
            let old = records.sessions.values.filter { $0.row.isSandbox && $0.row.createdAt <= date }
                .sorted { $0.number < $1.number }.prefix(limit).map(\.row.id)
            own.delete(Set(old), from: &records)
            return old
        }
    }
}

extension OperatorRecord {
    fileprivate mutating func keep(_ state: KeptState, most: Int) {
        keptStates[state.revision] = state
        guard let newest = keptStates.keys.max() else { return }
        keptStates = keptStates.filter { $0.key > newest - most }
    }
}
