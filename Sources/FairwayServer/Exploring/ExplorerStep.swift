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
    /// All that is due is done by those who do it.
    case jobs

    /// For a person to read: `Tutorial.Page1.skipButtonPressed`.
    var name: String {
        switch self {
        case .action(let action, let screen): "\(screen.name).\(action)"
        case .back(let screen): "back from \(screen.name)"
        case .select(let tab, _): "select \(tab)"
        case .timer(let item): "time for \(item.name)"
        case .failure(let item): "\(item.name) fails"
        case .jobs: "jobs are done"
        }
    }

    /// By which it is told from others: the same screen in another flow is another.
    var key: String {
        switch self {
        case .action(_, let screen), .back(let screen): "\(screen.flow) \(name)"
        case .select, .timer, .failure, .jobs: name
        }
    }

    /// How many tries one counts for: who goes back as often as on does not get far.
    var weight: Int {
        if case .back = self { 4 } else { 1 }
    }

    /// All that can be done in a state, and can come of what it waits for.
    static func all(in state: StateDocument, waitingFor work: [StoredWork], doesJobs: Bool) -> [ExplorerStep] {
        let screens = state.visible + [state.screen].compactMap(\.self)
        let actions = screens.flatMap { screen in screen.actions.map { Self.action($0, screen) } }
        let back = state.screen.flatMap { $0.back ? Self.back($0) : nil }
        let open = work.filter { !$0.progress.isGivenUp && !$0.progress.isCancelled }.map(\.item)
        let timers = open.filter { $0.kind == .timer }.map(Self.timer)
        let jobs = open.filter { $0.kind == .job }
        let ends = jobs.map(Self.failure) + (doesJobs && !jobs.isEmpty ? [.jobs] : [])
        return actions + [back].compactMap(\.self) + (state.navigation.map(tabs) ?? []) + timers + ends
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

    /// What is asked of the engine; nil for what the worker does.
    ///
    /// - Parameters:
    ///   - attempt: How often it was asked before.
    ///   - schemas: Those of actions' parameters, by screen.
    ///   - kept: Parameters that are to be as they were.
    func change(attempt: Int, schemas: [String: JSONObject], keeping kept: JSONObject) -> Change? {
        switch self {
        case .action(let action, let screen):
            let values = SampleValues(on: screen, now: Date())
            let params = schemas[screen.name]?[action].flatMap { values.value(of: $0, attempt: attempt, keeping: kept) }
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
}
