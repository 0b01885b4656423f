import Fairway
import FairwayWire

extension SessionRow {
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
    @discardableResult
    func bindKeyColumns(_ statement: Statement) -> Statement {
        statement.bind(status == .over).bind(EdgeCount.hour(of: touchedAt))
    }
}
