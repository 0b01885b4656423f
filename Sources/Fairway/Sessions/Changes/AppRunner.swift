/// Runs the app's code: with a time limit, and watched by the monitor.
///
/// A class, because asynchronous functions would copy the limits into their frames.
final class AppRunner: Sendable {
    let blueprint: Blueprint
    let dependencies: Dependencies
    let returnLinks: ReturnLinks
    let changeIDs: ChangeIDs
    /// Nil if no module watches the app's code.
    let monitor: (any StepMonitor)?
    /// Nil if the engine was given an executor, which then runs the app's code.
    let threads: ThreadPool?
    private let clock: any WallClock
    private let signals: (any SignalStore)?
    private let limits: EngineLimits
    private let executor: (any TaskExecutor)?

    init(
        of blueprint: Blueprint,
        dependencies: Dependencies,
        returnLinks: ReturnLinks,
        changeIDs: ChangeIDs,
        monitor: (any StepMonitor)?,
        in environment: EngineEnvironment
    ) {
        self.blueprint = blueprint
        self.dependencies = dependencies
        self.returnLinks = returnLinks
        self.changeIDs = changeIDs
        self.monitor = monitor
        clock = environment.clock
        signals = environment.store.signals
        limits = environment.limits
        executor = environment.executor
        threads =
            environment.executor == nil
            ? ThreadPool(limit: limits.handlerThreads, secondsToWait: limits.secondsWaitingForSlot) : nil
    }

    /// A time limit for code that runs on a thread pool or, if `pool` is nil, starts on the caller's thread.
    func deadline(seconds: Double, in pool: ThreadPool?) -> Deadline {
        Deadline(seconds: seconds, clock: clock, pool: pool, executor: executor)
    }

    /// Begins a step of the app's code. Nil without a monitor.
    func beginStep(of change: Change, on state: SessionState) throws(Problem) -> StepTicket? {
        try monitor?.begin(RunningStep(change, on: state.row))
    }

    func transaction(
        _ id: ChangeID,
        on state: SessionState,
        by user: User? = nil,
        _ dependencies: Dependencies,
        origin: WorkOrigin = WorkOrigin(),
        signal: SentSignal? = nil
    ) -> Transaction {
        let verified = user.flatMap { $0.hasID(state.row.user) ? $0 : nil }
        let context = ChangeContext(
            session: state.row.id,
            user: verified ?? User(of: state.row),
            device: state.row.device,
            isSandbox: state.row.isSandbox,
            now: clock.now,
            dependencies: dependencies,
            changeID: id,
            returnLinks: returnLinks,
            origin: origin,
            signals: signals,
            sentSignal: signal
        )
        return Transaction(
            state.tree,
            blueprint: blueprint,
            limits: limits,
            context: context,
            keepsStates: state.keeping != nil
        )
    }
}

extension ContinuousClock.Instant {
    /// The time since this instant.
    var microsecondsPassed: Int {
        let took = (ContinuousClock.now - self).components
        return Int(took.seconds) * 1_000_000 + Int(took.attoseconds / 1_000_000_000_000)
    }
}
