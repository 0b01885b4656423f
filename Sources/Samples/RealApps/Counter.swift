import Fairway

/// The smallest flow that demonstrates each guarantee.
struct Counter: FlowController {
    typealias Output = Done

    var count = 0

    static let title = "Counter"
    static let about = "Counts, and shows what is kept when something fails."

    func start(_ nav: Navigator<Self>) {
        nav.show(Page.self)
    }

    static var routes: Routes<Self> {
        shows(Page.self) { flow in Page(count: flow.count) }
        on(Page.self) { flow, action, nav in
            switch action {
            case .incrementButtonPressed:
                guard flow.count < .max else { try nav.reject(.tooLarge, "It cannot count any further.") }
                flow.count += 1
            case .pushButtonPressed:
                nav.show(Page.self)
            case .failButtonPressed:
                flow.count = 1_000
                nav.show(Page.self)
                throw Failure()
            case .slowButtonPressed(let milliseconds):
                try await Task.sleep(for: .milliseconds(milliseconds))
            }
        }
    }

    struct Failure: Error {}
}

extension Counter {
    /// The count, with actions that change it, fail or run slowly.
    struct Page: Screen {
        static let title = "Counter"

        var count = 0

        enum Action: Codable {
            case incrementButtonPressed
            case pushButtonPressed
            case failButtonPressed
            case slowButtonPressed(milliseconds: Int)
        }

        static var controls: Controls<Self> {
            Control(.incrementButtonPressed, "Add one", role: .primary)
            Control(.pushButtonPressed, "Show another page")
            Control(.failButtonPressed, "Fail")
            Control(Action.slowButtonPressed, "Wait") { milliseconds in
                Field(milliseconds, "Duration", .range(0...600_000), .unit("ms"))
            }
        }

        static let about = "The count."
        static let examples = [Page(), Page(count: 41)]
    }
}
