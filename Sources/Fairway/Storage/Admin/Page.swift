/// Some rows of many, and where the next ones begin.
public struct Page<Row: Sendable>: Sendable {
    /// The rows.
    public var rows: [Row]
    /// The cursor of the next page; nil when this is the last.
    public var next: String?

    /// Rows with the cursor of those after them.
    public init(rows: [Row], next: String?) {
        self.rows = rows
        self.next = next
    }
}
