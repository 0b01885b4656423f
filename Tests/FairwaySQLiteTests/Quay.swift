import Fairway

/// A flow that starts another flow.
struct Quay: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Berth()) }

    static var routes: Routes<Self> {
        on(Berth.self) { _, action, nav in
            switch action {
            case .boardButtonPressed: nav.start(Boat(), as: .modal)
            }
        }
        on(finishOf: Boat.self) { _, _, _ in }
    }

    struct Berth: Screen {
        enum Action: Codable { case boardButtonPressed }
    }

    struct Boat: FlowController {
        typealias Output = Bool

        func start(_ nav: Navigator<Self>) { nav.show(Deck()) }

        static var routes: Routes<Self> {
            on(Deck.self) { _, action, nav in
                switch action {
                case .leaveButtonPressed: nav.finish(true)
                }
            }
        }

        struct Deck: Screen {
            enum Action: Codable { case leaveButtonPressed }
        }
    }
}
