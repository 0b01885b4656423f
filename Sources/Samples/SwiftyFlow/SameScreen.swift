import Fairway

/// Two steps with the same screen, distinguished by an id.
struct SameScreen: OrderedFlow {
    typealias Output = Done

    static let title = "Same screen"
    static let about = "One screen as two steps."

    enum View: String, Choice {
        case first = "FirstView1"
        case second = "FirstView2"

        var label: Text { self == .first ? "First view 1" : "First view 2" }
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
    fileprivate func go(to view: SameScreen.View?) throws {
        guard let view else { try reject("to", "unknown", "Choose a view.") }
        goNext(to: SameScreen.First.self, id: view.rawValue)
    }
}

extension SameScreen {
    struct Initial: Screen {
        static let title = "Same screen"

        var title = Self.title.text
        var views = View.allCases

        enum Action: Codable {
            case startButtonPressed
            case nextButtonPressed
            case goButtonPressed(to: View?)
            case closeButtonPressed
        }

        static var controls: Controls<Self> {
            Control(.startButtonPressed, "Start", role: .primary)
            Control(.nextButtonPressed, "Next")
            Control(Action.goButtonPressed, "Go") { view in Field(view, "View") }
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "The start screen."
        static let examples = [Initial()]
    }

    struct First: Screen {
        static let title = "One of two views"

        var title: Text

        enum Action: Codable {
            case nextButtonPressed
            case goButtonPressed(to: View?)
            case backButtonPressed
            case backToRootButtonPressed
            case closeButtonPressed
        }

        static var controls: Controls<Self> {
            Control(.nextButtonPressed, "Next", role: .primary)
            Control(Action.goButtonPressed, "Go") { view in Field(view, "View") }
            Control(.backButtonPressed, "Back")
            Control(.backToRootButtonPressed, "Back to the start")
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "The screen that is two steps."
        static let examples = [First(title: "First view 1"), First(title: "First view 2")]
    }
}
