/// Some rows of a list.
public struct Page<Row: Sendable>: Sendable {
    /// The rows.
    public var rows: [Row]
    /// The cursor of the next page; nil for the last page.
    public var next: String?

    /// A page.
    public init(rows: [Row], next: String?) {
        self.rows = rows
        self.next = next
    }
}

/// The order of a list.
public enum PageOrder: String, Codable, Hashable, Sendable, CaseIterable {
    /// Newest first.
    case newest
    /// Oldest first.
    case oldest
}
