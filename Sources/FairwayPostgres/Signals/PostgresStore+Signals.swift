public import Fairway
import FairwayWire
public import Foundation

/// Business keys and the signals that wait for them. ``SignalStore`` documents the calls.
///
/// A commit that binds a key and a call of ``park(_:within:)`` take a lock of the key until their transaction ends, so the later
/// one sees what the other has written.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PostgresStore: SignalStore {
    public var signals: (any SignalStore)? { self }

    public func holder(of key: SessionKey) async throws(StoreError) -> KeyHolder? {
        let sql = "SELECT session, node FROM session_keys WHERE name = $1 AND value = $2"
        return try await read(SQLStatement(sql).bind(key.name).bind(key.value)).first {
            KeyHolder(session: $0.text(0), node: $0.int(1))
        }
    }

    public func keys(of session: String) async throws(StoreError) -> [KeyBinding] {
        let sql = "SELECT name, value, node FROM session_keys WHERE session = $1 ORDER BY name, value"
        return try await read(SQLStatement(sql).bind(session)).all {
            KeyBinding(SessionKey($0.text(0), $0.text(1)), node: $0.int(2))
        }
    }

    public func receipt(_ id: String) async throws(StoreError) -> SignalReceipt? {
        let sql = "SELECT \(SignalReceipt.columns) FROM signal_receipts WHERE id = $1"
        return try await read(SQLStatement(sql).bind(id)).first { SignalReceipt($0) }
    }

    public func park(
        _ signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) async throws(StoreError) -> ParkingOutcome {
        let call = SQLStatement("SELECT park_signal($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")
            .bind(signal.key.name).bind(signal.key.value).bind(signal.work.id).bind(signal.work.name)
            .bind(signal.work.due).bind(signal.bytes).bind(signal.work.payload).bind(signal.work.request)
            .bind(signal.receipt?.id).bind(signal.receipt?.fingerprint).bind(limits.count).bind(limits.bytes)
            .bind(limits.perKey)
        switch try await write(call).first({ $0.int(0) }) {
        case 0: return .parked
        case 1:
            // It may have been released since. Then the signal can wait.
            guard let holder = try await holder(of: signal.key) else { return try await park(signal, within: limits) }
            return .held(holder)
        case 2:
            guard let id = signal.receipt?.id, let receipt = try await receipt(id) else {
                return try await park(signal, within: limits)
            }
            return .known(receipt)
        default: return .full
        }
    }

    public func isFull(
        for signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) async throws(StoreError) -> Bool {
        let sql = """
            SELECT NOT EXISTS (SELECT FROM signal_receipts WHERE id = $1)
            AND NOT EXISTS (SELECT FROM session_keys WHERE name = $2 AND value = $3)
            AND (
                (SELECT count(*) >= $4 OR coalesce(sum(bytes), 0)::bigint + $5 > $6 FROM waiting_signals)
                OR (SELECT count(*) FROM waiting_signals WHERE key_name = $2 AND key_value = $3) >= $7
            )
            """
        let call = SQLStatement(sql).bind(signal.receipt?.id).bind(signal.key.name).bind(signal.key.value)
            .bind(limits.count).bind(signal.bytes).bind(limits.bytes).bind(limits.perKey)
        return try await read(call).first { $0.bool(0) } ?? false
    }

    public func waitingSignals() async throws(StoreError) -> WaitingSignalCount {
        let sql = "SELECT count(*), coalesce(sum(bytes), 0)::bigint FROM waiting_signals"
        return try await readList(SQLStatement(sql)).first {
            WaitingSignalCount(count: $0.int(0), bytes: $0.int(1))
        } ?? WaitingSignalCount()
    }

    public func deleteWaitingSignals(before date: Date, limit: Int) async throws(StoreError) -> Int {
        // Signals that a commit is binding are locked, and are not deleted.
        let sql = """
            WITH dropped AS (
                DELETE FROM waiting_signals WHERE number IN (
                    SELECT number FROM waiting_signals WHERE at_ms < $1 ORDER BY at_ms LIMIT $2 FOR UPDATE SKIP LOCKED
                ) RETURNING receipt_id
            ), forgotten AS (
                DELETE FROM signal_receipts USING dropped WHERE id = dropped.receipt_id
            )
            SELECT count(*) FROM dropped
            """
        return try await write(SQLStatement(sql).bind(date).bind(limit)).first { $0.int(0) } ?? 0
    }

    public func deleteReceipts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        let sql = """
            DELETE FROM signal_receipts WHERE id IN (
                SELECT id FROM signal_receipts WHERE at_ms < $1 ORDER BY at_ms LIMIT $2 FOR UPDATE SKIP LOCKED
            )
            """
        return try await write(SQLStatement(sql).bind(date).bind(limit)).affected
    }
}
