/// A connection of a ``ConnectionPool``.
protocol DatabaseConnection: AnyObject, Sendable {
    /// Sends a batch after those in flight. If it cannot be sent, the batch fails.
    func send(_ batch: Batch)
    /// Closes the connection after all batches in flight are answered.
    func close()
}

enum ConnectionRole: String, Sendable {
    case writing
    /// Short reads: loading sessions and looking up keys.
    case reading
    /// Lists, counts and checks. They may take long, so they must not delay the loading of sessions.
    case listing
    /// Notifications to and from other nodes.
    case noticing

    /// The server's `statement_timeout`.
    private var statementSeconds: Int { self == .listing ? 60 : 8 }

    /// The time without an answer after which the connection is closed. Longer than `statement_timeout`, so it only
    /// affects servers that cannot even enforce that.
    var silenceSeconds: Double { Double(statementSeconds) + 2 }

    /// The statements that set up a connection. Settings of the operator, on the database, the user or in the
    /// connection string, take precedence.
    var setup: String {
        let limits = """
            SELECT set_config(name, '\(statementSeconds)s', false) FROM pg_settings
            WHERE name = 'statement_timeout' AND source = 'default';
            SELECT set_config(name, '4s', false) FROM pg_settings WHERE name = 'lock_timeout' AND source = 'default';
            """
        switch self {
        case .writing: return limits + Self.byKey
        case .reading: return limits + Self.oneMoment + Self.byKey
        // Losing a notification in a crash is harmless, but waiting for the disk delays it.
        case .noticing: return limits + "SET synchronous_commit = off; LISTEN fairway;"
        // The cost of a list depends on its filter and page size, so each one is planned with its values.
        case .listing: return limits + Self.oneMoment + "SET plan_cache_mode = force_custom_plan;"
        }
    }

    /// Changes and short reads always use an index. A cached plan that was made while a table was empty would otherwise
    /// scan the table when it is full.
    private static let byKey = "SET enable_seqscan = off;"

    /// All statements of a batch read the same snapshot (https://www.postgresql.org/docs/current/transaction-iso.html).
    private static let oneMoment =
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;"
}

/// An event of a connection.
enum ConnectionEvent: Sendable {
    /// The connection accepts batches.
    case opened
    case answered
    /// A notification of another connection.
    case notified(String)
    /// The connection failed. This is its last event.
    case lost(PostgresFailure)
    /// The connection was closed by `close()`. This is its last event.
    case closed
}

/// Detects that a connection receives no answers. The timeout is divided into two intervals with a timer each, so no
/// clock is read and no timer is set for each statement.
struct AnswerTimeout: Equatable, Sendable {
    private var isTimerSet = false
    private var wasAnswered = false
    private var silentIntervals = 0

    /// The action at the end of an interval.
    enum Action: Equatable {
        /// No answers are expected.
        case none
        /// Start another interval.
        case wait
        /// Close the connection.
        case close
    }

    /// Call when an answer is expected. Returns true if an interval starts.
    mutating func begin() -> Bool {
        defer { isTimerSet = true }
        if !isTimerSet { wasAnswered = false }
        return !isTimerSet
    }

    /// Call when an answer has arrived.
    mutating func answered() { wasAnswered = true }

    /// Call at the end of an interval.
    mutating func end(isExpecting: Bool) -> Action {
        isTimerSet = false
        silentIntervals = wasAnswered || !isExpecting ? 0 : silentIntervals + 1
        guard isExpecting else { return .none }
        return silentIntervals < 2 ? .wait : .close
    }
}
