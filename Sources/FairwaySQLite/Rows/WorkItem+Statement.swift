import Fairway
import FairwayWire

extension WorkItem {
    /// The columns in the order in which they are read.
    static let columns = "jobs.id, kind, node, name, payload_json, due_at_ms, label, outlives_flow"

    /// Reads the columns.
    init(_ row: Statement) {
        self.init(
            id: row.text(0),
            kind: Kind(rawValue: row.text(1)) ?? .job,
            node: row.text(2),
            name: row.text(3),
            payload: row.json(4),
            due: row.date(5),
            label: row.optionalText(6),
            outlivesFlow: row.bool(7)
        )
    }
}
