import Fairway
import FairwayWire

extension FlowRow {
    /// Columns that no key holds: a change that leaves the others alone touches the table and nothing else.
    static let plainColumns =
        ["parent", "depth", "path", "version", "started_at_ms", "stored_name", "slot"] + changingColumns

    /// Binds ``plainColumns``.
    ///
    /// - Parameter isInFront: Whether its session's row says what changes of it. It is not said twice then.
    @discardableResult
    func bindPlainColumns(_ statement: Statement, isInFront: Bool = false) -> Statement {
        statement.bind(parent).bind(depth).bind(path).bind(version).bind(startedAt)
            .bind(storedName == flow ? nil : storedName).bind(slot)
        return isInFront ? statement.bind(touchedAt).bind("").bind("") : bindChangingColumns(statement)
    }

    /// Those that nearly every change changes of the flow in front.
    static let changingColumns = ["touched_at_ms", "state_json", "screens_json"]

    /// Binds ``changingColumns``.
    @discardableResult
    func bindChangingColumns(_ statement: Statement) -> Statement {
        statement.bind(touchedAt).bind(state).bind(screens)
    }

    /// Columns that keys hold.
    static let keyColumns = ["flow", "screen", "is_front"]

    /// Binds ``keyColumns``.
    func bindKeyColumns(_ statement: Statement) -> Statement {
        statement.bind(flow).bind(screen).bind(isFront)
    }
}
