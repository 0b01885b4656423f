import Fairway

extension StoredReply {
    /// Finds the answer of a session under a key.
    static let query =
        "SELECT key, fingerprint, status, body, revision, at_ms FROM replies WHERE session = $1 AND key = $2"

    /// Reads the columns.
    init(_ row: Row) {
        self.init(
            key: row.text(0),
            fingerprint: row.text(1),
            status: row.int(2),
            body: row.bytes(3),
            revision: row.int(4),
            at: row.date(5)
        )
    }
}
