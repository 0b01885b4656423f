import Fairway
import FairwayWire

extension SessionRow {
    /// The columns in the order in which they are read.
    static let columns = """
        id, token_sha256, superseded_token_sha256s, identity, revision, is_over, outcome, result_json, device_json,
        root_flow, front_screen, layout_json, view_models_json, created_at_ms, touched_at_ms
        """

    /// Reads the columns.
    init(_ row: Statement) {
        let superseded = row.bytes(2)
        self.init(
            id: row.text(0),
            tokenHash: row.bytes(1),
            supersededTokenHashes: stride(from: 0, to: superseded.count, by: 32).map {
                Array(superseded[$0..<min($0 + 32, superseded.count)])
            },
            identity: row.optionalText(3),
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

    /// Columns that no key holds: a change that leaves the others alone touches the table and nothing else.
    static let plainColumns = [
        "revision", "touched_at_ms", "created_at_ms", "root_flow", "front_screen", "outcome", "identity",
        "token_sha256", "superseded_token_sha256s", "device_json", "layout_json", "view_models_json", "result_json",
    ]

    /// Binds ``plainColumns``.
    func bindPlainColumns(_ statement: Statement, device: [UInt8]) -> Statement {
        statement.bind(revision).bind(touchedAt).bind(createdAt).bind(rootFlow).bind(frontScreen)
            .bind(outcome?.rawValue).bind(identity).bind(blob: tokenHash).bind(
                blob: supersededTokenHashes.flatMap(\.self)
            )
            .bind(text: device).bind(layout).bind(viewModels).bind(result)
    }

    /// Columns that keys hold.
    static let keyColumns = ["is_over", "touched_hour"]

    /// Binds ``keyColumns``.
    func bindKeyColumns(_ statement: Statement) -> Statement {
        statement.bind(status == .over).bind(EdgeCount.hour(of: touchedAt))
    }
}
