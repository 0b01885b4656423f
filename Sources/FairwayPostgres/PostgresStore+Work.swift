public import Fairway
import FairwayWire
public import Foundation

extension PostgresStore {
    /// The timers and jobs of a session, in order of due time.
    public func work(_ session: String) async throws(StoreError) -> [StoredWork] {
        let sql = "SELECT \(StoredWork.columns) FROM jobs WHERE session = $1 ORDER BY due_at_ms, arrived_us"
        return try await read(SQLStatement(sql).bind(session)).all(StoredWork.init)
    }

    /// A timer or job of a session.
    public func work(_ session: String, id: String) async throws(StoreError) -> StoredWork? {
        let sql = "SELECT \(StoredWork.columns) FROM jobs WHERE session = $1 AND id = $2"
        return try await read(SQLStatement(sql).bind(session).bind(id)).first(StoredWork.init)
    }

    /// The earliest time at which a timer or job in these queues can be leased.
    public func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date? {
        // A statement for each queue reads only one index entry. One statement for all queues would read every entry.
        let sql = """
            SELECT next_at_ms FROM jobs WHERE queue = $1 AND NOT is_held AND next_at_ms IS NOT NULL
            ORDER BY next_at_ms LIMIT 1
            """
        guard !queues.isEmpty else { return nil }
        return try await read(queues.map { SQLStatement(sql).bind($0.name) }).compactMap { $0.first { $0.date(0) } }
            .min()
    }

    /// Leases due timers and jobs. Skips rows that another node is leasing.
    public func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork] {
        guard !lease.slots.isEmpty else { return [] }
        let calls = lease.slots.map { queue, slots in
            SQLStatement(Self.leaseStatement).bind(slots.until).bind(lease.holder).bind(queue.name).bind(lease.now)
                .bind(slots.count)
        }
        return try result(await runWrite(calls)).flatMap { rows in
            // RETURNING does not order its rows (https://www.postgresql.org/docs/current/dml-returning.html).
            rows.all { (arrived: $0.int(StoredWork.arrival), work: StoredWork($0)) }
                .sorted { ($0.work.item.due, $0.arrived) < ($1.work.item.due, $1.arrived) }.map(\.work)
        }
    }

    static let leaseStatement = """
        UPDATE jobs SET next_at_ms = $1, attempts = attempts + 1, holder = $2
        FROM (
            SELECT session, id FROM jobs WHERE queue = $3 AND NOT is_held AND next_at_ms <= $4
            ORDER BY next_at_ms, arrived_us LIMIT $5 FOR UPDATE SKIP LOCKED
        ) AS due
        WHERE jobs.session = due.session AND jobs.id = due.id
        RETURNING \(StoredWork.columns)
        """

    /// Updates the progress of a timer or job, if the holder still holds it.
    public func setProgress(
        _ progress: WorkProgress,
        of id: String,
        _ session: String,
        heldBy holder: String?
    ) async throws(StoreError) -> Bool {
        let result = try progress.storedResult(of: id)
        let sql = """
            UPDATE jobs SET next_at_ms = $1, attempts = $2, holder = $3, last_error = $4, result_json = $5, is_held = is_held
                AND (kind <> 'signal' OR (SELECT is_sandbox FROM sessions WHERE id = jobs.session))
            WHERE session = $6 AND id = $7 AND holder IS NOT DISTINCT FROM $8
            """
        let call = SQLStatement(sql).bind(progress.next).bind(progress.attempts).bind(progress.holder).bind(
            progress.error
        )
        .bind(result).bind(session).bind(id).bind(holder)
        return try await write(call).affected > 0
    }
}
