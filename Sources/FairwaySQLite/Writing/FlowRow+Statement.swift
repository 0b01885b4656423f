import Fairway
import FairwayWire

extension FlowRow {
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
