import Fairway

/// A session's flow in front, all of which lies in the session's own row.
///
/// What nearly every change changes is the session and this flow's state: so a change writes one page, and not two, that no
/// other change shares. The flow's row among the others keeps what lists are found by.
enum FrontFlow {
    /// Which flow it is, and what it has in common with its row among the others.
    struct Mark: Hashable, Sendable {
        let node: Int
        /// A hash of all but what ``FlowRow/bindChangingColumns(_:)`` binds.
        let hash: Int
    }

    /// Every column of a session's row that is about it, but for ``onlyColumn``.
    static let columns = (FlowRow.plainColumns + ["flow", "screen"]).map(column) + Mark.columns

    /// Those of a flow that has a ``Mark`` that it had before.
    static let changingColumns = FlowRow.changingColumns.map(column)

    /// Whether it is the session's only flow.
    static let onlyColumn = "front_flow_is_only"

    /// What a session's row has in place of ``FlowRow/columns``.
    static let readColumns = FlowRow.columnNames.map { $0 == "is_front" ? "1" : column($0) }

    /// What a session's row calls what a flow's row calls that.
    static func column(_ name: String) -> String { "front_flow_\(name)" }

    /// Binds ``columns``.
    static func bind(_ flow: FlowRow?, _ mark: Mark?, _ statement: Statement) {
        if let flow {
            flow.bindPlainColumns(statement).bind(flow.flow).bind(flow.screen)
        } else {
            for _ in 0..<(columns.count - Mark.columns.count) { statement.bind(nil as Int?) }
        }
        Mark.bind(mark, statement)
    }

    /// What a flow says in one of ``FlowRow/changingColumns``: in its session's row, where it is in front, or in its own.
    ///
    /// - Parameters:
    ///   - name: The column.
    ///   - flow: What the statement calls the flow's row. The session's is beside it.
    static func expression(_ name: String, of flow: String) -> String {
        "CASE WHEN front_flow_node = \(flow).node THEN \(column(name)) ELSE \(flow).\(name) END"
    }

    /// Sentences that say of which sessions and flows the rows do not agree.
    static let problems = """
        SELECT 'session ' || id || ' has another flow in front than its flow ' || front_flow_node || ' is' FROM sessions
        WHERE front_flow_node IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM flows WHERE flows.session = sessions.number AND node = front_flow_node AND is_front
            \(commonColumns.map { "AND flows.\($0) IS \(column($0))" }.joined(separator: " "))
        )
        UNION ALL
        SELECT 'session ' || id || ' has more flows than it says' FROM sessions WHERE front_flow_is_only
        AND EXISTS (SELECT 1 FROM flows WHERE flows.session = sessions.number AND node IS NOT front_flow_node)
        UNION ALL
        SELECT 'flow ' || node || ' of session ' || id || ' has no state' FROM flows
        JOIN sessions ON sessions.number = flows.session
        WHERE state_json = '' AND front_flow_node IS NOT node
        """

    /// What stands in both rows.
    static let commonColumns =
        FlowRow.plainColumns.filter { !FlowRow.changingColumns.contains($0) } + ["flow", "screen"]
}

extension FrontFlow.Mark {
    static let columns = ["node", "hash"].map(FrontFlow.column)

    /// Reads ``columns`` from a column on; nil where each flow's own row says all.
    init?(_ row: Statement, from column: Int) {
        guard let node = row.optionalInt(column) else { return nil }
        self.init(node: node, hash: row.int(column + 1))
    }

    /// Binds ``columns``.
    static func bind(_ mark: Self?, _ statement: Statement) { statement.bind(mark?.node).bind(mark?.hash) }

    init(_ flow: FlowRow) {
        var hash = RowHash()
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
}
