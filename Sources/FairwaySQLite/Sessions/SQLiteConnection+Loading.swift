import Fairway

extension SQLiteConnection {
    /// A session with its flows and drafts; nil for an unknown id. Must not be called in a transaction.
    func load(_ id: String) throws -> StoredSession? {
        // Most sessions consist of one row, which a single statement reads.
        guard let row = try SessionLookup.session.first(id, on: self, LoadedRow.init) else { return nil }
        if let whole = row.whole { return whole }
        return try transaction {
            try SessionLookup.session.first(id, on: self, LoadedRow.init).map { try complete($0) }
        }
    }

    private func complete(_ row: LoadedRow) throws(SQLiteFailure) -> StoredSession {
        if let whole = row.whole { return whole }
        let sql = "SELECT \(FlowRow.columns) FROM flows WHERE session = ? ORDER BY node"
        var flows = try statement(sql).bind(row.number).all { FlowRow($0) }
        if let front = row.front {
            flows.removeAll { $0.node == front.node }
            flows.insert(front, at: flows.firstIndex { $0.node > front.node } ?? flows.endIndex)
        }
        let drafts = try statement("SELECT screen, draft_json FROM drafts WHERE session = ?").bind(row.number).all {
            ($0.text(0), $0.json(1))
        }
        return StoredSession(session: row.session, flows: flows, drafts: Dictionary(drafts) { _, last in last })
    }
}

extension SessionLookup {
    static let access = SessionLookup(SessionAccess.columns)
    fileprivate static let session = SessionLookup(LoadedRow.columns)
}

/// A session's row, with the front flow that is denormalised into it.
private struct LoadedRow {
    let session: SessionRow
    let number: Int
    let front: FlowRow?
    let hasOtherFlows: Bool
    let hasDrafts: Bool

    static let columns =
        (SessionRow.columnNames + [
            "number", "NOT front_flow_is_only",
            "EXISTS (SELECT 1 FROM drafts WHERE drafts.session = sessions.number)",
        ] + FrontFlow.columnsOfFlowRow).joined(separator: ", ")

    init(_ row: Statement) {
        let column = SessionRow.columnNames.count
        session = SessionRow(row)
        number = row.int(column)
        hasOtherFlows = row.bool(column + 1)
        hasDrafts = row.bool(column + 2)
        front = row.isNull(column + 3) ? nil : FlowRow(row, from: column + 3)
    }

    /// The session; nil if it may have other flows or drafts, which have to be read too.
    var whole: StoredSession? {
        guard let front, !hasOtherFlows, !hasDrafts else { return nil }
        return StoredSession(session: session, flows: [front], drafts: [:])
    }
}
