import Fairway
import FairwayWire

/// Walks through an app by itself, as somebody would who tries everything: starts each flow, does what its screens allow,
/// lets time pass, and notes what goes wrong.
///
/// What has been tried least comes next, so that the same app is walked through in the same way each time. Sessions are
/// kept in memory.
struct Explorer {
    /// After so many steps somebody else begins anew: what a session has grown into hides what a fresh one finds.
    private static let stepsPerSession = 40
    /// So many steps that lead nowhere, one after the other, end a session.
    private static let vainSteps = 12
    /// Every so-manieth attempt keeps nothing of those before.
    private static let attemptsPerFreshOne = 8
    /// What took too long is not tried again.
    private static let hopeless = Int.max

    private let store = MemoryStore()
    private let engine: Engine
    /// Does the app's jobs; nil where they are only said to have failed.
    private let worker: Worker?
    private let device: Device
    private let flows: [String]
    private let schemas: [String: JSONObject]
    private let caller = Caller(.operator)
    private var tries: [String: Int] = [:]
    /// Parameters that were not what an action was refused for, by step and name: they are sent again.
    private var fitting: [String: JSONObject] = [:]
    private var exploration: Exploration

    /// - Parameters:
    ///   - app: Whose flows are started.
    ///   - flow: The only one to start; nil for all.
    ///   - device: What it says of itself.
    ///   - doesJobs: Whether the app's own performers do what flows ask for.
    init(_ app: App, startingWith flow: String?, on device: Device, doesJobs: Bool) async throws {
        engine = try Engine(app, store: store)
        worker = doesJobs ? try Worker(engine) : nil
        self.device = device
        let catalog = await engine.catalog()
        if let flow, !catalog.flows.contains(where: { $0.name == flow }) {
            let suggestion = Suggestion.nearest(to: flow, in: catalog.flows.map(\.name))
            let hint = suggestion.map { " Did you mean \($0)?" } ?? ""
            throw CommandError(.badValue, "There is no flow \(flow).\(hint)")
        }
        flows = flow.map { [$0] } ?? catalog.flows.sorted { $0.initial && !$1.initial }.map(\.name)
        schemas = Dictionary(catalog.screens.map { ($0.name, $0.actions) }) { first, _ in first }
        exploration = Exploration(catalog)
    }

    /// Takes so many steps.
    mutating func explore(steps: Int) async throws -> Exploration {
        while exploration.steps < steps { try await goThroughSession(until: steps) }
        return exploration
    }

    private mutating func goThroughSession(until steps: Int) async throws {
        guard let flow = leastTried(flows, name: Self.start) else { return }
        let start = Self.start(flow)
        tries[start, default: 0] += 1
        var (walk, vain) = ([start], 0)
        exploration.sessions += 1
        let request = StartRequest(flow: flow, device: device)
        guard var state = try note(await engine.start(request), start, walk) else { return }
        while state.status == .active, exploration.steps < steps, walk.count < Self.stepsPerSession,
            vain < Self.vainSteps
        {
            let choices = try ExplorerStep.all(
                in: state,
                waitingFor: store.work(state.session),
                doesJobs: worker != nil
            )
            // What a screen's actions lead to depends on its flow, and on who has started that.
            guard let step = leastTried(choices, name: { "\(start): \($0.key)" }) else {
                exploration.waiting.insert(state.screen?.name ?? flow)
                return
            }
            let key = "\(start): \(step.key)"
            let attempt = tries[key, default: 0]
            if attempt == Self.hopeless { return }
            tries[key] = attempt + step.weight
            let (answer, description) = await take(step, key, attempt, in: state)
            let next = try note(answer, step.name, walk + [description])
            if answer.code == .flowTimeout {
                // The handler goes on, and nobody comes in before it is through.
                tries[key] = Self.hopeless
                return
            }
            vain = next?.revision ?? state.revision == state.revision ? vain + 1 : 0
            if let next {
                walk.append(description)
                state = next
            }
            try await noteWhatIsForgotten(state.session, step.name, walk)
        }
    }

    private static func start(_ flow: String) -> String { "start \(flow)" }

    /// The answer, and what was done, for a person to read.
    private mutating func take(
        _ step: ExplorerStep,
        _ key: String,
        _ attempt: Int,
        in state: StateDocument
    ) async -> (Answer, String) {
        let kept = attempt.isMultiple(of: Self.attemptsPerFreshOne) ? [:] : fitting[key] ?? [:]
        guard let change = step.change(attempt: attempt, schemas: schemas, keeping: kept) else {
            await worker?.doWhatIsDue()
            return (await engine.state(state.session, by: caller), step.name)
        }
        let answer = await engine.perform(change, on: state.session, by: caller)
        guard case .action(_, let params, _, _) = change else { return (answer, step.name) }
        exploration.tried.insert(step.name)
        if answer.code != .unhandledAction { exploration.handled.insert(step.name) }
        fitting[key] = Self.fitting(params, answer)
        return (answer, params.map { "\(step.name) \($0.description)" } ?? step.name)
    }

    /// The parameters that an answer says nothing against.
    private static func fitting(_ params: RawJSON?, _ answer: Answer) -> JSONObject? {
        guard let params = params.flatMap({ try? JSON.decode(JSONValue.self, from: $0.bytes) })?.object,
            let problem = try? JSON.decode(JSONValue.self, from: answer.body)
        else { return .none }
        let pointers = problem["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? []
        return JSONObject(params.members.filter { name, _ in !pointers.contains { $0.hasPrefix("/params/\(name)") } })
    }

    /// Takes in what a step was answered with; nil where nothing has changed.
    private mutating func note(_ answer: Answer, _ step: String, _ walk: [String]) throws -> StateDocument? {
        exploration.steps += 1
        switch answer.code {
        case nil:
            let state = try JSON.decode(StateDocument.self, from: answer.body)
            for screen in state.visible + [state.screen].compactMap(\.self) { exploration.reached.insert(screen.name) }
            return state
        case .flowFailed?, .flowTimeout?:
            let problem = try JSON.decode(Problem.self, from: answer.body)
            exploration.note(.failed(problem.code, answer.cause ?? problem.detail), at: step, walk)
        case .unhandledAction?: exploration.note(.unhandled, at: step, walk)
        default: break
        }
        return nil
    }

    /// Whether the session is the same once it has been written out and read back.
    private mutating func noteWhatIsForgotten(_ session: String, _ step: String, _ walk: [String]) async throws {
        do {
            let before = try await engine.inspect(session).rows
            engine.dropIdleSessions()
            if try await engine.inspect(session).rows == before { return }
            exploration.note(.forgotten(nil), at: step, walk)
        } catch let problem as Problem {
            exploration.note(.forgotten(problem.detail), at: step, walk)
        }
    }

    private func leastTried<Choice>(_ choices: [Choice], name: (Choice) -> String) -> Choice? {
        choices.min { tries[name($0), default: 0] < tries[name($1), default: 0] }
    }
}
