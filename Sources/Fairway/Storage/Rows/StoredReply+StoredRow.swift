extension StoredReply {
    /// The columns in the order in which they are read.
    package static let columns = "key, fingerprint, status, body, revision, at_ms"

    /// Reads the columns.
    package init(_ row: some StoredRow) {
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
