/// A table that SQLite and PostgreSQL stores have, with the columns that a copy transfers.
package struct StoredTable: Hashable, Sendable {
    package let name: String
    package let columns: [Column]
    /// The number of columns at the beginning that form the key.
    package let keyColumns: Int

    package struct Column: Hashable, Sendable {
        package let name: String
        package let kind: Kind

        fileprivate init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    package enum Kind: Sendable {
        case integer, boolean, text, bytes
    }

    /// All tables, sessions first.
    package static let all = [
        StoredTable(
            name: "sessions",
            key: texts("id"),
            integers("revision", "draft_edits") + [Column("is_over", .boolean)]
                + integers("touched_at_ms", "touched_hour", "created_at_ms", "arrived_us")
                + texts("root_flow", "front_screen", "outcome", "identity")
                + blobs("token_sha256", "superseded_token_sha256s")
                + texts("device_json", "layout_json", "view_models_json", "result_json")
        ),
        StoredTable(
            name: "flows",
            key: texts("session") + integers("node"),
            integers("parent", "depth") + texts("path", "flow") + integers("version") + texts("screen")
                + [Column("is_front", .boolean)] + integers("started_at_ms", "touched_at_ms", "arrived_us")
                + texts("stored_name", "slot", "state_json", "screens_json")
        ),
        StoredTable(
            name: "journal",
            key: texts("session") + integers("revision"),
            [Column("is_folded", .boolean)] + integers("at_ms") + texts("kind", "flow", "screen", "name", "to_screen")
                + integers("took_microseconds") + texts("params_json", "moves_json", "effects_json")
        ),
        StoredTable(
            name: "edges",
            key: integers("hour") + texts("flow", "from_screen", "action", "to_screen") + integers("stay_class"),
            integers("count")
        ),
        StoredTable(name: "drafts", key: texts("session", "screen"), texts("draft_json")),
        StoredTable(
            name: "replies",
            key: texts("session", "key"),
            texts("fingerprint") + integers("status", "revision", "at_ms") + blobs("body")
        ),
        StoredTable(
            name: "jobs",
            key: texts("session", "id"),
            integers("arrived_us") + texts("kind", "node", "name", "label") + [Column("outlives_flow", .boolean)]
                + integers("due_at_ms", "next_at_ms", "attempts")
                + texts("leased_by", "last_error", "payload_json", "result_json") + [Column("is_cancelled", .boolean)]
        ),
        StoredTable(name: "handoffs", key: blobs("code_sha256"), texts("session") + integers("expires_at_ms")),
        StoredTable(
            name: "creations",
            key: blobs("key_sha256"),
            texts("session_id", "fingerprint") + blobs("salt") + integers("status", "at_ms", "expires_at_ms")
                + blobs("body")
        ),
    ]

    private init(name: String, key: [Column], _ others: [Column]) {
        self.name = name
        columns = key + others
        keyColumns = key.count
    }

    private static func texts(_ names: String...) -> [Column] { names.map { Column($0, .text) } }
    private static func integers(_ names: String...) -> [Column] { names.map { Column($0, .integer) } }
    private static func blobs(_ names: String...) -> [Column] { names.map { Column($0, .bytes) } }
}

/// A value of one column of one row.
package enum StoredValue: Hashable, Sendable {
    case null
    /// A number, or 0 or 1 for a boolean.
    case integer(Int)
    /// The bytes of a text or a blob.
    case bytes([UInt8])
}
