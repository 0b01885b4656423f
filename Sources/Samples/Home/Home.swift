import Fairway

/// The initial flow: a menu of every sample. It never finishes, and a sample that does returns here.
struct Home: FlowController {
    static let about = "The menu of samples."

    func start(_ nav: Navigator<Self>) {
        nav.show(Menu(entries: Sample.allCases.map(\.entry)))
    }

    static var routes: Routes<Self> {
        on(Menu.self) { flow, action, nav in
            switch action {
            case .didSelectEntry(let key):
                guard let sample = Sample(rawValue: key) else {
                    try nav.reject(FieldError("/params/key", "unknown", detail: "There is no such sample."))
                }
                sample.start(nav)
            }
        }
    }
}

extension Home {
    struct Menu: Screen {
        var entries: [Entry] = []

        enum Action: Codable {
            case didSelectEntry(key: String)
        }

        /// One sample.
        struct Entry: Codable, Hashable {
            var key: String
            var title: String
            var about: String
        }

        static let about = "What there is to try."
        static let examples = [Menu(entries: Sample.allCases.map(\.entry))]
    }
}
