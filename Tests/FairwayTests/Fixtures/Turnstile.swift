import Fairway
import FairwayTesting
import Synchronization

/// A flow with a counter, and an action for each behaviour of a handler, such as suspending, blocking or failing.
struct Turnstile: FlowController {
    typealias Output = Int

    var count = 0
    var changes: [String] = []

    struct Input: Codable {
        var count: Int?
        var changes: [String]?
    }

    init() {}

    init(_ input: Input) {
        count = input.count ?? count
        changes = input.changes ?? changes
    }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .count:
                flow.count += 1
                // A suspension point at which an actor would be reentrant.
                await Task.yield()
                let count = flow.count
                nav.update(Page.self) { $0.count = count }
            case .wait:
                try await nav.dependencies[Gate.self].pass()
                flow.count += 1
            case .block:
                try nav.dependencies[ThreadGate.self].block()
                flow.count += 1
            case .compute:
                try nav.dependencies[ThreadGate.self].compute()
                flow.count += 1
            case .push(let label): nav.show(Page(label: label))
            case .refuse: try nav.reject("no", "Not now.")
            case .fail: throw Failure()
            case .toast(let text): nav.perform(Toast(text: text))
            case .schedule(let id): nav.schedule(Shout(text: id), after: .seconds(3_600), id: id)
            case .cancel(let id): nav.cancel(id: id)
            case .note:
                flow.changes.append(nav.changeID)
                try nav.dependencies[Noted.self].note(nav.changeID)
            case .finish: nav.finish(flow.count)
            case .linger:
                try await nav.dependencies[Gate.self].pass()
                if Task.isCancelled { try nav.dependencies[Noted.self].note("cancelled") }
                flow.count += 100
                nav.show(Page(label: "late"))
                nav.perform(Toast(text: "late"))
                nav.schedule(Shout(text: "late"), after: .seconds(1))
                nav.run(Errand(text: "late"))
            }
        }
    }

    struct Failure: Error {}

    struct Page: Screen {
        var count = 0
        var label = ""

        enum Action: Codable {
            case count, wait, block, compute, refuse, fail, note, finish, linger
            case push(label: String)
            case toast(text: String)
            case schedule(id: String)
            case cancel(id: String)
        }
    }
}

/// Records external side effects of handlers, one for each run.
final class Noted: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock(\.self) }
    func note(_ text: String) { texts.withLock { $0.append(text) } }
}
