import Fairway

/// A session's row as it is read.
struct FoundSession {
    let row: SessionRow
    let number: Int
    let newestEntry: Int?
    /// Of which flow the row says all there is, and that.
    let front: (mark: FrontFlow.Mark, row: FlowRow)?
    /// Whether there is no other flow.
    let isFrontOnly: Bool
    let hasDrafts: Bool

    /// All there is of a session that has no other rows.
    var alone: StoredSession? {
        guard isFrontOnly, !hasDrafts, let front else { return nil }
        return StoredSession(session: row, flows: [front.row], drafts: [:])
    }

    /// Where it is.
    var place: SessionPlaces.Place {
        SessionPlaces.Place(number: number, newestEntry: newestEntry, mark: front?.mark)
    }

    /// What is read of `sessions`, in order.
    static let columns =
        (SessionRow.columnNames + ["number", "newest_entry"] + FrontFlow.Mark.columns + [
            FrontFlow.onlyColumn, "EXISTS (SELECT 1 FROM drafts WHERE drafts.session = sessions.number)",
        ] + FrontFlow.readColumns).joined(separator: ", ")

    /// Reads ``columns``.
    init(_ row: Statement) {
        let column = SessionRow.columnNames.count
        self.row = SessionRow(row)
        (number, newestEntry) = (row.int(column), row.optionalInt(column + 1))
        let mark = FrontFlow.Mark(row, from: column + 2)
        (isFrontOnly, hasDrafts) = (row.bool(column + 4), row.bool(column + 5))
        front = mark.map { ($0, FlowRow(row, from: column + 6)) }
    }
}
