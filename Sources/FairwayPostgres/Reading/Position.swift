import Fairway

/// Where a page ends, as a cursor says it: when the last row came, its session, and which of the session's rows it is.
/// A row keeps all of them for as long as it is there, so no change moves it in the list.
struct Position: Hashable, Sendable {
    let number: Int
    let session: String
    let rest: String

    init(_ number: Int, _ session: String, _ rest: String = "") {
        self.number = number
        self.session = session
        self.rest = rest
    }

    /// Reads a cursor; nil where there is none.
    init?(cursor: String?) throws(StoreError) {
        guard let cursor else { return nil }
        // The session comes last: what its id is made of is not known here.
        let parts = cursor.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int(parts[0]) else { throw .invalidCursor }
        self.init(number, String(parts[2]), String(parts[1]))
    }

    var cursor: String { "\(number)/\(rest)/\(session)" }
}

extension Page {
    /// A page out of rows of which there is one more than a page has, when there is a next one.
    init(_ rows: [(position: Position, row: Row)], limit: Int) {
        let page = rows.prefix(limit)
        self.init(rows: page.map(\.row), next: rows.count > limit ? page.last?.position.cursor : nil)
    }
}
