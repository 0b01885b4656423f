import Fairway

/// The initial flow of the crowd.
struct CrowdLobby: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Menu()) }

    static var routes: Routes<Self> {
        on(Menu.self) { _, action, nav in
            switch action {
            case .book: nav.start(CrowdBooking())
            case .fail: throw NoBoat()
            }
        }
        on(finishOf: CrowdBooking.self) { _, _, _ in }
    }

    struct Menu: Screen {
        enum Action: Codable { case book, fail }
    }

    struct NoBoat: Error, CustomStringConvertible {
        var description: String { "No boat is left." }
    }
}

/// Three screens. The last one starts a payment, and may be shown below a login.
struct CrowdBooking: FlowController {
    typealias Output = Bool

    func start(_ nav: Navigator<Self>) { nav.show(Dates()) }

    static var routes: Routes<Self> {
        on(Dates.self) { _, action, nav in
            switch action {
            case .next: nav.show(Cabins())
            case .leave: nav.dismiss()
            }
        }
        on(Cabins.self) { _, action, nav in
            switch action {
            case .next: nav.show(Summary())
            case .summarize:
                nav.show(Summary())
                nav.start(CrowdLogin(), as: .modal)
            case .leave: nav.dismiss()
            }
        }
        on(Summary.self) { _, action, nav in
            switch action {
            case .next: nav.start(CrowdPayment())
            case .leave: nav.dismiss()
            }
        }
        on(finishOf: CrowdPayment.self) { _, _, nav in nav.finish(true) }
        on(finishOf: CrowdLogin.self) { _, _, _ in }
    }

    struct Dates: Screen {
        enum Action: Codable { case next, leave }
    }

    struct Cabins: Screen {
        enum Action: Codable { case next, summarize, leave }
    }

    struct Summary: Screen {
        enum Action: Codable { case next, leave }
    }
}

struct CrowdPayment: FlowController {
    typealias Output = Bool

    func start(_ nav: Navigator<Self>) { nav.show(Card()) }

    static var routes: Routes<Self> {
        on(Card.self) { _, action, nav in
            switch action {
            case .next: nav.finish(true)
            case .leave: nav.dismiss()
            }
        }
    }

    struct Card: Screen {
        enum Action: Codable { case next, leave }
    }
}

struct CrowdLogin: FlowController {
    typealias Output = Bool

    func start(_ nav: Navigator<Self>) { nav.show(Enter()) }

    static var routes: Routes<Self> {
        on(Enter.self) { _, action, nav in
            switch action {
            case .next: nav.start(CrowdSignUp())
            case .leave: nav.dismiss()
            }
        }
        on(finishOf: CrowdSignUp.self) { _, _, nav in nav.finish(true) }
    }

    struct Enter: Screen {
        enum Action: Codable { case next, leave }
    }
}

/// A form that refuses the action `submit`.
struct CrowdSignUp: FlowController {
    typealias Output = Bool

    func start(_ nav: Navigator<Self>) { nav.show(Form()) }

    static var routes: Routes<Self> {
        on(Form.self) { _, action, nav in
            switch action {
            case .next: nav.finish(true)
            case .submit: try nav.reject("refused", "The form refuses.")
            }
        }
    }

    struct Form: Screen {
        enum Action: Codable { case next, submit }
    }
}

/// The root flow of sessions that complete.
struct CrowdVisit: FlowController {
    typealias Output = Bool

    func start(_ nav: Navigator<Self>) { nav.show(Door()) }

    static var routes: Routes<Self> {
        on(Door.self) { _, action, nav in
            switch action {
            case .close: nav.finish(true)
            }
        }
    }

    struct Door: Screen {
        enum Action: Codable { case close }
    }
}
