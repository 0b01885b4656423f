public import Fairway
package import FairwayWire

/// An app's engine, with what its operators see and do: incidents, problems, runs, kept states, sandboxes, events of flows, and erasures.
///
/// It is built on the engine's hooks. Without it, an engine records nothing of this.
public final class Operators: Sendable {
    /// The engine, which this observes.
    public let engine: Engine
    package let store: any OperatorStore
    let incidents: IncidentObserver
    let problems: ProblemRecorder
    /// Nil if states are not kept.
    let stateKeeper: StateKeeper?
    let flowFeed: FlowFeed
    let rule: OperatorRule
    package let limits: OperatorLimits

    /// Creates an engine for an app. The parameters are those of `Engine`, and the limits of what operators see and do.
    public convenience init(
        _ app: App,
        store: any OperatorStore,
        clock: (any WallClock)? = nil,
        identifiers: any IdentifierSource = SystemIdentifiers(),
        limits: EngineLimits = EngineLimits(),
        operatorLimits: OperatorLimits = OperatorLimits(),
        publicURL: String? = nil,
        executor: (any TaskExecutor)? = nil
    ) throws {
        try self.init(
            app,
            store: store,
            monitor: nil,
            clock: clock,
            identifiers: identifiers,
            limits: limits,
            operatorLimits: operatorLimits,
            publicURL: publicURL,
            executor: executor
        )
    }

    /// Creates an engine whose steps are monitored, with further observers and a tracer.
    package init(
        _ app: App,
        store: any OperatorStore,
        monitor: (any StepMonitor)?,
        observers others: [any EngineObserver] = [],
        tracer: (any EngineTracer)? = nil,
        clock: (any WallClock)? = nil,
        identifiers: any IdentifierSource = SystemIdentifiers(),
        limits: EngineLimits = EngineLimits(),
        operatorLimits: OperatorLimits = OperatorLimits(),
        publicURL: String? = nil,
        executor: (any TaskExecutor)? = nil
    ) throws {
        let clock = clock ?? store.sharing?.commonClock ?? SystemClock()
        self.store = store
        self.limits = operatorLimits
        incidents = IncidentObserver(
            ofClients: IncidentRecorder(store, clock: clock, limits: operatorLimits, executor: executor),
            ofServer: IncidentRecorder(store, clock: clock, limits: operatorLimits, executor: executor)
        )
        problems = ProblemRecorder(store, clock: clock, limits: operatorLimits, executor: executor)
        stateKeeper =
            operatorLimits.keptStates > 0
            ? StateKeeper(store, limits: operatorLimits, clock: clock, executor: executor) : nil
        flowFeed = FlowFeed(mostListeners: operatorLimits.flowListeners)
        rule = OperatorRule()
        var observers: [any EngineObserver] = [incidents, problems, flowFeed]
        if let stateKeeper { observers.append(stateKeeper) }
        observers += others
        engine = try Engine(
            app,
            store: store,
            monitor: monitor,
            observers: observers,
            tracer: tracer,
            rules: [rule],
            clock: clock,
            identifiers: identifiers,
            limits: limits,
            publicURL: publicURL,
            executor: executor
        )
    }

    /// Whether clients may start sessions. If false, a start is answered with `store-unavailable`, incidents are not noted, and
    /// problems are not written. Existing sessions continue.
    package var startsSessions: Bool {
        get { rule.startsSessions }
        set {
            rule.startsSessions = newValue
            incidents.ofClients.pause(!newValue)
            incidents.ofServer.pause(!newValue)
            problems.pause(!newValue)
        }
    }

    /// Counters since the engine was created, and the present load.
    package var statistics: OperatorStatistics {
        OperatorStatistics(
            flowListeners: flowFeed.count,
            incidentsDropped: incidents.ofClients.dropped + incidents.ofServer.dropped,
            problemsDropped: problems.dropped,
            states: stateKeeper?.statistics
        )
    }

    /// Listens to the events of all sessions' flows: their starts, moves and ends in this engine.
    ///
    /// - Throws: `too-many-requests` if the maximum number of listeners is reached.
    public func listenToFlows() throws(Problem) -> FlowListener {
        try flowFeed.listen(mostEvents: limits.flowEventsWaiting)
    }

    /// Writes the counts of problems that wait.
    package func flushProblems() async { await problems.flush() }

    /// Writes the incidents, the problems and the kept states that wait. Call it before the store is closed.
    package func flush() async {
        await problems.flush()
        await incidents.ofClients.flush()
        await incidents.ofServer.flush()
        await stateKeeper?.write()
    }

    var clock: any WallClock { engine.clock }
}

/// What operators cost.
package struct OperatorStatistics: Sendable {
    /// Listeners for flow events.
    package var flowListeners = 0
    /// Incidents that were dropped because of a limit.
    package var incidentsDropped = 0
    /// Occurrences of problems that were not counted because of a limit.
    package var problemsDropped = 0
    /// The states that are kept; nil if none are.
    package var states: StateStatistics?
}

/// The states of sessions that are kept.
package struct StateStatistics: Hashable, Sendable {
    /// States that were written.
    package var kept = 0
    /// States that were lost, because too many waited or the store could not be written to.
    package var dropped = 0
}
