/// A connection of a ``ConnectionPool``.
protocol DatabaseConnection: AnyObject, Sendable {
    /// Sends a batch without waiting for the answers to earlier ones. If it cannot be sent, the batch fails.
    func send(_ batch: StatementBatch)
    /// Closes the connection after all batches in flight are answered.
    func close()
}

/// The purpose of a connection. It determines the settings of the PostgreSQL session.
enum ConnectionRole: String, Sendable {
    case writing
    /// Short reads: loading sessions and looking up keys.
    case reading
    /// Lists, counts and checks. They may take long, so they must not delay the loading of sessions.
    case listing
    /// Sending notifications to other nodes, and receiving theirs.
    case noticing

    /// The server's `statement_timeout`.
    private var statementSeconds: Int { self == .listing ? 60 : 8 }

    /// How long an answer may take before the connection is closed. It is longer than `statement_timeout`, so it
    /// expires only if the server hangs or is unreachable.
    var silenceSeconds: Double { Double(statementSeconds) + 2 }

    /// The statements that set up a connection. They keep timeouts that the operator has set, for example for the
    /// database, for the user or in the connection string.
    var setup: String {
        let limits = """
            SELECT set_config(name, '\(statementSeconds)s', false) FROM pg_settings
            WHERE name = 'statement_timeout' AND source = 'default';
            SELECT set_config(name, '4s', false) FROM pg_settings WHERE name = 'lock_timeout' AND source = 'default';
            """
        switch self {
        case .writing: return limits + Self.snapshotOfEachStatement + Self.indexScansOnly
        case .reading: return limits + Self.oneSnapshot + Self.indexScansOnly
        // Do not wait for the disk: a notification may be lost in a crash, but should arrive soon.
        case .noticing: return limits + "SET synchronous_commit = off; LISTEN fairway;"
        // Plan each query with its values, because the best plan depends on the filter and the page size.
        case .listing: return limits + Self.oneSnapshot + "SET plan_cache_mode = force_custom_plan;"
        }
    }

    /// Makes changes and short reads use an index. Otherwise a plan that was cached while a table was empty would scan
    /// the whole table after it has grown.
    private static let indexScansOnly = "SET enable_seqscan = off;"

    /// A statement behind a lock sees what the holders before it have committed. Commits, signals that wait and the numbering of events
    /// rely on it, so the database's default does not count.
    private static let snapshotOfEachStatement =
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;"

    /// All statements of a batch read the same snapshot (https://www.postgresql.org/docs/current/transaction-iso.html).
    private static let oneSnapshot =
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;"
}

/// An event of a connection.
enum ConnectionEvent: Sendable {
    /// The connection accepts batches.
    case opened
    /// A batch was answered.
    case answered
    /// A notification from another connection.
    case notified(String)
    /// The connection failed. This is its last event.
    case lost(PostgresFailure)
    /// The connection was closed by `close()`. This is its last event.
    case closed
}

/// Detects a connection that receives no answers.
///
/// The timeout is two consecutive intervals without an answer. One timer per interval is enough, so a statement neither
/// reads the clock nor sets a timer.
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

    /// Call when an answer is expected. Returns true if the caller must start the timer of an interval.
    mutating func begin() -> Bool {
        defer { isTimerSet = true }
        if !isTimerSet { wasAnswered = false }
        return !isTimerSet
    }

    /// Call when an answer has arrived.
    mutating func answered() { wasAnswered = true }

    /// Call when the timer of an interval fires.
    ///
    /// - Parameter isExpecting: Whether any answer is outstanding.
    mutating func end(isExpecting: Bool) -> Action {
        isTimerSet = false
        silentIntervals = wasAnswered || !isExpecting ? 0 : silentIntervals + 1
        guard isExpecting else { return .none }
        return silentIntervals < 2 ? .wait : .close
    }
}
