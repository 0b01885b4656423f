import Fairway

/// The initial flow: a menu of every sample. It never finishes.
struct Home: FlowController {
    static let about = "The menu of samples."

    func start(_ nav: Navigator<Self>) {
        nav.show(Menu(entries: Entry.all))
    }

    static var routes: Routes<Self> {
        on(Menu.self) { flow, action, nav in
            switch action {
            case .didSelectEntry(let key):
                switch key {
                case "Counter": nav.start(Counter())
                default: try nav.reject(FieldError("/params/key", "unknown"), reason: "There is no sample \(key).")
                }
            }
        }
    }
}

extension Home {
    /// One sample on the menu.
    struct Entry: Codable, Hashable {
        var key: String
        var title: String
        var about: String

        static let all = [Entry(key: "Counter", title: "Counter", about: Counter.about)]
    }

    /// What there is to try.
    struct Menu: Screen {
        var entries: [Entry] = []

        enum Action: Codable {
            case didSelectEntry(key: String)
        }

        static let about = "What there is to try."
        static let examples = [Menu(entries: Entry.all)]
    }
}
