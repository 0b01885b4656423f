import Fairway

/// Screens with typed parameters. The client that starts the flow sets the parameters of `Initial`.
struct Parameters: OrderedFlow {
    typealias Output = Done

    var first = "Felipe"
    var second = 3123.232
    var third = "Florencio"
    var fourth = 31

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

    enum Place: String {
        case first = "First"
        case second = "Second"
        case third = "Third"
        case fourth = "Fourth"
    }

    enum JumpAction: Codable {
        case goButtonPressed(to: String?)
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

extension Navigator<Parameters> {
    fileprivate func go(to place: String?) throws {
        switch place.flatMap(Parameters.Place.init) {
        case .first: goNext(to: Parameters.First.self)
        case .second: goNext(to: Parameters.Second.self)
        case .third: goNext(to: Parameters.Third.self)
        case .fourth: goNext(to: Parameters.Fourth.self)
        case nil: try reject("to", "unknown", "There is no such place to go to.")
        }
    }
}

extension Parameters {
    struct Initial: Screen {
        var first: String
        var second: Double
        var third: String
        var fourth: Int

        enum Action: Codable {
            case startButtonPressed
            case goButtonPressed(to: String?)
            case closeButtonPressed
        }

        static let about = "What the flow was started with."
        static let examples = [Initial(first: "Felipe", second: 3123.232, third: "Florencio", fourth: 31)]
    }

    struct First: Screen {
        var first: String
        var second: Double

        typealias Action = JumpAction

        static let about = "What the initial screen handed over."
        static let examples = [First(first: "Felipe Garcia", second: 232)]
    }

    struct Second: Screen {
        var title = "Second"

        typealias Action = JumpAction

        static let about = "The second step."
        static let examples = [Second()]
    }

    struct Third: Screen {
        var title = "Third"

        typealias Action = JumpAction

        static let about = "The third step."
        static let examples = [Third()]
    }

    struct Fourth: Screen {
        var title = "Fourth"

        typealias Action = JumpAction

        static let about = "The last step."
        static let examples = [Fourth()]
    }
}
