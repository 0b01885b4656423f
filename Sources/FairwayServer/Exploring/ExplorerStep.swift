import Fairway
import FairwayWire
import Foundation

/// Something that a user can do where they are, or that can happen to them there.
enum ExplorerStep {
    case action(String, ScreenDocument)
    case back(ScreenDocument)
    case select(tab: String, container: String)
    case timer(WorkItem)
    case failure(of: WorkItem)
    /// All that is due at the moment of the next attempt at a job is done by those who do it; again where that job has
    /// failed before.
    case jobs(at: Date, again: Bool)

    /// For a person to read: `Tutorial.Page1.skipButtonPressed`.
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

    /// By which it is told from others: the same screen in another flow is another.
    var key: String {
        switch self {
        case .action(_, let screen), .back(let screen): "\(screen.flow) \(name)"
        case .select(_, let container): "\(name) in \(container)"
        case .timer, .failure, .jobs: name
        }
    }

    /// How many tries one counts for: who goes back as often as on does not get far.
    var weight: Int {
        if case .back = self { 4 } else { 1 }
    }

    /// Until when time passes before it comes.
    var moment: Date? {
        switch self {
        case .timer(let item): item.due
        case .jobs(let moment, _): moment
        case .action, .back, .select, .failure: nil
        }
    }

    /// All that can be done in a state, and can come of what it waits for.
    static func all(in state: StateDocument, waitingFor work: [StoredWork], doesJobs: Bool) -> [ExplorerStep] {
        let screens = state.visible + [state.screen].compactMap(\.self)
        let actions = screens.flatMap { screen in screen.actions.map { Self.action($0, screen) } }
        let back = state.screen.flatMap { $0.back ? Self.back($0) : nil }
        // A later one does not come before it.
        let timer = work.map(\.item).filter { $0.kind == .timer }.min { $0.due < $1.due }.map(Self.timer)
        let jobs = work.filter { $0.item.kind == .job }
        let attempts = jobs.compactMap { work in
            work.progress.next.map { (moment: $0, again: work.progress.attempts > 0) }
        }
        let attempt = doesJobs ? attempts.min { $0.moment < $1.moment }.map(Self.jobs) : nil
        return actions + [back].compactMap(\.self) + (state.navigation.map(tabs) ?? [])
            + [timer].compactMap(\.self) + jobs.map { .failure(of: $0.item) } + [attempt].compactMap(\.self)
    }

    /// The tabs that can be tapped: not those under something presented, nor the one that is selected.
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

    /// What is asked of the engine; nil for what a worker does.
    ///
    /// - Parameters:
    ///   - attempt: Which one it is.
    ///   - schemas: Those of actions' parameters, by screen.
    ///   - now: When it is asked.
    func change(_ attempt: Experience.Attempt, schemas: [String: JSONObject], now: Date) -> Change? {
        switch self {
        case .action(let action, let screen):
            let values = SampleValues(on: screen, now: now)
            let params = schemas[screen.name]?[action].flatMap { schema in
                values.value(of: schema, attempt: attempt.number, keeping: attempt.kept)
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
        case .failure(let item): return .work(item, .failed(JobFailure(message: "it failed", attempts: 1)))
        case .jobs: return nil
        }
    }

    /// What is done, for a person to read: `Shop.List.choose {"item":"lamp"}`.
    func description(of change: Change?) -> String {
        guard case .action(_, let params?, _, _) = change else { return name }
        return "\(name) \(params)"
    }
}
