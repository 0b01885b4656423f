import Fairway
import FairwayOperators
import FairwayWire
import Foundation
import Synchronization

/// Drives an app with generated actions: starts each flow, performs the actions of its screens, advances the clock, and
/// records failures.
///
/// The explorer prefers the step that it has tried least. Clock and ids are deterministic, so each run takes the same
/// steps if the app is deterministic, too. With `doesJobs`, jobs that are due at the same time may finish in any order.
/// Sessions are stored in memory.
struct Explorer {
    /// A session ends after this many steps, because some screens are reached only from the start of a session.
    private static let stepsPerSession = 40
    /// A session ends after this many consecutive steps that did not change it.
    private static let fruitlessSteps = 12

    private let store = MemoryStore()
    private let clock = ExplorerClock()
    private let engine: Engine
    private let device: Device
    private let doesJobs: Bool
    private let trace: (String) -> Void
    private let flows: [String]
    /// All flows of the catalog, also those that are not started by themselves.
    private let flowNames: [String]
    private let signedInFlows: Set<String>
    /// The schemas of the inputs that flows declare.
    private let inputs: [String: JSONValue]
    private let screens: [String: Catalog.Screen]
    private let caller = Caller(.app)
    private var history = AttemptHistory()
    private var exploration: Exploration
    /// The flows whose screens are counted.
    private var countedFlows: Set<String> = []

    /// Creates an explorer.
    ///
    /// - Parameters:
    ///   - app: The app to explore.
    ///   - flow: The only flow to start; nil for all. Its screens and those of the flows that it starts are counted.
    ///   - skipped: A flow that is not started.
    ///   - device: The device that the sessions report.
    ///   - doesJobs: Whether the app's performers run jobs. Otherwise jobs only fail.
    ///   - limits: The engine's limits.
    ///   - trace: Called before each step.
    init(
        _ app: App,
        startingWith flow: String?,
        skipping skipped: String? = nil,
        on device: Device,
        doesJobs: Bool,
        limits: EngineLimits = EngineLimits(),
        trace: @escaping (String) -> Void = { _ in }
    ) async throws {
        // With an executor, handlers start on the explorer's thread, one at a time, and have a deadline only if they
        // suspend. A handler that only computes never times out, not even on a slow machine.
        engine = try Engine(
            app,
            store: store,
            clock: clock,
            identifiers: ExplorerIdentifiers(),
            limits: limits,
            executor: globalConcurrentExecutor
        )
        (self.device, self.doesJobs, self.trace) = (device, doesJobs, trace)
        let catalog = await engine.catalog()
        for name in [flow, skipped].compactMap(\.self) where !catalog.flows.contains(where: { $0.name == name }) {
            let suggestion = Suggestion.nearest(to: name, in: catalog.flows.map(\.name))
            let hint = suggestion.map { " Did you mean \($0)?" } ?? ""
            throw CommandError(.badValue, "There is no flow \(name).\(hint)")
        }
        flows =
            flow.map { [$0] }
            ?? catalog.flows.filter { $0.start != .appOnly && $0.name != skipped }
            .sorted { $0.initial && !$1.initial }.map(\.name)
        flowNames = catalog.flows.map(\.name)
        signedInFlows = Set(catalog.flows.filter { $0.start == .signedIn }.map(\.name))
        let declared = catalog.flows.compactMap { flow in flow.input.map { (flow.name, JSONValue.object($0)) } }
        inputs = Dictionary(declared) { first, _ in first }
        screens = Dictionary(catalog.screens.map { ($0.name, $0) }) { first, _ in first }
        let scope: Set<String>? = if let flow { engine.screenNames(from: flow, on: device) } else { nil }
        exploration = Exploration(catalog, counting: scope)
    }

    /// The keys without a translation that were reached.
    var missingTranslations: [MissingTranslation] { engine.missingTranslations }

    /// The screens and edges of the sessions so far.
    func graphs() throws -> ExploredGraphs {
        // The graph of a flow has only what was folded.
        _ = try store.foldJournal(limit: .max)
        var graphs = ExploredGraphs(all: DeclaredGraph(explored: try store.graph(GraphQuery())))
        for flow in flowNames {
            let graph = DeclaredGraph(explored: try store.graph(GraphQuery(flow: flow)))
            if graph != DeclaredGraph() { graphs.flows[flow] = graph }
        }
        return graphs
    }

    /// Takes this many steps, or fewer if no flow is left to start. Reports the results so far between the steps.
    mutating func explore(
        steps: Int,
        reporting progress: (Exploration) -> Void = { _ in }
    ) async throws -> Exploration {
        while exploration.steps < steps, let start = history.leastTried(flows, key: ExploredSession.start) {
            progress(exploration)
            guard var walk = try await begin(with: start) else { continue }
            while exploration.steps < steps, try await takeNextStep(&walk) { progress(exploration) }
            try await leave(walk)
        }
        return exploration
    }

    /// Ends a session and cancels its work, except work that outlives its flow.
    private func leave(_ walk: ExploredSession) async throws {
        _ = await engine.perform(.end(.ended), on: walk.state.session, by: caller)
        // Needed if the session was not ended, because it is unreadable or a handler still runs.
        for work in try openWork(of: walk) where !work.item.outlivesFlow { try withdraw(work, of: walk) }
    }

    private mutating func begin(with flow: String) async throws -> ExploredSession? {
        let start = ExploredSession.start(flow)
        let attempt = history.begin(start)
        let input = try inputs[flow].flatMap { schema in
            SampleValues(now: clock.now).value(of: schema, attempt: attempt.number, keeping: attempt.kept)
        }.map { try RawJSON(encoding: $0) }
        let description = input.map { "\(start) \($0)" } ?? start
        trace(description)
        exploration.sessions += 1
        var request = StartRequest(flow: flow, input: input, device: device)
        request.mayStartAppOnlyFlow = true
        let requester = signedInFlows.contains(flow) ? Requester.verified(User(id: "explorer")) : .anonymous
        let answer = await engine.start(request, by: requester)
        if answer.code == .flowTimeout { history.giveUp(start) }
        if input != nil { history.learn(from: answer, to: attempt, with: input, start) }
        guard let state = try record(answer, start, [description]) else { return nil }
        let walk = ExploredSession(start, description, state)
        if await isReadBack(walk, start) { return walk }
        try await leave(walk)
        return nil
    }

    /// Takes the next step of a session. Returns false after its last step.
    private mutating func takeNextStep(_ walk: inout ExploredSession) async throws -> Bool {
        guard walk.state.status == .active, walk.steps.count < Self.stepsPerSession,
            walk.fruitless < Self.fruitlessSteps
        else {
            return false
        }
        for work in try openWork(of: walk) where work.item.kind == .timer {
            if history.isGivenUp(walk.key(of: .timer(work.item))) { try withdraw(work, of: walk) }
        }
        let choices = ExplorerStep.all(in: walk.state, waitingFor: try openWork(of: walk), doesJobs: doesJobs)
        if choices.isEmpty { exploration.waiting.insert(walk.state.screen?.name ?? walk.steps[0]) }
        guard let step = history.leastTried(choices, key: walk.key) else { return false }
        let revision = walk.state.revision
        try await take(step, of: &walk)
        walk.fruitless = walk.state.revision == revision ? walk.fruitless + 1 : 0
        guard !walk.isBlocked else { return false }
        return await isReadBack(walk, step.name)
    }

    private mutating func take(_ step: ExplorerStep, of walk: inout ExploredSession) async throws {
        let key = walk.key(of: step)
        let attempt = history.begin(key, weight: step.weight)
        if let moment = step.moment { clock.pass(until: moment) }
        let change = step.change(attempt, screens: screens, now: clock.now)
        let description = step.description(of: change)
        trace("  " + description)
        let answer: Answer
        if let change {
            answer = await engine.perform(change, on: walk.state.session, by: caller)
        } else {
            try await doJobs(&walk, key, description)
            answer = await engine.state(walk.state.session, by: caller)
        }
        if answer.code == .flowTimeout {
            // The handler still runs and blocks the session.
            walk.isBlocked = true
            history.giveUp(key)
        }
        if case .timer(let item) = step, answer.code != nil {
            // The earliest timer fires first, so this one would block the later ones.
            if let work = try store.work(walk.state.session, id: item.id) { try withdraw(work, of: walk) }
        }
        let steps = walk.steps + [description]
        if case .action(_, let params, _, _) = change { history.learn(from: answer, to: attempt, with: params, key) }
        exploration.record(answer.code, to: step, steps)
        guard let state = try record(answer, step.name, steps) else { return }
        if state.revision != walk.state.revision { walk.steps = steps }
        walk.state = state
    }

    /// Runs the work that is due, and records failed deliveries.
    private mutating func doJobs(_ walk: inout ExploredSession, _ key: String, _ description: String) async throws {
        try await Worker(engine).runDueWork()
        let failed = try openWork(of: walk).compactMap { work in work.progress.error.map { (work, error: $0) } }
        // Due timers ran, too. A handler that timed out may still run and block the session.
        for (work, error) in failed where work.item.kind == .timer && hasTimedOut(error) {
            walk.isBlocked = true
            history.giveUp(walk.key(of: .timer(work.item)))
            let step = ExplorerStep.timer(work.item)
            exploration.record(.failed(.flowTimeout, error), at: step.name, walk.steps + [description])
        }
        if walk.isBlocked { return }
        for (work, error) in failed where work.progress.result != nil {
            // The worker would deliver the result again and again, and its handler may still run.
            walk.isBlocked = true
            if hasTimedOut(error) { history.giveUp(key) }
            exploration.record(.undelivered(error), at: work.item.name, walk.steps + [description])
        }
    }

    private func hasTimedOut(_ error: String) -> Bool { DeliveryFailure(error)?.code == .flowTimeout }

    /// Prevents further attempts of a timer or job.
    private func withdraw(_ work: StoredWork, of walk: ExploredSession) throws {
        var progress = work.progress
        progress.next = nil
        _ = try store.setProgress(progress, of: work.item.id, walk.state.session, heldBy: progress.holder)
    }

    /// The timers and jobs that were neither given up nor cancelled.
    private func openWork(of walk: ExploredSession) throws -> [StoredWork] {
        try store.work(walk.state.session).filter { !$0.progress.isGivenUp && !$0.progress.isCancelled }
    }

    /// Records an answer. Returns the new state, or nil if the step was refused.
    private mutating func record(_ answer: Answer, _ step: String, _ steps: [String]) throws -> StateDocument? {
        exploration.steps += 1
        switch answer.code {
        case nil:
            let state = try JSON.decode(StateDocument.self, from: answer.body)
            for screen in state.visible + [state.screen].compactMap(\.self) {
                exploration.reached.insert(screen.name)
                guard countedFlows.insert(screen.flow).inserted else { continue }
                exploration.count(engine.screenNames(from: screen.flow, on: device))
            }
            return state
        case .flowFailed?, .flowTimeout?, .incompatibleFlow?:
            let problem = try JSON.decode(Problem.self, from: answer.body)
            exploration.record(.failed(problem.code, answer.cause ?? problem.detail), at: step, steps)
        default: break
        }
        return nil
    }

    /// Evicts the session and loads it again. Records a fault if that changes the session or fails.
    private mutating func isReadBack(_ walk: ExploredSession, _ step: String) async -> Bool {
        let session = walk.state.session
        do {
            let before = try await engine.inspect(session).rows
            engine.dropIdleSessions()
            if try await engine.inspect(session).rows != before { exploration.record(.changed, at: step, walk.steps) }
            return true
        } catch let error as IncompatibleFlow {
            exploration.record(.unreadable("\(error.flow): \(error.reason)"), at: step, walk.steps)
        } catch {
            exploration.record(.unreadable("\(error)"), at: step, walk.steps)
        }
        return false
    }
}

/// A clock for exploring: each run starts at the same time, and time advances only by `pass(until:)`. Timeouts still
/// use the machine's clock, because they must end handlers that run too long.
final class ExplorerClock: WallClock {
    private let machine = SystemClock()
    /// Starts at 2030-01-01T12:00:00Z.
    private let moment = Mutex(Date(timeIntervalSince1970: 1_893_499_200))

    var now: Date { moment.withLock(\.self) }

    var secondsPassed: Double { machine.secondsPassed }

    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        machine.after(seconds, call)
    }

    /// Advances the clock to a moment, if it is in the future.
    func pass(until later: Date) { moment.withLock { $0 = max($0, later) } }
}

/// Makes the same ids and tokens in each run.
private final class ExplorerIdentifiers: IdentifierSource {
    private let count = Mutex<UInt64>(0)

    func bytes(_ count: Int) -> [UInt8] {
        let number = self.count.withLock { number in
            number += 1
            return number
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> UInt64(8 * $0) : 0) }
    }
}
