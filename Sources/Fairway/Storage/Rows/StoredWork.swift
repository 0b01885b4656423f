package import FairwayWire
public import Foundation

/// A timer or a job.
public struct StoredWork: Hashable, Sendable {
    /// The session's id.
    public var session: String
    /// The request.
    public var item: WorkItem
    /// The progress.
    public var progress: WorkProgress
    /// The name of the flow that started it. Stores set it; it is nil once the flow has left.
    public var flow: String?
    /// The session's user. Stores set it; it is nil for an anonymous session.
    public var user: String?

    /// Work of a session.
    public init(
        session: String,
        item: WorkItem,
        progress: WorkProgress? = nil,
        flow: String? = nil,
        user: String? = nil
    ) {
        self.session = session
        self.item = item
        self.progress = progress ?? WorkProgress(next: item.due)
        self.flow = flow
        self.user = user
    }
}

/// The progress of a timer or a job.
public struct WorkProgress: Hashable, Sendable {
    /// When a worker may lease the work: when it is due, when its lease ends, or when it is retried. Nil once it was
    /// given up.
    public var next: Date?
    /// The number of attempts that count towards the retry policy. Once the work has a result, the number of attempts to
    /// deliver the result.
    public var attempts: Int
    /// The worker that holds the lease.
    public var holder: String?
    /// The last error.
    public var error: String?
    /// The result, until it is delivered to the flow.
    public var result: WorkResult?
    /// Whether the work was cancelled after it was leased.
    public var isCancelled: Bool

    /// Progress.
    public init(
        next: Date?,
        attempts: Int = 0,
        holder: String? = nil,
        error: String? = nil,
        result: WorkResult? = nil,
        isCancelled: Bool = false
    ) {
        self.next = next
        self.attempts = attempts
        self.holder = holder
        self.error = error
        self.result = result
        self.isCancelled = isCancelled
    }

    /// Whether the work was given up. Then only an operator can retry it.
    public var isGivenUp: Bool { next == nil }

    /// Whether a worker holds a lease that has not ended.
    public func isUnderWay(at now: Date) -> Bool { holder != nil && next.map { $0 > now } ?? false }
}

/// A request to lease work that is due.
public struct WorkLease: Sendable {
    /// The slots of each queue.
    public var slots: [WorkQueue: Slots]
    /// The name under which the leases are held: the worker's name and a number that is different for each request.
    public var holder: String
    /// The current time.
    public var now: Date

    /// A request for work of one queue.
    public struct Slots: Hashable, Sendable {
        /// The maximum number of items.
        public var count: Int
        /// The end of the lease, after which another worker may lease the work.
        public var until: Date

        /// A request.
        public init(_ count: Int, until: Date) {
            self.count = count
            self.until = until
        }
    }

    /// A request for work of some queues.
    public init(slots: [WorkQueue: Slots], holder: String, now: Date) {
        self.slots = slots
        self.holder = holder
        self.now = now
    }
}

extension StoredWork {
    /// The columns that ``init(_:)`` reads, in this order. `session` is an expression for the session's id, `node` one for the
    /// number in `jobs.node`, and `key` the column of `sessions` that `jobs.session` refers to.
    package static func columns(session: String, node: String, key: String) -> String {
        let flow = "(SELECT flow FROM flows WHERE flows.session = jobs.session AND flows.node = \(node))"
        let user = "(SELECT user_id FROM sessions WHERE sessions.\(key) = jobs.session)"
        let own = columnNames.dropFirst().dropLast(2).map { "jobs.\($0)" }
        return ([session] + own + [flow, user]).joined(separator: ", ")
    }

    package static let columnNames = [
        "session", "id", "kind", "node", "name", "version", "payload_json", "due_at_ms", "label", "outlives_flow",
        "request", "trace", "next_at_ms", "attempts", "holder", "last_error", "result_json", "is_cancelled", "flow",
        "user",
    ]

    package init(_ row: some StoredRow) {
        self.init(
            session: row.text(0),
            item: WorkItem(
                id: row.text(1),
                kind: WorkItem.Kind(rawValue: row.text(2)) ?? .job,
                node: row.text(3),
                name: row.text(4),
                payload: row.json(6),
                version: row.int(5),
                due: row.date(7),
                label: row.optionalText(8),
                outlivesFlow: row.bool(9),
                request: row.optionalText(10),
                trace: row.optionalText(11)
            ),
            progress: WorkProgress(
                next: row.isNull(12) ? nil : row.date(12),
                attempts: row.int(13),
                holder: row.optionalText(14),
                error: row.optionalText(15),
                // If the result is unreadable, the work is performed again.
                result: row.optionalJSON(16).flatMap { try? JSON.decode(WorkResult.self, from: $0.bytes) },
                isCancelled: row.bool(17)
            ),
            flow: row.optionalText(18),
            user: row.optionalText(19)
        )
    }
}

extension WorkProgress {
    /// The encoded result.
    package func storedResult(of id: String) throws(StoreError) -> RawJSON? {
        do {
            return try result.map { try RawJSON(encoding: $0) }
        } catch {
            throw StoreError(.damaged, "The result of work \(id) cannot be encoded.", cause: "\(error)")
        }
    }
}

/// Selects timers and jobs. Those of a sandbox are left out, unless ``session`` names it.
public struct WorkQuery: Hashable, Sendable {
    /// Only work of this session.
    public var session: String?
    /// Only work in this state.
    public var state: State?
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// The state of work.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Waiting, being performed, or to be retried.
        case pending
        /// Given up. Only an operator can retry it.
        case failed
    }

    /// All work that matches every given condition.
    public init(session: String? = nil, state: State? = nil, cursor: String? = nil, limit: Int = 50) {
        self.session = session
        self.state = state
        self.cursor = cursor
        self.limit = limit
    }
}
