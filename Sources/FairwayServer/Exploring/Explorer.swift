import Fairway
import FairwayDoubles
import FairwayWire

/// Walks through an app by itself, as somebody would who tries everything: starts each flow, does what its screens allow,
/// lets time pass, and notes what goes wrong.
///
/// What has been tried least comes next, and the clock and the ids are the same in each run: an app that asks nothing else
/// is walked through in the same way each time, where its jobs are not done: of those that are due together any may be told
/// first. Sessions are kept in memory.
struct Explorer {
    /// After so many steps somebody else begins anew: what a session has grown into hides what a fresh one finds.
    private static let stepsPerSession = 40
    /// So many steps that lead nowhere, one after the other, end a session.
    private static let vainSteps = 12

    private let store = MemoryStore()
    private let clock = ExplorerClock()
    private let engine: Engine
    private let device: Device
    private let doesJobs: Bool
    private let tell: (String) -> Void
    private let flows: [String]
    private let schemas: [String: JSONObject]
    private let caller = Caller(.operator)
    private var experience = Experience()
    private var exploration: Exploration

    /// - Parameters:
    ///   - app: Whose flows are started.
    ///   - flow: The only one to start; nil for all.
    ///   - skipped: A flow that is not started; nil for none.
    ///   - device: What it says of itself.
    ///   - doesJobs: Whether the app's own performers do what flows ask for; else it is only said to have failed.
    ///   - limits: What the engine bounds.
    ///   - tell: Hears of each step before it is taken.
    init(
        _ app: App,
        startingWith flow: String?,
        skipping skipped: String? = nil,
        on device: Device,
        doesJobs: Bool,
        limits: EngineLimits = EngineLimits(),
        tell: @escaping (String) -> Void = { _ in }
    ) async throws {
        // Handlers run on the explorer's thread, one after the other: a slow machine then times out no handler that only
        // computes, and a walk is the same on every machine.
        engine = try Engine(
            app,
            store: store,
            clock: clock,
            identifiers: CountedIdentifiers(),
            limits: limits,
            executor: globalConcurrentExecutor
        )
        (self.device, self.doesJobs, self.tell) = (device, doesJobs, tell)
        let catalog = await engine.catalog()
        for name in [flow, skipped].compactMap(\.self) where !catalog.flows.contains(where: { $0.name == name }) {
            let suggestion = Suggestion.nearest(to: name, in: catalog.flows.map(\.name))
            let hint = suggestion.map { " Did you mean \($0)?" } ?? ""
            throw CommandError(.badValue, "There is no flow \(name).\(hint)")
        }
        flows =
            flow.map { [$0] }
            ?? catalog.flows.sorted { $0.initial && !$1.initial }.map(\.name).filter { $0 != skipped }
        schemas = Dictionary(catalog.screens.map { ($0.name, $0.actions) }) { first, _ in first }
        exploration = Exploration(catalog)
    }

    /// Takes so many steps, or fewer where there is nothing left to start.
    mutating func explore(steps: Int) async throws -> Exploration {
        while exploration.steps < steps, let start = experience.leastTried(flows, key: Walk.start) {
            guard var walk = try await begin(with: start) else { continue }
            while exploration.steps < steps, try await goOn(&walk) {}
            try await leave(walk)
        }
        return exploration
    }

    /// Ends a session, so that no worker does what it has asked for, but for what outlives it.
    private func leave(_ walk: Walk) async throws {
        _ = await engine.perform(.end(.ended), on: walk.state.session, by: caller)
        // One that cannot be read cannot be ended, nor one that a handler is still at.
        for work in try openWork(of: walk) where !work.item.outlivesFlow { try withdraw(work, of: walk) }
    }

    private mutating func begin(with flow: String) async throws -> Walk? {
        let start = Walk.start(flow)
        tell(start)
        _ = experience.begin(start)
        exploration.sessions += 1
        let answer = await engine.start(StartRequest(flow: flow, device: device))
        if answer.code == .flowTimeout { experience.giveUp(start) }
        guard let state = try note(answer, start, [start]) else { return nil }
        let walk = Walk(startingWith: flow, state)
        if await isReadBack(walk, start) { return walk }
        try await leave(walk)
        return nil
    }

    /// Takes the next step of a session; false where that was its last.
    private mutating func goOn(_ walk: inout Walk) async throws -> Bool {
        guard walk.state.status == .active, walk.steps.count < Self.stepsPerSession, walk.vain < Self.vainSteps else {
            return false
        }
        for work in try openWork(of: walk) where work.item.kind == .timer {
            if experience.isGivenUp(walk.key(of: .timer(work.item))) { try withdraw(work, of: walk) }
        }
        let choices = ExplorerStep.all(in: walk.state, waitingFor: try openWork(of: walk), doesJobs: doesJobs)
        if choices.isEmpty { exploration.waiting.insert(walk.state.screen?.name ?? walk.steps[0]) }
        guard let step = experience.leastTried(choices, key: walk.key) else { return false }
        let revision = walk.state.revision
        try await take(step, of: &walk)
        walk.vain = walk.state.revision == revision ? walk.vain + 1 : 0
        guard !walk.isHeld else { return false }
        return await isReadBack(walk, step.name)
    }

    private mutating func take(_ step: ExplorerStep, of walk: inout Walk) async throws {
        let key = walk.key(of: step)
        let attempt = experience.begin(key, weight: step.weight)
        if let moment = step.moment { clock.pass(until: moment) }
        let change = step.change(attempt, schemas: schemas, now: clock.now)
        let description = step.description(of: change)
        tell("  " + description)
        let answer: Answer
        if let change {
            answer = await engine.perform(change, on: walk.state.session, by: caller)
        } else {
            try await doJobs(&walk, key, description)
            answer = await engine.state(walk.state.session, by: caller)
        }
        if answer.code == .flowTimeout {
            // The handler goes on, and nobody comes in before it is through.
            walk.isHeld = true
            experience.giveUp(key)
        }
        if case .timer(let item) = step, answer.code != nil {
            // It does not keep later ones from coming.
            if let work = try store.work(walk.state.session, id: item.id) { try withdraw(work, of: walk) }
        }
        let steps = walk.steps + [description]
        if case .action(_, let params, _, _) = change { experience.learn(from: answer, to: attempt, with: params, key) }
        exploration.note(answer.code, to: step, steps)
        guard let state = try note(answer, step.name, steps) else { return }
        if state.revision != walk.state.revision { walk.steps = steps }
        walk.state = state
    }

    /// Has what is due done by a worker that is gone when it comes to next attempts.
    private mutating func doJobs(_ walk: inout Walk, _ key: String, _ description: String) async throws {
        try await Worker(engine).doWhatIsDue()
        let failed = try openWork(of: walk).compactMap { work in work.progress.error.map { (work, error: $0) } }
        // Timers that were due, too, each a step of its own but for this: nobody else gets in.
        for (work, error) in failed where work.item.kind == .timer && error.hasPrefix(ProblemCode.flowTimeout.rawValue)
        {
            walk.isHeld = true
            experience.giveUp(walk.key(of: .timer(work.item)))
            let step = ExplorerStep.timer(work.item)
            exploration.note(.failed(.flowTimeout, error), at: step.name, walk.steps + [description])
        }
        if walk.isHeld { return }
        for (work, error) in failed where work.progress.result != nil {
            // It would be told again and again, and its handler may be at it still.
            walk.isHeld = true
            if error.hasPrefix(ProblemCode.flowTimeout.rawValue) { experience.giveUp(key) }
            exploration.note(.unheard(error), at: work.item.name, walk.steps + [description])
        }
    }

    /// Lets nothing come of a timer or a job any more.
    private func withdraw(_ work: StoredWork, of walk: Walk) throws {
        var progress = work.progress
        progress.next = nil
        _ = try store.setProgress(progress, of: work.item.id, walk.state.session, heldBy: progress.holder)
    }

    /// Timers and jobs that something may still come of.
    private func openWork(of walk: Walk) throws -> [StoredWork] {
        try store.work(walk.state.session).filter { !$0.progress.isGivenUp && !$0.progress.isCancelled }
    }

    /// Takes in what a step was answered with; nil where it was refused.
    private mutating func note(_ answer: Answer, _ step: String, _ steps: [String]) throws -> StateDocument? {
        exploration.steps += 1
        switch answer.code {
        case nil:
            let state = try JSON.decode(StateDocument.self, from: answer.body)
            for screen in state.visible + [state.screen].compactMap(\.self) { exploration.reached.insert(screen.name) }
            return state
        case .flowFailed?, .flowTimeout?, .incompatibleFlow?:
            let problem = try JSON.decode(Problem.self, from: answer.body)
            exploration.note(.failed(problem.code, answer.cause ?? problem.detail), at: step, steps)
        default: break
        }
        return nil
    }

    /// Whether the session can be read back once it has been written out. Notes where it cannot, or is another then.
    private mutating func isReadBack(_ walk: Walk, _ step: String) async -> Bool {
        let session = walk.state.session
        do {
            let before = try await engine.inspect(session).rows
            engine.dropIdleSessions()
            if try await engine.inspect(session).rows != before { exploration.note(.changed, at: step, walk.steps) }
            return true
        } catch let error as IncompatibleFlow {
            exploration.note(.unreadable("\(error.flow): \(error.reason)"), at: step, walk.steps)
        } catch {
            exploration.note(.unreadable("\(error)"), at: step, walk.steps)
        }
        return false
    }
}
