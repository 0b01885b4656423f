import Fairway

extension StoredReply {
    /// Finds the answer of a session's number under a key.
    static let query =
        "SELECT key, fingerprint, status, body, revision, at_ms FROM replies WHERE session = ? AND key = ?"

    /// Reads the columns.
    init(_ row: Statement) {
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
