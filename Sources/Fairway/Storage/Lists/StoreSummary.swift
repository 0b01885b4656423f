/// The numbers of sessions and flows in a store.
public struct StoreSummary: Hashable, Sendable {
    /// The number of active sessions.
    public var activeSessions: Int
    /// The number of sessions that are over and not deleted yet.
    public var overSessions: Int
    /// The active flows, sorted by name.
    public var flows: [FlowSummary]

    /// A summary.
    public init(activeSessions: Int, overSessions: Int, flows: [FlowSummary]) {
        self.activeSessions = activeSessions
        self.overSessions = overSessions
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
        package var flow: String
        package var screen: String?
        package var isFront: Bool
        package var count: Int

        package init(flow: String, screen: String?, isFront: Bool, count: Int) {
            self.flow = flow
            self.screen = screen
            self.isFront = isFront
            self.count = count
        }
    }

    package init(activeSessions: Int, overSessions: Int, counts: [Count]) {
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
            flows: flows.sorted { $0.flow < $1.flow }
        )
    }
}
