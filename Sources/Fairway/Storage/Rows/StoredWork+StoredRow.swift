import FairwayWire

extension StoredWork {
    /// The columns in the order in which they are read.
    ///
    /// - Parameter session: What gives the session's id, which not every database keeps with the others.
    package static func columns(session: String) -> String {
        ([session] + columnNames.dropFirst().map { "jobs.\($0)" }).joined(separator: ", ")
    }

    package static let columnNames = [
        "session", "id", "kind", "node", "name", "payload_json", "due_at_ms", "label", "outlives_flow", "next_at_ms",
        "attempts", "leased_by", "last_error", "result_json", "is_cancelled",
    ]

    /// Reads the columns.
    package init(_ row: some StoredRow) {
        self.init(
            session: row.text(0),
            item: WorkItem(
                id: row.text(1),
                kind: WorkItem.Kind(rawValue: row.text(2)) ?? .job,
                node: row.text(3),
                name: row.text(4),
                payload: row.json(5),
                due: row.date(6),
                label: row.optionalText(7),
                outlivesFlow: row.bool(8)
            ),
            progress: WorkProgress(
                next: row.isNull(9) ? nil : row.date(9),
                attempts: row.int(10),
                holder: row.optionalText(11),
                error: row.optionalText(12),
                // One that cannot be read is as one that is not there: the work is done again.
                result: row.optionalJSON(13).flatMap { try? JSON.decode(WorkResult.self, from: $0.bytes) },
                isCancelled: row.bool(14)
            )
        )
    }
}
