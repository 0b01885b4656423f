import Fairway

/// Shows either the login or the main area.
struct Account: FlowController, MainAreaOpening {
    typealias Output = Done

    static let title = "Account"
    static let about = "Login or main area, one at a time, reached through the responder chain."

    func start(_ nav: Navigator<Self>) {
        nav.start(Login(), ignoringResult: true)
    }

    func openMainArea(_ nav: Navigator<any MainAreaOpening>) {
        nav.start(MainArea(), as: .root)
    }

    static var routes: Routes<Self> {
        on(event: LoggedOut.self) { flow, event, nav in
            nav.start(Login(), as: .root, ignoringResult: true)
        }
    }
}

/// The screens of a signed-in user.
struct MainArea: FlowController {
    typealias Output = Done

    static let title = "Main area"
    static let about = "What a signed-in user sees."

    func start(_ nav: Navigator<Self>) {
        nav.show(Home())
    }

    static var routes: Routes<Self> {
        on(Home.self) { flow, action, nav in
            switch action {
            case .logoutButtonPressed:
                // Started alone, it has no account above it that could show the login.
                if nav.canRaise(LoggedOut.self) { nav.raise(LoggedOut()) } else { nav.finish() }
            }
        }
    }
}

extension MainArea {
    struct Home: Screen {
        static let title = "Home"

        var title = Self.title.text

        enum Action: Codable {
            case logoutButtonPressed
        }

        static var controls: Controls<Self> { Control(.logoutButtonPressed, "Log out") }

        static let about = "The first screen after the login."
        static let examples = [Home()]
    }
}

/// A flow that can open the main area. Child flows look it up in the responder chain.
protocol MainAreaOpening {
    mutating func openMainArea(_ nav: Navigator<any MainAreaOpening>)
}

struct LoggedOut: Event {}
