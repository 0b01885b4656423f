import Fairway

extension StoredCreation {
    /// Finds a creation by its key's hash.
    static let query = """
        SELECT key_sha256, fingerprint, salt, session_id, status, body, at_ms, expires_at_ms
        FROM creations WHERE key_sha256 = $1
        """

    /// Reads the columns.
    init(_ row: Row) {
        self.init(
            key: row.bytes(0),
            fingerprint: row.text(1),
            salt: row.bytes(2),
            session: row.text(3),
            status: row.int(4),
            body: row.bytes(5),
            at: row.date(6),
            expiresAt: row.date(7)
        )
    }
}
