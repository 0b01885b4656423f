public import Fairway
import FairwayWire
public import Foundation

/// Timers and jobs. ``Store`` documents the calls.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func work(_ session: String) async throws(StoreError) -> [StoredWork] {
        try await read { connection in
            guard let number = try connection.number(of: session) else { return [] }
            let sql = "SELECT \(StoredWork.columns) FROM jobs WHERE session = ? ORDER BY due_at_ms, number"
            return try connection.statement(sql).bind(number).all(StoredWork.init)
        }
    }

    public func work(_ session: String, id: String) async throws(StoreError) -> StoredWork? {
        try await read { connection in
            guard let number = try connection.number(of: session) else { return nil }
            let sql = "SELECT \(StoredWork.columns) FROM jobs WHERE session = ? AND id = ?"
            return try connection.statement(sql).bind(number).bind(id).first(StoredWork.init)
        }
    }

    public func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date? {
        try await read { connection in
            try queues.compactMap { queue in
                try connection.statement(Self.nextStatement).bind(queue.name).first { $0.date(0) }
            }.min()
        }
    }

    public func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork] {
        try await write { writer in
            try writer.connection.erasing { () throws(SQLiteFailure) in
                var leased: [StoredWork] = []
                for (queue, slots) in lease.slots {
                    let rows = try writer.connection.statement(Self.leaseStatement).bind(slots.until)
                        .bind(lease.holder).bind(queue.name).bind(lease.now).bind(slots.count).all {
                            (number: $0.int(StoredWork.columnNames.count), work: StoredWork($0))
                        }
                    // RETURNING has no order: https://sqlite.org/lang_returning.html, section 3.
                    leased += rows.sorted { ($0.work.item.due, $0.number) < ($1.work.item.due, $1.number) }.map(\.work)
                }
                return leased
            }
        }
    }

    public func setProgress(
        _ progress: WorkProgress,
        of id: String,
        _ session: String,
        heldBy holder: String?
    ) async throws(StoreError) -> Bool {
        let result = try progress.storedResult(of: id)
        return try await write { writer in
            guard let number = try writer.connection.number(of: session) else { return false }
            let sql = """
                UPDATE jobs SET next_at_ms = ?, attempts = ?, holder = ?, last_error = ?, result_json = ?, is_held = is_held
                    AND (kind <> 'signal' OR (SELECT is_sandbox FROM sessions WHERE number = jobs.session))
                WHERE session = ? AND id = ? AND holder IS ?
                """
            try writer.connection.erasing { () throws(SQLiteFailure) in
                try writer.connection.statement(sql).bind(progress.next?.milliseconds).bind(progress.attempts)
                    .bind(progress.holder).bind(progress.error).bind(result).bind(number).bind(id).bind(holder).run()
            }
            return writer.connection.changedRows > 0
        }
    }

    /// Runs once for each queue, because one statement for all queues would read every entry of the index.
    static let nextStatement =
        "SELECT next_at_ms FROM jobs WHERE queue = ? AND is_held = 0 AND next_at_ms NOT NULL ORDER BY next_at_ms LIMIT 1"

    static let leaseStatement = """
        UPDATE jobs SET next_at_ms = ?, attempts = attempts + 1, holder = ? WHERE number IN
        (SELECT number FROM jobs WHERE queue = ? AND is_held = 0 AND next_at_ms <= ? ORDER BY next_at_ms, number LIMIT ?)
        RETURNING \(StoredWork.columns), number
        """
}
