extension StoredCreation {
    /// The columns in the order in which they are read.
    package static let columns = "key_sha256, fingerprint, salt, session_id, status, body, at_ms, expires_at_ms"

    /// Reads the columns.
    package init(_ row: some StoredRow) {
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
