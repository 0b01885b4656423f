/// What a connection is for.
enum ConnectionRole: String, Sendable {
    /// Changes.
    case writing
    /// Sessions that are loaded and keys that are looked up: short reads.
    case reading
    /// Lists, counts and checks, which may take long and must not keep a session waiting.
    case listing
    /// Notices to other nodes, and from them.
    case noticing

    /// The statements that a connection begins with. What the operator has set, on the database, the user or in the
    /// connection string, stays as it is.
    var setup: String {
        let limits = """
            SELECT set_config(name, \(self == .listing ? "'60s'" : "'20s'"), false) FROM pg_settings
            WHERE name = 'statement_timeout' AND source = 'default';
            SELECT set_config(name, '10s', false) FROM pg_settings WHERE name = 'lock_timeout' AND source = 'default';
            """
        switch self {
        case .writing: return limits + "SET enable_seqscan = off;"
        case .reading: return limits + Self.oneMoment + "SET enable_seqscan = off;"
        // A notice that a crash takes with it is no loss, and one that waits for the disk is late.
        case .noticing: return limits + "SET synchronous_commit = off; LISTEN fairway;"
        // A list is planned for what is asked of it: the page's length and filter are most of its cost.
        case .listing: return limits + Self.oneMoment + "SET plan_cache_mode = force_custom_plan;"
        }
    }

    /// All statements of a batch see the same moment (https://www.postgresql.org/docs/current/transaction-iso.html).
    private static let oneMoment =
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;"
}
