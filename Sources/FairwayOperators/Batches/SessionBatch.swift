package import Fairway
public import FairwayWire
public import Foundation

/// A change to all sessions that a filter matches, which a server makes in the background.
public struct SessionBatch: Hashable, Sendable {
    /// The id.
    public var id: String
    /// The name of the operator that started it.
    public var `operator`: String
    /// What is done with each session.
    public var action: Action
    /// The filter of the list of sessions, as a JSON object.
    public var filter: RawJSON
    /// The state.
    public var state: State
    /// The number of sessions that the operator has confirmed. A batch changes no more.
    public var total: Int
    /// The time of its start. Sessions that started later are not affected.
    public var createdAt: Date
    /// The time of its end; nil while it runs.
    public var endedAt: Date?
    /// What was done so far.
    public var progress: BatchProgress

    /// What is done with each session.
    public enum Action: String, Hashable, Codable, Sendable, CaseIterable {
        /// The session ends.
        case end
        /// The session is deleted with everything that is kept of it.
        case erase
    }

    /// The state of a batch.
    public enum State: String, Hashable, Codable, Sendable, CaseIterable {
        /// It is running, and continues after a restart of the server.
        case running
        /// An operator has stopped it.
        case stopped
        /// Each session was changed, or could not be changed.
        case done
        /// It could not continue, because this build cannot read its filter.
        case failed
    }

    /// A batch that starts.
    public init(id: String, operator: String, action: Action, filter: RawJSON, total: Int, createdAt: Date) {
        self.id = id
        self.operator = `operator`
        self.action = action
        self.filter = filter
        state = .running
        self.total = total
        self.createdAt = createdAt
        progress = BatchProgress()
    }
}

/// The progress of a batch, which is written at each step.
///
/// A step first names its sessions, and changes them after this was written. After a crash, the step is repeated: no session
/// is left out or counted twice.
public struct BatchProgress: Hashable, Sendable {
    /// The number of steps so far.
    public var step = 0
    /// The number of sessions that were changed, or already were in the state that the action produces.
    public var done = 0
    /// The number of sessions that could not be changed.
    public var failed = 0
    /// The ids of the sessions of the present step.
    public var sessions: [String] = []
    /// The cursor of the list of sessions after the present step.
    public var cursor: String?
    /// Whether the list has no further sessions.
    public var isListed = false

    /// No progress.
    public init() {}
}

extension SessionBatch {
    /// The columns that ``init(_:)`` reads.
    package static let columns = """
        id, operator, action, filter_json, state, total, created_at_ms, ended_at_ms, step, done, failed, sessions_json, \
        cursor, is_listed
        """
    /// The condition for a batch whose sessions are erased. Only ``Store/finishErasure()`` is left.
    package static let isErased = "state = 'running' AND action = 'erase' AND is_listed AND sessions_json = '[]'"
    /// The condition for a batch that has sessions left, or may have.
    package static let isAtWork = "state = 'running' AND NOT (\(isErased))"
    /// The column of the batch's number, which is read after the others.
    package static let numberColumn = 14

    package init(_ row: some StoredRow) {
        let action = Action(rawValue: row.text(2))
        self.init(
            id: row.text(0),
            operator: row.text(1),
            action: action ?? .end,
            filter: row.json(3),
            total: row.int(5),
            createdAt: row.date(6)
        )
        // A newer build may know further actions and states.
        state = action == nil ? .failed : State(rawValue: row.text(4)) ?? .failed
        endedAt = row.isNull(7) ? nil : row.date(7)
        progress.step = row.int(8)
        progress.done = row.int(9)
        progress.failed = row.int(10)
        progress.sessions = row.list(11)
        progress.cursor = row.optionalText(12)
        progress.isListed = row.bool(13)
    }
}

extension BatchProgress {
    /// The ids of the sessions of the present step, as a JSON array.
    package var storedSessions: RawJSON {
        // Encoding texts cannot fail.
        (try? RawJSON(encoding: sessions)) ?? .null
    }
}

/// Selects batches.
public struct BatchesQuery: Hashable, Sendable {
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// All batches.
    public init(cursor: String? = nil, limit: Int = 50) {
        self.cursor = cursor
        self.limit = limit
    }
}
