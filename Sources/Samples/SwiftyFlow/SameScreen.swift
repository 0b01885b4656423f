import Fairway

/// Two steps with the same screen, distinguished by an id.
struct SameScreen: OrderedFlow {
    typealias Output = Done

    static let about = "One screen as two steps."

    enum View: String, Codable, CaseIterable {
        case first = "FirstView1"
        case second = "FirstView2"
    }

    static var order: Order<Self> {
        step(Initial.self) { _ in Initial() }
        step(First.self, id: View.first.rawValue) { _ in First(title: "First view 1") }
        step(First.self, id: View.second.rawValue) { _ in First(title: "First view 2") }
    }

    static var routes: Routes<Self> {
        on(Initial.self) { flow, action, nav in
            switch action {
            case .startButtonPressed, .nextButtonPressed: nav.goNext()
            case .goButtonPressed(let view): try nav.go(to: view)
            case .closeButtonPressed: nav.finish()
            }
        }
        on(First.self) { flow, action, nav in
            switch action {
            case .nextButtonPressed: nav.goNext()
            case .goButtonPressed(let view): try nav.go(to: view)
            case .backButtonPressed: nav.goBack()
            case .backToRootButtonPressed: nav.goBackToRoot()
            case .closeButtonPressed: nav.finish()
            }
        }
    }
}

extension Navigator<SameScreen> {
    fileprivate func go(to view: String?) throws {
        guard let view = view.flatMap(SameScreen.View.init) else {
            try reject("to", "unknown", "There is no such view.")
        }
        goNext(to: SameScreen.First.self, id: view.rawValue)
    }
}

extension SameScreen {
    struct Initial: Screen {
        var title = "Same screen"
        var views = View.allCases

        enum Action: Codable {
            case startButtonPressed
            case nextButtonPressed
            case goButtonPressed(to: String?)
            case closeButtonPressed
        }

        static let about = "Where it begins."
        static let examples = [Initial()]
    }

    struct First: Screen {
        var title: String

        enum Action: Codable {
            case nextButtonPressed
            case goButtonPressed(to: String?)
            case backButtonPressed
            case backToRootButtonPressed
            case closeButtonPressed
        }

        static let about = "The screen that is two steps."
        static let examples = [First(title: "First view 1"), First(title: "First view 2")]
    }
}
