import Fairway
import FairwayServer

/// The tested app.
struct CrashPointsApp: FairwayApp {
    static let app = App(initial: StartFlow()) { Flow(Count()) }
}

/// A counter. `filling` makes its rows larger.
struct Count: FlowController {
    typealias Output = Done

    var count = 0
    var filling = String(repeating: "filling ", count: 64)

    func start(_ nav: Navigator<Self>) { nav.show(Page(count: count)) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .incrementButtonPressed:
                flow.count += 1
                let count = flow.count
                nav.update(Page.self) { $0.count = count }
            }
        }
    }

    struct Page: Screen {
        var count = 0

        enum Action: Codable { case incrementButtonPressed }
    }
}

/// The initial flow.
struct StartFlow: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { screen(Page.self) }

    struct Page: Screen {}
}
