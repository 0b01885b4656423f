import Fairway

/// The front flow, which is denormalised into its session's row.
///
/// Nearly every change updates the session and the state of its front flow. Both are in one row, so the change writes a page of
/// `sessions` and none of `flows`. The flow's own row in `flows` keeps the columns that lists filter by, and is written only when
/// one of them changes. Its state and screens are empty, and its `touched_at_ms` is out of date.
enum FrontFlow {
    /// The flow that is denormalised, and a hash of ``sharedColumns``. If a commit does not change the fingerprint, it need
    /// not write the flow's own row.
    struct Fingerprint: Hashable {
        let node: Int
        let hash: Int
    }

    /// The columns that are the same in the session's row and in the flow's own row.
    static let sharedColumns =
        ["parent", "depth", "path", "version", "started_at_ms", "stored_name", "slot", "flow", "screen"]

    /// The columns that are up to date in the session's row only.
    static let changingColumns = ["touched_at_ms", "state_json", "screens_json"]

    /// All columns of the session's row that describe the flow, except `front_flow_is_only`.
    static let columns = (["node", "hash"] + sharedColumns + changingColumns).map(column)

    /// The session's columns that correspond to ``FlowRow/columns``. The first is null if no flow is denormalised.
    static let columnsOfFlowRow = FlowRow.columnNames.map { $0 == "is_front" ? "1" : value($0) }

    /// The session's column that corresponds to a column of `flows`.
    static func column(_ name: String) -> String { "front_flow_\(name)" }

    /// The SQL expression for a column's value in a query of `sessions`. A large value is in `large_texts`, and the session's
    /// column is empty.
    static func value(_ name: String) -> String {
        guard LargeText.columns.contains(where: { $0.name == name }) else { return column(name) }
        return """
            CASE \(column(name)) WHEN '' THEN (
                SELECT text FROM large_texts WHERE large_texts.session = sessions.number AND name = '\(name)'
            ) ELSE \(column(name)) END
            """
    }

    /// The SQL expression for one of ``changingColumns`` in a join of a flow with its session. `flow` is the alias of `flows`.
    static func expression(_ name: String, of flow: String) -> String {
        "CASE WHEN front_flow_node = \(flow).node THEN \(value(name)) ELSE \(flow).\(name) END"
    }

    /// Inserts or updates a row of `flows`. An existing row keeps its number, and with it its position in lists.
    static let flowInsertion: String = {
        let columns = sharedColumns + changingColumns + ["is_front"]
        let assignments = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return .insertion(into: "flows", columns + ["session", "node"])
            + " ON CONFLICT (session, node) DO UPDATE SET \(assignments)"
    }()

    /// Copies the state of the denormalised flow to the flow's own row.
    static let copyToFlow = """
        UPDATE flows SET (\(changingColumns.joined(separator: ", "))) =
            (SELECT \(changingColumns.map(value).joined(separator: ", ")) FROM sessions WHERE number = flows.session)
        WHERE session = ? AND node = ?
        """

    /// Lists the sessions and flows whose rows contradict each other.
    static let problems = """
        SELECT 'session ' || id || ' does not match the row of its front flow ' || front_flow_node FROM sessions
        WHERE front_flow_node IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM flows WHERE flows.session = sessions.number AND node = front_flow_node AND is_front
            \(sharedColumns.map { "AND flows.\($0) IS \(column($0))" }.joined(separator: " "))
        )
        UNION ALL
        SELECT 'session ' || id || ' has more flows than its row states' FROM sessions WHERE front_flow_is_only
        AND EXISTS (SELECT 1 FROM flows WHERE flows.session = sessions.number AND node IS NOT front_flow_node)
        UNION ALL
        SELECT 'flow ' || node || ' of session ' || id || ' has no state' FROM flows
        JOIN sessions ON sessions.number = flows.session
        WHERE state_json = '' AND front_flow_node IS NOT node
        UNION ALL
        SELECT 'session ' || id || ' has no state of its front flow' FROM sessions WHERE front_flow_node IS NOT NULL
        AND (\(LargeText.columns.map { "\(value($0.name)) IS NULL" }.joined(separator: " OR ")))
        """
}

extension FrontFlow {
    /// How a commit changes the denormalised flow.
    struct FlowChange {
        /// The flow that is denormalised after the commit.
        let after: Fingerprint?
        /// Whether ``FrontFlow/columns`` are written. False if the commit leaves the front flow unchanged.
        let isWritten: Bool
        /// The node of the former front flow, if another one takes its place and the commit neither changes nor removes the former
        /// one. Its state has to be copied to its own row.
        let replacedNode: Int?
        /// Whether the session is known to have no other flow.
        let isOnlyFlow: Bool
        /// The flow that is written to the session's row.
        let flow: FlowRow?

        init(_ commit: Commit, from before: Fingerprint?) {
            flow = commit.flows.first(where: \.isFront)
            let keepsBefore =
                before.map { before in
                    !commit.removedFlows.contains(before.node) && !commit.flows.contains { $0.node == before.node }
                } ?? false
            isWritten = flow != nil || (before != nil && !keepsBefore)
            replacedNode = isWritten && keepsBefore ? before?.node : nil
            let after = isWritten ? flow.map(Fingerprint.init) : before
            isOnlyFlow = after != nil && commit.flowCount == 1 && commit.flows.allSatisfy { $0.node == after?.node }
            self.after = after
        }

        /// Binds ``FrontFlow/columns``.
        func bind(_ statement: Statement) {
            guard let flow else {
                for _ in FrontFlow.columns { statement.bind(nil as Int?) }
                return
            }
            flow.bindSharedColumns(statement.bind(after?.node).bind(after?.hash))
            flow.bindChangingColumns(statement, without: flow.largeColumns)
        }
    }
}

extension FrontFlow.Fingerprint {
    init(_ flow: FlowRow) {
        var hash = StableHash()
        hash.add(flow.parent)
        hash.add(flow.depth)
        hash.add(flow.path)
        hash.add(flow.flow)
        hash.add(flow.version)
        hash.add(flow.screen)
        hash.add(flow.storedName)
        hash.add(flow.slot)
        hash.add(flow.startedAt.milliseconds)
        self.init(node: flow.node, hash: hash.value)
    }

    /// Reads `front_flow_node` and `front_flow_hash`.
    init?(_ row: Statement, from column: Int) {
        guard let node = row.optionalInt(column) else { return nil }
        self.init(node: node, hash: row.int(column + 1))
    }
}

extension FlowRow {
    /// Binds ``FrontFlow/sharedColumns``.
    func bindSharedColumns(_ statement: Statement) {
        statement.bind(parent).bind(depth).bind(path).bind(version).bind(startedAt)
            .bind(storedName == flow ? nil : storedName).bind(slot).bind(flow).bind(screen)
    }

    /// Binds ``FrontFlow/changingColumns`` without the values that are stored elsewhere.
    func bindChangingColumns(_ statement: Statement, without elsewhere: LargeColumns = []) {
        statement.bind(touchedAt)
        if elsewhere.contains(.state) { statement.bind("") } else { statement.bind(state) }
        if elsewhere.contains(.screens) { statement.bind("") } else { statement.bind(screens) }
    }
}

/// An FNV-1a hash (https://www.rfc-editor.org/rfc/rfc9923.html) that mixes a number in one step, not byte by byte. It is stored,
/// so it must not differ between processes.
private struct StableHash {
    private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int { Int(truncatingIfNeeded: bits) }

    mutating func add(_ number: Int?) {
        mix(number == nil ? 0 : 1)
        mix(UInt64(truncatingIfNeeded: number ?? 0))
    }

    mutating func add(_ text: String?) {
        for byte in (text ?? "").utf8 { mix(UInt64(byte)) }
        // The text ends with a byte that UTF-8 does not contain. Another such byte stands for nil.
        mix(text == nil ? 0xfe : 0xff)
    }

    private mutating func mix(_ value: UInt64) { bits = (bits ^ value) &* 0x0000_0100_0000_01b3 }
}
