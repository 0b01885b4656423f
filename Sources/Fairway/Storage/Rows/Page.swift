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

extension Page {
    /// Makes a page of rows with their positions, which cursors contain. One row more than `limit` means that another page
    /// follows.
    package init<Position: CustomStringConvertible>(_ rows: [(position: Position, row: Row)], limit: Int) {
        let page = rows.prefix(limit)
        self.init(rows: page.map(\.row), next: rows.count > limit ? page.last?.position.description : nil)
    }
}

extension Int {
    /// Reads the position of a row from a cursor; nil if the cursor is nil.
    package init?(cursor: String?) throws(StoreError) {
        guard let cursor else { return nil }
        guard let position = Int(cursor) else { throw .invalidCursor }
        self = position
    }

    /// The number of rows to read for a page with this limit.
    package var withNextRow: Int { self == .max ? self : self + 1 }
}

/// The order of a list.
public enum PageOrder: String, Codable, Hashable, Sendable, CaseIterable {
    /// Newest first.
    case newest
    /// Oldest first.
    case oldest
}
