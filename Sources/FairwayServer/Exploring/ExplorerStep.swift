import Fairway
import FairwayWire
import Foundation

/// A step of an explorer: something that a user does, a timer that fires, or jobs that run or fail.
enum ExplorerStep {
    case action(String, ScreenDocument)
    case back(ScreenDocument)
    case select(tab: String, container: String)
    case timer(WorkItem)
    case failure(of: WorkItem)
    /// Advances the clock to the next attempt of a job, and runs all due work. `again`: the job was attempted before.
    case jobs(at: Date, again: Bool)

    /// A readable name: `Tutorial.Page1.skipButtonPressed`.
    var name: String {
        switch self {
        case .action(let action, let screen): "\(screen.name).\(action)"
        case .back(let screen): "back from \(screen.name)"
        case .select(let tab, _): "select \(tab)"
        case .timer(let item): "time for \(item.name)"
        case .failure(let item): "\(item.name) fails"
        case .jobs(_, let again): again ? "jobs are tried again" : "jobs are done"
        }
    }

    /// Identifies the step. The key of an action contains its flow, because several flows may show the screen.
    var key: String {
        switch self {
        case .action(_, let screen), .back(let screen): "\(screen.flow) \(name)"
        case .select(_, let container): "\(name) in \(container)"
        case .timer, .failure, .jobs: name
        }
    }

    /// How much an attempt adds to the step's count of attempts. Going back adds more, to be tried less often.
    var weight: Int {
        if case .back = self { 4 } else { 1 }
    }

    /// The time to which the clock advances before the step.
    var moment: Date? {
        switch self {
        case .timer(let item): item.due
        case .jobs(let moment, _): moment
        case .action, .back, .select, .failure: nil
        }
    }

    static func all(in state: StateDocument, waitingFor work: [StoredWork], doesJobs: Bool) -> [ExplorerStep] {
        let screens = state.visible + [state.screen].compactMap(\.self)
        let actions = screens.flatMap { screen in screen.actions.map { Self.action($0, screen) } }
        let back = state.screen.flatMap { $0.back ? Self.back($0) : nil }
        // Only the earliest timer can fire next.
        let timer = work.map(\.item).filter { $0.kind == .timer }.min { $0.due < $1.due }.map(Self.timer)
        let jobs = work.filter { $0.item.kind == .job }
        let attempts = jobs.compactMap { work in
            work.progress.next.map { (moment: $0, again: work.progress.attempts > 0) }
        }
        let attempt = doesJobs ? attempts.min { $0.moment < $1.moment }.map(Self.jobs) : nil
        return actions + [back].compactMap(\.self) + (state.navigation.map(tabs) ?? [])
            + [timer].compactMap(\.self) + jobs.map { .failure(of: $0.item) } + [attempt].compactMap(\.self)
    }

    /// The tabs that can be selected: all but the selected one and those below a presented screen.
    private static func tabs(of navigation: Navigation) -> [ExplorerStep] {
        if let presented = navigation.presented { return tabs(of: presented) }
        switch navigation.content {
        case .stack: return []
        case .split(let primary, let secondary): return tabs(of: primary) + tabs(of: secondary)
        case .tabs(let selected, let tabs):
            let others = tabs.filter { $0.key != selected }.map { Self.select(tab: $0.key, container: navigation.id) }
            return others + tabs.filter { $0.key == selected }.flatMap { Self.tabs(of: $0.content) }
        }
    }

    /// The change to perform; nil for a step that runs work.
    ///
    /// - Parameters:
    ///   - attempt: Selects the action's parameters.
    ///   - screens: The catalog's screens by name, with the schemas of their actions' parameters.
    ///   - now: The current time.
    func change(_ attempt: AttemptHistory.Attempt, screens: [String: Catalog.Screen], now: Date) -> Change? {
        switch self {
        case .action(let action, let screen):
            let values = SampleValues(on: screen, now: now)
            let entry = screens[screen.name]
            let viewModel = (try? JSON.decode(JSONValue.self, from: screen.viewModel.bytes)) ?? .null
            let control = entry?.controls.first { $0.action == action }
            let params = entry?.actions[action].flatMap { schema in
                let schema = control?.offering(viewModel, in: schema) ?? schema
                return values.value(of: schema, attempt: attempt.number, keeping: attempt.kept)
            }
            return .action(
                name: action,
                params: params.flatMap { try? RawJSON(encoding: $0) },
                screen: screen.id,
                draft: nil
            )
        case .back(let screen): return .back(screen: screen.id, to: nil, draft: nil)
        case .select(let tab, let container): return .select(container: container, tab: tab)
        case .timer(let item): return .work(item, .due)
        case .failure(let item): return .work(item, .failed(JobFailure(attempts: 1)))
        case .jobs: return nil
        }
    }

    /// A readable description: `Shop.List.choose {"item":"lamp"}`.
    func description(of change: Change?) -> String {
        guard case .action(_, let params?, _, _) = change else { return name }
        return "\(name) \(params)"
    }
}

/// A session under exploration, with the steps that led to its state.
struct ExploredSession {
    /// The name of the start.
    private let start: String
    /// The descriptions of the start and of all steps that changed the session.
    var steps: [String]
    var state: StateDocument
    /// The number of consecutive steps that did not change the session.
    var fruitless = 0
    /// Whether a handler may still run and block the session.
    var isBlocked = false

    init(_ start: String, _ description: String, _ state: StateDocument) {
        self.start = start
        steps = [description]
        self.state = state
    }

    static func start(_ flow: String) -> String { "start \(flow)" }

    /// The key under which a step is counted. It names the session's first flow; except for an action or back, it also
    /// names the current screen.
    func key(of step: ExplorerStep) -> String {
        switch step {
        case .action, .back: "\(start): \(step.key)"
        case .select, .timer, .failure, .jobs: "\(start): \(step.key) on \(state.screen?.name ?? "none")"
        }
    }
}

extension Catalog.Control {
    /// The schema of the action's parameters, with the values that the screen offers: options and rows are lists in its
    /// view model. A parameter whose list is empty keeps its schema.
    func offering(_ viewModel: JSONValue, in schema: JSONValue) -> JSONValue {
        var schema = schema
        for field in fields {
            guard case .list(let list, let value, _)? = field.options else { continue }
            let values = (viewModel.at(list)?.array ?? []).compactMap { $0.at(value) }
            schema = schema.offering(values, at: field.name.split(separator: "/")[...])
        }
        guard let row, let rows = viewModel.at(row.list)?.array else { return schema }
        for (name, parameter) in row.params {
            let values: [JSONValue] =
                switch parameter {
                case .index: rows.indices.map { .number(JSONNumber($0)) }
                case .value(let pointer): rows.compactMap { $0.at(pointer) }
                }
            schema = schema.offering(values, at: name.split(separator: "/")[...])
        }
        return schema
    }
}

extension JSONValue {
    /// The value at a JSON Pointer (RFC 6901) through objects.
    fileprivate func at(_ pointer: String) -> JSONValue? {
        pointer.split(separator: "/").reduce(JSONValue?.some(self)) { value, name in
            value?[String(name).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
    }

    /// The schema with one of the values as the member.
    fileprivate func offering(_ values: [JSONValue], at path: ArraySlice<Substring>) -> JSONValue {
        guard !values.isEmpty else { return self }
        guard let name = path.first.map(String.init) else { return ["enum": .array(values)] }
        guard var schema = object, var properties = schema["properties"]?.object, let member = properties[name] else {
            return self
        }
        properties[name] = member.offering(values, at: path.dropFirst())
        schema["properties"] = .object(properties)
        return .object(schema)
    }
}
