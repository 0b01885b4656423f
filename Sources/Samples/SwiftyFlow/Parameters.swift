import Fairway

/// Screens with typed parameters. The client that starts the flow may set the parameters of `Initial`.
struct Parameters: OrderedFlow {
    typealias Output = Done

    var first = "Felipe"
    var second = 3123.232
    var third = "Florencio"
    var fourth = 31

    struct Input: Codable {
        var first: String?
        var second: Double?
        var third: String?
        var fourth: Int?
    }

    static let title = "Parameters"
    static let about = "Takes typed input, and hands typed parameters from screen to screen."

    static var order: Order<Self> {
        step(Initial.self) { flow in
            Initial(first: flow.first, second: flow.second, third: flow.third, fourth: flow.fourth)
        }
        step(First.self) { _ in First(first: "Felipe Garcia", second: 232) }
        step(Second.self) { _ in Second() }
        step(Third.self) { _ in Third() }
        step(Fourth.self) { _ in Fourth() }
    }

    static var routes: Routes<Self> {
        on(Initial.self) { flow, action, nav in
            switch action {
            case .startButtonPressed: nav.goNext()
            case .goButtonPressed(let place): try nav.go(to: place)
            case .closeButtonPressed: nav.finish()
            }
        }
        on(First.self) { flow, action, nav in try action.go(nav) }
        on(Second.self) { flow, action, nav in try action.go(nav) }
        on(Third.self) { flow, action, nav in try action.go(nav) }
        on(Fourth.self) { flow, action, nav in try action.go(nav) }
    }

    enum Place: String, Choice {
        case first = "First"
        case second = "Second"
        case third = "Third"
        case fourth = "Fourth"

        var label: Text { Text(stringLiteral: rawValue) }
    }

    enum JumpAction: Codable {
        case goButtonPressed(to: Place?)
        case nextButtonPressed
        case backButtonPressed
        case backToRootButtonPressed
        case closeButtonPressed

        func go(_ nav: Navigator<Parameters>) throws {
            switch self {
            case .goButtonPressed(let place): try nav.go(to: place)
            case .nextButtonPressed: nav.goNext()
            case .backButtonPressed: nav.goBack()
            case .backToRootButtonPressed: nav.goBackToRoot()
            case .closeButtonPressed: nav.finish()
            }
        }
    }
}

extension Parameters {
    init(_ input: Input) {
        first = input.first ?? first
        second = input.second ?? second
        third = input.third ?? third
        fourth = input.fourth ?? fourth
    }
}

extension Screen where Action == Parameters.JumpAction {
    @ControlsBuilder<Self> static var controls: Controls<Self> {
        Control(.nextButtonPressed, "Next", role: .primary)
        Control(Action.goButtonPressed, "Go") { place in Field(place, "Place") }
        Control(.backButtonPressed, "Back")
        Control(.backToRootButtonPressed, "Back to the start")
        Control(.closeButtonPressed, "Close", role: .cancel)
    }
}

extension Navigator<Parameters> {
    fileprivate func go(to place: Parameters.Place?) throws {
        switch place {
        case .first: goNext(to: Parameters.First.self)
        case .second: goNext(to: Parameters.Second.self)
        case .third: goNext(to: Parameters.Third.self)
        case .fourth: goNext(to: Parameters.Fourth.self)
        case nil: try reject("to", "unknown", "Choose a place.")
        }
    }
}

extension Parameters {
    struct Initial: Screen {
        static let title = "Parameters"

        var first: String
        var second: Double
        var third: String
        var fourth: Int

        enum Action: Codable {
            case startButtonPressed
            case goButtonPressed(to: Place?)
            case closeButtonPressed
        }

        static var controls: Controls<Self> {
            Control(.startButtonPressed, "Start", role: .primary)
            Control(Action.goButtonPressed, "Go") { place in Field(place, "Place") }
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "The values with which the flow was started."
        static let examples = [Initial(first: "Felipe", second: 3123.232, third: "Florencio", fourth: 31)]
    }

    struct First: Screen {
        static let title = "First"

        var first: String
        var second: Double

        typealias Action = JumpAction

        static let about = "Values that the flow passes to the screen."
        static let examples = [First(first: "Felipe Garcia", second: 232)]
    }

    struct Second: Screen {
        static let title = "Second"

        var title = Self.title.text

        typealias Action = JumpAction

        static let about = "The second step."
        static let examples = [Second()]
    }

    struct Third: Screen {
        static let title = "Third"

        var title = Self.title.text

        typealias Action = JumpAction

        static let about = "The third step."
        static let examples = [Third()]
    }

    struct Fourth: Screen {
        static let title = "Fourth"

        var title = Self.title.text

        typealias Action = JumpAction

        static let about = "The last step."
        static let examples = [Fourth()]
    }
}
