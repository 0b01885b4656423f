import Fairway

/// Screens in a fixed order, each created when it is reached.
struct Automatic: OrderedFlow {
    typealias Output = Done

    static let title = "Automatic"
    static let about = "A list of screens in order."

    static var order: Order<Self> {
        step(Initial.self) { _ in Initial() }
        step(First.self) { _ in First(first: "Felipe", second: 3123.232, third: "Florencio", fourth: 31) }
        step(Second.self) { _ in Second() }
        step(Third.self) { _ in Third() }
    }

    static var routes: Routes<Self> {
        on(Initial.self) { flow, action, nav in action.go(nav) }
        on(First.self) { flow, action, nav in action.go(nav) }
        on(Second.self) { flow, action, nav in action.go(nav) }
        on(Third.self) { flow, action, nav in action.go(nav) }
    }
}

extension Automatic {
    struct Initial: Screen {
        static let title = "Automatic navigation"

        var title = Self.title.text

        typealias Action = StartAction

        static let about = "The start screen."
        static let examples = [Initial()]
    }

    struct First: Screen {
        static let title = "First"

        var first: String
        var second: Double
        var third: String
        var fourth: Int

        typealias Action = StepAction

        static let about = "Values that the flow passes to the screen."
        static let examples = [First(first: "Felipe", second: 3123.232, third: "Florencio", fourth: 31)]
    }

    struct Second: Screen {
        static let title = "Second"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "The second step."
        static let examples = [Second()]
    }

    /// The last step. Continuing from it fails with `no-next-screen`.
    struct Third: Screen {
        static let title = "Third"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "The last step."
        static let examples = [Third()]
    }
}

/// The actions of the first screen of an ordered flow. The flows in this folder share them.
enum StartAction: String, Codable {
    case startButtonPressed
    case closeButtonPressed

    /// Performs the action in an ordered flow.
    func go<F: OrderedFlow>(_ nav: Navigator<F>) where F.Output == Done {
        switch self {
        case .startButtonPressed: nav.goNext()
        case .closeButtonPressed: nav.finish()
        }
    }
}

extension Screen where Action == StartAction {
    @ControlsBuilder<Self> static var controls: Controls<Self> {
        Control(.startButtonPressed, "Start", role: .primary)
        Control(.closeButtonPressed, "Close", role: .cancel)
    }
}

/// The actions of each later screen of an ordered flow. The flows in this folder share them.
enum StepAction: String, Codable {
    case nextButtonPressed
    case backButtonPressed
    case backToRootButtonPressed
    case closeButtonPressed

    /// Performs the action in an ordered flow.
    func go<F: OrderedFlow>(_ nav: Navigator<F>) where F.Output == Done {
        switch self {
        case .nextButtonPressed: nav.goNext()
        case .backButtonPressed: nav.goBack()
        case .backToRootButtonPressed: nav.goBackToRoot()
        case .closeButtonPressed: nav.finish()
        }
    }
}

extension Screen where Action == StepAction {
    @ControlsBuilder<Self> static var controls: Controls<Self> {
        Control(.nextButtonPressed, "Next", role: .primary)
        Control(.backButtonPressed, "Back")
        Control(.backToRootButtonPressed, "Back to the start")
        Control(.closeButtonPressed, "Close", role: .cancel)
    }
}
