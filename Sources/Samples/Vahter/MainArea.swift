import Fairway

/// Where a signed-in user is at home.
struct MainArea: FlowController {
    typealias Output = Done

    static let about = "What a signed-in user sees."

    func start(_ nav: Navigator<Self>) {
        nav.show(Home())
    }

    static var routes: Routes<Self> {
        on(Home.self) { flow, action, nav in
            switch action {
            case .logoutButtonPressed:
                // By itself it has no account that would show the login.
                if nav.canRaise(LoggedOut.self) { nav.raise(LoggedOut()) } else { nav.finish() }
            }
        }
    }
}

extension MainArea {
    struct Home: Screen {
        var title = "Home"

        enum Action: Codable, CaseIterable {
            case logoutButtonPressed
        }

        static let about = "The first screen after the login."
        static let examples = [Home()]
    }
}
