import Fairway
import FairwayTesting
import FairwayWire

/// A simulated user. Performs random actions and records failures of the app.
struct RandomUser {
    let engine: Engine
    let store = MemoryStore()
    let worker: Worker
    let clock: ManualClock
    let catalog: Catalog
    /// Sensible values of parameters, by name.
    let knowledge: [String: [JSONValue]]
    /// Actions that are not performed, because they take long or fail on purpose.
    let untouched: Set<String>
    private(set) var failures: [String] = []
    /// The performed actions, by screen.
    private(set) var taken: Set<String> = []
    private var endings: Set<String> = []

    /// The actions that were not performed.
    var untaken: [String] {
        catalog.screens.flatMap { screen in screen.actions.members.map { "\(screen.name) \($0.name)" } }
            .filter { !taken.contains($0) }
    }

    init(_ app: App, knowing knowledge: [String: [JSONValue]] = [:], untouched: Set<String>) async throws {
        clock = ManualClock()
        engine = try Engine(app, store: store, clock: clock, identifiers: CountedIdentifiers())
        worker = try Worker(engine)
        catalog = await engine.catalog()
        self.knowledge = knowledge
        self.untouched = untouched
    }

    /// Starts a flow and performs this many actions, or fewer if the session ends.
    mutating func use(_ flow: String, on idiom: Device.Idiom, steps: Int, _ random: inout SeededGenerator) async throws
    {
        let began = await engine.start(StartRequest(flow: flow, device: Device(idiom: idiom)))
        guard began.status == 201 else { return note("start of \(flow)", began) }
        var state = try JSON.decode(StateDocument.self, from: began.body)
        for _ in 0..<steps where state.status == .active {
            let (step, change) = try makeChange(state, &random)
            if let change {
                note(
                    "\(flow) on a \(idiom): \(step)",
                    await engine.perform(change, on: state.session, by: Caller(.app))
                )
            } else {
                clock.advance(by: 700)
                await worker.runDueWork()
            }
            let before = state
            state = try JSON.decode(
                StateDocument.self,
                from: await engine.state(state.session, by: Caller(.app)).body
            )
            if before.status != state.status { endings.insert(step) }
        }
        // Work that failed waits for an operator.
        for work in try store.work(state.session) {
            if let error = work.progress.error { failures.append("\(flow) on a \(idiom): \(work.item.name): \(error)") }
        }
    }

    private mutating func note(_ step: String, _ answer: Answer) {
        if answer.status == 200 { taken.insert(String(step.split(separator: ": ").last ?? "")) }
        guard answer.status >= 500 else { return }
        failures.append("\(step): \(answer.status) \(answer.cause ?? String(decoding: answer.body, as: UTF8.self))")
    }

    /// Nil means that time passes and due work runs.
    private func makeChange(
        _ state: StateDocument,
        _ random: inout SeededGenerator
    ) throws -> (step: String, change: Change?) {
        let screen = ([state.screen].compactMap(\.self) + state.visible).randomElement(using: &random)
        switch Int.random(in: 0..<40, using: &random) {
        case 0: return ("back", .back(screen: nil, to: nil, draft: nil))
        case 1: return ("back to the bottom", .back(screen: nil, to: state.navigation?.screens.first?.id, draft: nil))
        case 2:
            return ("select", .select(container: nil, tab: tabs(state.navigation).randomElement(using: &random) ?? ""))
        case 3: return ("refresh", .refresh)
        case 4: return ("time", nil)
        default: break
        }
        let actions = (screen?.actions ?? []).filter { !untouched.contains($0) }
        // Prefers new actions, and avoids actions that have ended a session.
        let new = actions.filter { !taken.contains("\(screen?.name ?? "") \($0)") }
        let going = actions.filter { !endings.contains("\(screen?.name ?? "") \($0)") }
        let choice =
            [new, going, actions].first { !$0.isEmpty && Int.random(in: 0..<8, using: &random) > 0 } ?? actions
        guard let screen, let action = choice.randomElement(using: &random) else { return ("time", nil) }
        let schema = catalog.screens.first { $0.name == screen.name }?.actions[action]
        let seen = try JSON.decode(JSONValue.self, from: screen.viewModel.bytes)
        let params = (schema?["properties"]?.object?.members ?? []).map { name, schema in
            (name: name, value: value(of: name, schema, seen, &random))
        }
        return (
            "\(screen.name) \(action)",
            .action(
                name: action,
                params: params.isEmpty ? nil : try RawJSON(encoding: JSONValue.object(JSONObject(params))),
                screen: screen.id,
                draft: nil
            )
        )
    }

    /// Usually a sensible value or one from the screen, sometimes an invalid one.
    private func value(
        of name: String,
        _ schema: JSONValue,
        _ seen: JSONValue,
        _ random: inout SeededGenerator
    ) -> JSONValue {
        if Int.random(in: 0..<4, using: &random) > 0, let known = knowledge[name]?.randomElement(using: &random) {
            return known
        }
        let types = schema["type"]?.array ?? [schema["type"] ?? "string"]
        switch types.randomElement(using: &random)?.string {
        case "null": return .null
        case "boolean": return .bool(.random(using: &random))
        case "integer", "number":
            return [0, 1, -1, 7, .max, .min].randomElement(using: &random).map(Self.number) ?? .null
        default: return (Self.strings(seen) + ["", "x"]).randomElement(using: &random).map(JSONValue.string) ?? .null
        }
    }

    private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    private static func strings(_ value: JSONValue) -> [String] {
        if let text = value.string { return [text] }
        return (value.array ?? value.object?.members.map(\.value) ?? []).flatMap(strings)
    }

    private func tabs(_ navigation: Navigation?) -> [String] {
        guard let navigation else { return [] }
        let inside: [String] =
            switch navigation.content {
            case .stack: []
            case .tabs(_, let tabs): tabs.map(\.key) + tabs.flatMap { self.tabs($0.content) }
            case .split(let primary, let secondary): tabs(primary) + tabs(secondary)
            }
        return inside + tabs(navigation.presented)
    }
}
