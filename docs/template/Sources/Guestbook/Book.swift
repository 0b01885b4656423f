import Fairway

/// The initial flow, which every visitor starts in. It has no `Output`, so it cannot finish.
struct Book: FlowController {
    var entries: [Entry] = []

    struct Entry: Codable, Equatable {
        var name: String
        var message: String
    }

    func start(_ nav: Navigator<Self>) { nav.show(Entries.self) }

    static var routes: Routes<Self> {
        shows(Entries.self) { flow in Entries(entries: flow.entries) }
        on(Entries.self) { flow, action, nav in
            switch action {
            case .signButtonPressed: nav.start(Sign(), as: .modal)
            }
        }
        on(finishOf: Sign.self) { flow, entry, nav in flow.entries.append(entry) }
    }
}

extension Book {
    struct Entries: Screen {
        static let title = "Guest book"
        var entries: [Entry]

        enum Action: Codable { case signButtonPressed }

        static var controls: Controls<Self> { Control(.signButtonPressed, "Sign", role: .primary) }
    }
}
