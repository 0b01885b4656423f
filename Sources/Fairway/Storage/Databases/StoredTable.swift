/// A table that SQLite and PostgreSQL stores have, with the columns that a copy transfers.
package struct StoredTable: Hashable, Sendable {
    package let name: String
    package let columns: [Column]

    package struct Column: Hashable, Sendable {
        package let name: String
        package let kind: Kind
    }

    package enum Kind: Sendable {
        case integer, boolean, text, bytes
    }

    /// All tables, sessions first.
    package static let all = [
        StoredTable(
            name: "sessions",
            columns: texts("id")
                + integers("arrived_us", "created_at_ms", "draft_edits", "revision")
                + integers("touched_at_ms", "touched_hour", "user_acted_at_ms")
                + booleans("is_over", "holds_signals")
                + texts("outcome", "root_flow", "front_screen", "user_id", "claims_json")
                + blobs("token_sha256", "superseded_token_sha256s")
                + texts("forked_from", "device_json", "layout_json", "view_models_json", "result_json")
        ),
        StoredTable(
            name: "flows",
            columns: texts("session") + integers("node", "parent", "depth") + texts("path", "flow")
                + integers("version") + texts("screen") + booleans("is_front")
                + integers("started_at_ms", "touched_at_ms", "arrived_us")
                + texts("stored_name", "slot", "state_json", "screens_json")
        ),
        StoredTable(
            name: "journal",
            columns: texts("session") + integers("revision", "number") + booleans("is_folded") + integers("at_ms")
                + texts("kind", "flow", "screen", "name", "to_screen") + integers("took_microseconds")
                + texts("params_json", "moves_json", "effects_json", "trail_json", "delivery_json", "request")
                + integers("build")
        ),
        StoredTable(name: "feed_timelines", columns: integers("after_number") + texts("timeline")),
        StoredTable(name: "feed_consumers", columns: texts("name") + integers("position")),
        StoredTable(
            name: "webhooks",
            columns: texts("id", "cursor", "repeated_through", "body")
                + integers("failures", "waiting_since_ms", "next_attempt_ms") + texts("last_error")
                + integers("last_error_at_ms", "delivered_at_ms") + texts("disabled_in")
                + integers("redeliveries", "version")
        ),
        StoredTable(
            name: "runs",
            columns: texts("session", "flow") + integers("node", "started_at_ms")
                + texts("app", "idiom", "locale", "outcome", "course_json", "stays_json", "position_json")
        ),
        StoredTable(
            name: "edges",
            columns: integers("hour") + texts("flow", "from_screen", "action", "to_screen")
                + integers("stay_class", "count")
        ),
        StoredTable(name: "drafts", columns: texts("session", "screen", "draft_json")),
        StoredTable(
            name: "replies",
            columns: texts("session", "key", "fingerprint") + integers("status", "revision", "at_ms") + blobs("body")
        ),
        StoredTable(
            name: "jobs",
            columns: texts("session", "id") + integers("arrived_us") + texts("kind", "node", "name", "label")
                + booleans("outlives_flow", "is_held") + integers("due_at_ms", "next_at_ms", "attempts")
                + texts("holder", "last_error") + booleans("is_cancelled") + integers("version")
                + texts("payload_json", "result_json", "request", "trace")
        ),
        StoredTable(
            name: "kept_states",
            columns: texts("session") + integers("revision") + blobs("document", "snapshot")
        ),
        StoredTable(
            name: "handoffs",
            columns: blobs("code_sha256") + texts("session") + integers("expires_at_ms", "arrived_us")
                + booleans("is_link")
        ),
        StoredTable(name: "session_keys", columns: texts("session") + integers("node") + texts("name", "value")),
        StoredTable(
            name: "waiting_signals",
            columns: texts("key_name", "key_value", "work_id", "receipt_id", "name") + integers("at_ms", "bytes")
                + texts("payload_json", "request")
        ),
        StoredTable(
            name: "signal_receipts",
            columns: texts("id", "fingerprint", "session_id") + integers("revision", "at_ms")
        ),
        StoredTable(
            name: "incidents",
            columns: texts("session") + integers("number", "revision", "at_ms") + texts("kind") + integers("node")
                + texts("flow", "screen", "name", "code", "errors_json", "cause", "request")
        ),
        StoredTable(
            name: "problems",
            columns: texts("id", "kind", "flow", "screen", "name", "code", "cause")
                + integers("sessions", "count", "first_seen_ms", "last_seen_ms")
                + texts("first_build", "last_build", "status") + integers("resolved_at_ms")
                + texts("resolved_in", "place_id")
        ),
        StoredTable(name: "problem_sessions", columns: texts("problem", "session")),
        StoredTable(name: "problem_hours", columns: texts("problem") + integers("hour", "count")),
        StoredTable(name: "problem_apps", columns: texts("problem", "app") + integers("count")),
        StoredTable(
            name: "builds",
            columns: integers("number") + texts("build", "version") + integers("start", "first_seen_ms", "last_seen_ms")
        ),
        StoredTable(
            name: "server_counts",
            columns: integers("hour", "build") + texts("measure") + integers("bucket", "count")
        ),
        StoredTable(
            name: "creations",
            columns: blobs("key_sha256") + texts("session_id", "fingerprint") + blobs("salt")
                + integers("status", "at_ms", "expires_at_ms") + blobs("body")
        ),
        StoredTable(
            name: "audit",
            columns: integers("at_ms") + texts("operator", "call", "session_id", "user_id", "request")
        ),
        StoredTable(
            name: "batches",
            columns: texts("id", "operator", "action", "filter_json", "state")
                + integers("total", "created_at_ms", "ended_at_ms", "step", "done", "failed")
                + texts("sessions_json", "cursor") + booleans("is_listed")
        ),
        StoredTable(
            name: "quarantine",
            columns: texts("id", "session_id") + integers("revision")
                + texts("kind", "root_flow", "name", "work", "build") + integers("at_ms") + booleans("is_refused")
                + integers("ends")
        ),
    ]

    private static func texts(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .text) } }
    private static func integers(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .integer) } }
    private static func booleans(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .boolean) } }
    private static func blobs(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .bytes) } }
}

/// A value of one column of one row.
package enum StoredValue: Hashable, Sendable {
    case null
    /// A number, or 0 or 1 for a boolean.
    case integer(Int)
    /// The bytes of a text or a blob.
    case bytes([UInt8])
}
