package import Fairway
/// The numbers of sessions and flows in a store.
public struct StoreSummary: Hashable, Sendable {
    /// The number of active sessions.
    public var activeSessions: Int
    /// The number of sessions that are over and not deleted yet.
    public var overSessions: Int
    /// The number of timers and jobs that were given up.
    public var failedWork: Int
    /// The active flows, sorted by name.
    public var flows: [FlowSummary]

    /// A summary.
    public init(activeSessions: Int, overSessions: Int, failedWork: Int, flows: [FlowSummary]) {
        self.activeSessions = activeSessions
        self.overSessions = overSessions
        self.failedWork = failedWork
        self.flows = flows
    }
}

/// The active flows with one name.
public struct FlowSummary: Hashable, Sendable {
    /// The flow's name.
    public var flow: String
    /// The number of active flows.
    public var active: Int
    /// The number of them that are in front.
    public var front: Int
    /// Their screens, sorted by name.
    public var screens: [ScreenSummary]
}

/// The use of one screen.
public struct ScreenSummary: Hashable, Sendable {
    /// The screen's name.
    public var screen: String
    /// The number of sessions that show it in front.
    public var front: Int
}

extension StoreSummary {
    /// The number of active flows that have this name, this screen and this value of `isFront`.
    package struct Count {
        var flow: String
        var screen: String?
        var isFront: Bool
        var count: Int
    }

    /// The statement that ``Count/init(_:)`` reads.
    ///
    /// It counts all flows by their index, and subtracts those of the sandboxes, which are few.
    ///
    /// - Parameter sandboxes: A query for the sandboxes, as `flows.session` refers to them.
    package static func counts(sandboxes: String) -> String {
        """
        SELECT flow, screen, is_front, CAST(sum(count) AS bigint)
        FROM (
            SELECT flow, screen, is_front, count(*) AS count FROM flows GROUP BY flow, screen, is_front
            UNION ALL
            SELECT flow, screen, is_front, -count(*) FROM flows WHERE session IN (\(sandboxes))
            GROUP BY flow, screen, is_front
        ) AS counts
        GROUP BY flow, screen, is_front HAVING sum(count) > 0
        """
    }

    /// The number of sessions that have each screen in front.
    package static func fronts(_ counts: [Count]) -> [String: Int] {
        let fronts = counts.compactMap { count in
            count.isFront ? count.screen.map { ($0, count.count) } : nil
        }
        return Dictionary(fronts, uniquingKeysWith: +)
    }

    /// Counts the work that was given up.
    package static let failedWork = "SELECT count(*) FROM jobs WHERE next_at_ms IS NULL AND NOT is_held"

    package init(activeSessions: Int, overSessions: Int, failedWork: Int, counts: [Count]) {
        func front(_ counts: [Count]) -> Int { counts.filter(\.isFront).reduce(0) { $0 + $1.count } }
        let flows = Dictionary(grouping: counts, by: \.flow).map { flow, counts in
            let screens = Dictionary(grouping: counts.filter { $0.screen != nil }) { $0.screen ?? "" }
            return FlowSummary(
                flow: flow,
                active: counts.reduce(0) { $0 + $1.count },
                front: front(counts),
                screens: screens.map { ScreenSummary(screen: $0, front: front($1)) }.sorted { $0.screen < $1.screen }
            )
        }
        self.init(
            activeSessions: activeSessions,
            overSessions: overSessions,
            failedWork: failedWork,
            flows: flows.sorted { $0.flow < $1.flow }
        )
    }
}

extension StoreSummary.Count {
    package init(_ row: some StoredRow) {
        self.init(flow: row.text(0), screen: row.optionalText(1), isFront: row.bool(2), count: row.int(3))
    }
}
