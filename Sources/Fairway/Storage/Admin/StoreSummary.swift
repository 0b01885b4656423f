/// How much there is in a store.
public struct StoreSummary: Hashable, Sendable {
    /// How many sessions go on.
    public var activeSessions: Int
    /// How many sessions are over and still there.
    public var overSessions: Int
    /// The active flows, by name.
    public var flows: [FlowSummary]

    /// The numbers, and the flows in order of their names.
    public init(activeSessions: Int, overSessions: Int, flows: [FlowSummary]) {
        self.activeSessions = activeSessions
        self.overSessions = overSessions
        self.flows = flows
    }
}

extension StoreSummary {
    /// How many flows of one name that showed one screen last are in front or are not.
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

    /// Puts counts together.
    package init(activeSessions: Int, overSessions: Int, counts: [Count]) {
        let flows = Dictionary(grouping: counts, by: \.flow).map { flow, counts in
            let screens = Dictionary(grouping: counts.filter { $0.screen != nil }) { $0.screen ?? "" }
            return FlowSummary(
                flow: flow,
                active: counts.reduce(0) { $0 + $1.count },
                front: counts.reduce(0) { $0 + ($1.isFront ? $1.count : 0) },
                screens: screens.map { screen, counts in
                    ScreenSummary(screen: screen, front: counts.reduce(0) { $0 + ($1.isFront ? $1.count : 0) })
                }.sorted { $0.screen < $1.screen }
            )
        }
        self.init(
            activeSessions: activeSessions,
            overSessions: overSessions,
            flows: flows.sorted { $0.flow < $1.flow }
        )
    }
}
