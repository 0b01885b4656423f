import Fairway
import FairwayWire

extension FlowRow {
    /// The columns in the order in which they are read.
    static let columns = """
        node, parent, depth, path, flow, stored_name, version, slot, state_json, screens_json, screen, is_front,
        started_at_ms, touched_at_ms
        """

    /// Reads the columns.
    init(_ row: Statement) {
        let flow = row.text(4)
        self.init(
            node: row.int(0),
            parent: row.optionalInt(1),
            depth: row.int(2),
            path: row.text(3),
            flow: flow,
            storedName: row.optionalText(5) ?? flow,
            version: row.int(6),
            slot: row.optionalText(7),
            state: row.json(8),
            screens: row.json(9),
            screen: row.optionalText(10),
            isFront: row.bool(11),
            startedAt: row.date(12),
            touchedAt: row.date(13)
        )
    }

    /// Columns that no key holds: a change that leaves the others alone touches the table and nothing else.
    static let plainColumns = [
        "parent", "depth", "path", "version", "started_at_ms", "touched_at_ms", "stored_name", "slot", "state_json",
        "screens_json",
    ]

    /// Binds ``plainColumns``.
    func bindPlainColumns(_ statement: Statement) -> Statement {
        statement.bind(parent).bind(depth).bind(path).bind(version).bind(startedAt).bind(touchedAt)
            .bind(storedName == flow ? nil : storedName).bind(slot).bind(state).bind(screens)
    }

    /// Columns that keys hold.
    static let keyColumns = ["flow", "screen", "is_front"]

    /// Binds ``keyColumns``.
    func bindKeyColumns(_ statement: Statement) -> Statement {
        statement.bind(flow).bind(screen).bind(isFront)
    }
}
