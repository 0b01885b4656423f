import Fairway

/// Shows the login or the main area, and only ever one of them.
struct Account: FlowController, MainAreaOpening {
    typealias Output = Done

    static let about = "Login or main area, one at a time, reached through the responder chain."

    func start(_ nav: Navigator<Self>) {
        nav.start(Login())
    }

    func openMainArea(_ nav: Navigator<any MainAreaOpening>) {
        nav.start(MainArea(), as: .root)
    }

    static var routes: Routes<Self> {
        on(event: LoggedOut.self) { flow, event, nav in
            nav.start(Login(), as: .root)
        }
    }
}
