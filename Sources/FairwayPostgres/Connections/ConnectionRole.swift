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

    /// How long the server may take over a statement, by its own clock.
    private var statementSeconds: Int { self == .listing ? 60 : 8 }

    /// How long no answer may come while there is something to be answered, until the connection is given up: longer than the
    /// server takes to give up by itself, so that only one that cannot even do that is left.
    var silenceSeconds: Double { Double(statementSeconds) + 2 }

    /// The statements that a connection begins with. What the operator has set, on the database, the user or in the
    /// connection string, stays as it is.
    var setup: String {
        let limits = """
            SELECT set_config(name, '\(statementSeconds)s', false) FROM pg_settings
            WHERE name = 'statement_timeout' AND source = 'default';
            SELECT set_config(name, '4s', false) FROM pg_settings WHERE name = 'lock_timeout' AND source = 'default';
            """
        switch self {
        case .writing: return limits + Self.byKey
        case .reading: return limits + Self.oneMoment + Self.byKey
        // A notice that a crash takes with it is no loss, and one that waits for the disk is late.
        case .noticing: return limits + "SET synchronous_commit = off; LISTEN fairway;"
        // A list is planned for what is asked of it: the page's length and filter are most of its cost.
        case .listing: return limits + Self.oneMoment + "SET plan_cache_mode = force_custom_plan;"
        }
    }

    /// All that changes and short reads look for is found by a key, however small its table is. A plan is kept once it was
    /// made, and one that was made while a table was empty would read all of it when it is full.
    private static let byKey = "SET enable_seqscan = off;"

    /// All statements of a batch see the same moment (https://www.postgresql.org/docs/current/transaction-iso.html).
    private static let oneMoment =
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;"
}
