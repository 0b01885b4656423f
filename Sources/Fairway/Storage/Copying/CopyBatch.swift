/// Some rows of a table.
package struct CopyBatch: Sendable {
    package var rows: [[StoredValue]]
    /// Where it ends.
    package var last: Int

    package init(rows: [[StoredValue]], last: Int) {
        self.rows = rows
        self.last = last
    }
}
