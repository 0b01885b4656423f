public import Fairway
public import Foundation

extension Operators: SweptRecords {
    package func deletions(at now: Date, journalSeconds: Double) -> [SweptDeletion] {
        func rows(_ rows: OperatorRows, olderThan seconds: Double) -> SweptDeletion {
            let date = now.addingTimeInterval(-seconds)
            return SweptDeletion { limit async throws(StoreError) in
                try await self.store.delete(rows, before: date, limit: limit)
            }
        }
        let sandboxEnd = now.addingTimeInterval(-Self.sandboxSeconds)
        return [
            SweptDeletion(ofSessions: true) { limit async throws(StoreError) in
                let deleted = try await self.store.deleteSandboxes(before: sandboxEnd, limit: limit)
                self.engine.forgetDeleted(deleted)
                return deleted.count
            },
            rows(.runs, olderThan: journalSeconds),
            rows(.problems, olderThan: journalSeconds),
            rows(.counts, olderThan: limits.countSeconds),
            rows(.audit, olderThan: limits.auditSeconds),
        ]
    }

    /// Sandboxes are deleted after this time.
    static let sandboxSeconds = 86_400.0
}

extension Sweeper {
    /// A sweeper for the store of an app with operators. It also counts the journal, and deletes old runs, counts, sandboxes and
    /// entries of the audit.
    public convenience init(_ operators: Operators, _ retention: Retention = Retention(), newestTime: Date? = nil) {
        self.init(operators.engine, retention, newestTime: newestTime, records: operators)
    }
}
