public import Fairway
public import Foundation

/// Business keys and the signals that wait for them. ``SignalStore`` documents the calls.
///
/// All writes are made by one writer, so a call of ``park(_:within:)`` and a commit that binds the key happen one after the other.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore: SignalStore {
    public var signals: (any SignalStore)? { self }

    public func holder(of key: SessionKey) async throws(StoreError) -> KeyHolder? {
        try await read { try $0.holder(of: key) }
    }

    public func keys(of session: String) async throws(StoreError) -> [KeyBinding] {
        try await read { connection in
            guard let number = try connection.number(of: session) else { return [] }
            let sql = "SELECT name, value, node FROM session_keys WHERE session = ? ORDER BY number"
            return try connection.statement(sql).bind(number).all {
                KeyBinding(SessionKey($0.text(0), $0.text(1)), node: $0.int(2))
            }
        }
    }

    public func receipt(_ id: String) async throws(StoreError) -> SignalReceipt? {
        try await read { try $0.receipt(id) }
    }

    public func park(
        _ signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) async throws(StoreError) -> ParkingOutcome {
        // Checked here too, so that a flood of refused signals does not occupy the writer.
        if let refusal = try await read({ try $0.refusal(of: signal, within: limits) }) { return refusal }
        return try await write { try $0.park(signal, within: limits) }
    }

    public func isFull(
        for signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) async throws(StoreError) -> Bool {
        try await read { try $0.refusal(of: signal, within: limits) } == .full
    }

    public func waitingSignals() async throws(StoreError) -> WaitingSignalCount {
        try await read { try $0.waitingSignals() }
    }

    public func deleteWaitingSignals(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            let old = "SELECT number FROM waiting_signals WHERE at_ms < ?1 ORDER BY at_ms LIMIT ?2"
            let receipts = """
                DELETE FROM signal_receipts WHERE id IN (
                    SELECT receipt_id FROM waiting_signals WHERE number IN (\(old)) AND receipt_id IS NOT NULL
                )
                """
            _ = try writer.delete(receipts, date.milliseconds, limit)
            return try writer.connection.erasing { () throws(SQLiteFailure) in
                try writer.delete("DELETE FROM waiting_signals WHERE number IN (\(old))", date.milliseconds, limit)
            }
        }
    }

    public func deleteReceipts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            let sql = """
                DELETE FROM signal_receipts WHERE number IN (
                    SELECT number FROM signal_receipts WHERE at_ms < ?1 ORDER BY at_ms LIMIT ?2
                )
                """
            return try writer.delete(sql, date.milliseconds, limit)
        }
    }
}

extension SQLiteConnection {
    fileprivate func holder(of key: SessionKey) throws(SQLiteFailure) -> KeyHolder? {
        let sql = """
            SELECT sessions.id, node FROM session_keys JOIN sessions ON sessions.number = session_keys.session
            WHERE name = ? AND value = ?
            """
        return try statement(sql).bind(key.name).bind(key.value).first {
            KeyHolder(session: $0.text(0), node: $0.int(1))
        }
    }

    fileprivate func receipt(_ id: String) throws(SQLiteFailure) -> SignalReceipt? {
        let sql = "SELECT \(SignalReceipt.columns) FROM signal_receipts WHERE id = ?"
        return try statement(sql).bind(id).first { SignalReceipt($0) }
    }

    fileprivate func waitingSignals() throws(SQLiteFailure) -> WaitingSignalCount {
        try statement("SELECT count(*), coalesce(sum(bytes), 0) FROM waiting_signals").first {
            WaitingSignalCount(count: $0.int(0), bytes: $0.int(1))
        } ?? WaitingSignalCount()
    }

    /// Why a signal cannot wait. Nil if it can.
    fileprivate func refusal(
        of signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) throws(SQLiteFailure) -> ParkingOutcome? {
        if let id = signal.receipt?.id, let known = try receipt(id) { return .known(known) }
        if let holder = try holder(of: signal.key) { return .held(holder) }
        let waiting = try waitingSignals()
        guard waiting.count < limits.count, waiting.bytes + signal.bytes <= limits.bytes else { return .full }
        let sql = "SELECT count(*) FROM waiting_signals WHERE key_name = ? AND key_value = ?"
        let own = try statement(sql).bind(signal.key.name).bind(signal.key.value).first { $0.int(0) } ?? 0
        return own < limits.perKey ? nil : .full
    }
}

/// The part of a commit that concerns keys and signals.
extension CommitWriter {
    /// Whether the keys of a commit are free, and the id of its signal is new.
    func mayBind(_ commit: Commit, as session: Int?) throws(SQLiteFailure) -> Bool {
        for binding in commit.keys {
            let sql = "SELECT session, node FROM session_keys WHERE name = ? AND value = ?"
            let holder = try connection.statement(sql).bind(binding.key.name).bind(binding.key.value).first {
                (session: $0.int(0), node: $0.int(1))
            }
            guard let holder else { continue }
            let isOwn = holder.session == session
            guard isOwn, holder.node == binding.node || commit.removedFlows.contains(holder.node) else { return false }
        }
        guard !commit.completesReceipts else { return true }
        for receipt in commit.receipts where try connection.receipt(receipt.id) != nil { return false }
        return true
    }

    func releaseKeys(of node: Int, in session: Int) throws(SQLiteFailure) {
        let sql = "DELETE FROM session_keys WHERE session = ? AND node = ?"
        try connection.statement(sql).bind(session).bind(node).run()
    }

    /// Binds a key, and makes the signals that wait for it work of the flow.
    func bind(_ binding: KeyBinding, to session: Int) throws(SQLiteFailure) {
        let (name, value) = (binding.key.name, binding.key.value)
        let insertion = "INSERT OR IGNORE INTO session_keys (session, node, name, value) VALUES (?, ?, ?, ?)"
        try connection.statement(insertion).bind(session).bind(binding.node).bind(name).bind(value).run()
        let waiting = "waiting_signals WHERE key_name = ? AND key_value = ?"
        guard try connection.statement("SELECT 1 FROM \(waiting) LIMIT 1").bind(name).bind(value).hasRow() else {
            return
        }
        let work = """
            INSERT INTO jobs (
                session, id, kind, node, name, version, payload_json, due_at_ms, outlives_flow, request, next_at_ms,
                is_held
            )
            SELECT ?, work_id, 'signal', ?, name, 1, payload_json, at_ms, 0, request, at_ms, 0 FROM \(waiting) ORDER BY number
            """
        try connection.statement(work).bind(session).bind("f\(binding.node)").bind(name).bind(value).run()
        try connection.erasing { () throws(SQLiteFailure) in
            try connection.statement("DELETE FROM \(waiting)").bind(name).bind(value).run()
        }
    }

    /// Stores a receipt. If the signal has waited, completes the stored one.
    func write(_ receipt: SignalReceipt) throws(SQLiteFailure) {
        let sql = """
            INSERT INTO signal_receipts (\(SignalReceipt.columns)) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                session_id = coalesce(session_id, excluded.session_id), revision = coalesce(revision, excluded.revision)
            """
        try connection.statement(sql).bind(receipt.id).bind(receipt.fingerprint).bind(receipt.session)
            .bind(receipt.revision).bind(receipt.at).run()
    }

    /// Holds a signal until the session's next change.
    func hold(signal id: String, of session: Int) throws(SQLiteFailure) {
        let sql = """
            UPDATE jobs SET is_held = 1, holder = NULL, attempts = 0, next_at_ms = due_at_ms, last_error = NULL
            WHERE session = ? AND id = ?
            """
        try connection.statement(sql).bind(session).bind(id).run()
        try connection.statement("UPDATE sessions SET holds_signals = 1 WHERE number = ?").bind(session).run()
    }

    /// Makes the signals due that were held until this change. In a sandbox they stay, because workers perform no work of it.
    func releaseSignals(of session: Int, at now: Date) throws(SQLiteFailure) {
        let sql = """
            UPDATE jobs SET is_held = 0, next_at_ms = ? WHERE session = ? AND kind = 'signal' AND is_held = 1
            AND NOT (SELECT is_sandbox FROM sessions WHERE number = jobs.session)
            """
        try connection.statement(sql).bind(now).bind(session).run()
        try connection.statement("UPDATE sessions SET holds_signals = 0 WHERE number = ?").bind(session).run()
    }

    fileprivate func park(
        _ signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) throws(SQLiteFailure) -> ParkingOutcome {
        if let refusal = try connection.refusal(of: signal, within: limits) { return refusal }
        let insertion = """
            INSERT INTO waiting_signals (
                key_name, key_value, work_id, receipt_id, name, at_ms, bytes, payload_json, request
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try connection.statement(insertion).bind(signal.key.name).bind(signal.key.value).bind(signal.work.id)
            .bind(signal.receipt?.id).bind(signal.work.name).bind(signal.work.due).bind(signal.bytes)
            .bind(signal.work.payload).bind(signal.work.request).run()
        if let receipt = signal.receipt { try write(receipt) }
        return .parked
    }
}
