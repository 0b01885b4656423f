import FairwayWire

extension SessionRow {
    /// The columns in the order in which they are read.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "id", "token_sha256", "superseded_token_sha256s", "identity", "revision", "is_over", "outcome", "result_json",
        "device_json", "root_flow", "front_screen", "layout_json", "view_models_json", "created_at_ms", "touched_at_ms",
    ]

    /// Reads the columns.
    package init(_ row: some StoredRow) {
        let access = SessionAccess(row, from: 1)
        self.init(
            id: row.text(0),
            tokenHash: access.tokenHash,
            supersededTokenHashes: access.supersededTokenHashes,
            identity: access.identity,
            revision: row.int(4),
            status: row.bool(5) ? .over : .active,
            outcome: row.optionalText(6).flatMap(SessionOutcome.init),
            result: row.optionalJSON(7),
            device: Device(stored: row.bytes(8)),
            rootFlow: row.text(9),
            frontScreen: row.optionalText(10),
            layout: row.json(11),
            viewModels: row.json(12),
            createdAt: row.date(13),
            touchedAt: row.date(14)
        )
    }
}
