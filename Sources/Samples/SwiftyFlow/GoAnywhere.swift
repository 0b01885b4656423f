import Fairway

/// Users jump between seven screens. "Next" follows the declared order of the steps, and "back" returns to the screen
/// that was shown before.
struct GoAnywhere: OrderedFlow {
    typealias Output = Done

    static let about = "Jumps between seven screens; back is by history, next by order."

    static var order: Order<Self> {
        step(Initial.self) { _ in Initial() }
        step(First.self) { _ in First() }
        step(Second.self) { _ in Second() }
        step(Third.self) { _ in Third() }
        step(Fourth.self) { _ in Fourth() }
        step(Fifth.self) { _ in Fifth() }
        step(Sixth.self) { _ in Sixth() }
        step(Seventh.self) { _ in Seventh() }
    }

    static var routes: Routes<Self> {
        on(Initial.self) { flow, action, nav in
            switch action {
            case .startButtonPressed: nav.goNext()
            case .closeButtonPressed: nav.finish()
            }
        }
        on(First.self) { flow, action, nav in try action.go(nav, from: .first) }
        on(Second.self) { flow, action, nav in try action.go(nav, from: .second) }
        on(Third.self) { flow, action, nav in action.go(nav) }
        on(Fourth.self) { flow, action, nav in action.go(nav) }
        on(Fifth.self) { flow, action, nav in action.go(nav) }
        on(Sixth.self) { flow, action, nav in action.go(nav) }
        on(Seventh.self) { flow, action, nav in action.go(nav) }
    }

    enum Place: String, Codable, CaseIterable {
        case first = "First"
        case second = "Second"
        case third = "Third"
        case fourth = "Fourth"
        case fifth = "Fifth"
        case sixth = "Sixth"
        case seventh = "Seventh"
    }

    enum JumpAction: Codable {
        case goButtonPressed(to: String?)
        case nextButtonPressed
        case backButtonPressed
        case backToRootButtonPressed
        case closeButtonPressed

        func go(_ nav: Navigator<GoAnywhere>, from here: Place) throws {
            switch self {
            case .goButtonPressed(let name):
                guard let place = name.flatMap(Place.init), place != here else {
                    try nav.reject("to", "unknown", "There is no such place to go to.")
                }
                nav.go(to: place)
            case .nextButtonPressed: nav.goNext()
            case .backButtonPressed: nav.goBack()
            case .backToRootButtonPressed: nav.goBackToRoot()
            case .closeButtonPressed: nav.finish()
            }
        }
    }
}

extension Navigator<GoAnywhere> {
    fileprivate func go(to place: GoAnywhere.Place) {
        switch place {
        case .first: goNext(to: GoAnywhere.First.self)
        case .second: goNext(to: GoAnywhere.Second.self)
        case .third: goNext(to: GoAnywhere.Third.self)
        case .fourth: goNext(to: GoAnywhere.Fourth.self)
        case .fifth: goNext(to: GoAnywhere.Fifth.self)
        case .sixth: goNext(to: GoAnywhere.Sixth.self)
        case .seventh: goNext(to: GoAnywhere.Seventh.self)
        }
    }
}

extension GoAnywhere {
    struct Initial: Screen {
        var title = "Go anywhere"

        enum Action: Codable {
            case startButtonPressed, closeButtonPressed
        }

        static let about = "Where it begins."
        static let examples = [Initial()]
    }

    struct First: Screen {
        var title = "First"
        var places = Place.allCases

        typealias Action = JumpAction

        static let about = "A place to jump from."
        static let examples = [First()]
    }

    struct Second: Screen {
        var title = "Second"
        var places = Place.allCases

        typealias Action = JumpAction

        static let about = "Another place to jump from."
        static let examples = [Second()]
    }

    struct Third: Screen {
        var title = "Third"

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Third()]
    }

    struct Fourth: Screen {
        var title = "Fourth"

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Fourth()]
    }

    struct Fifth: Screen {
        var title = "Fifth"

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Fifth()]
    }

    struct Sixth: Screen {
        var title = "Sixth"

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Sixth()]
    }

    struct Seventh: Screen {
        var title = "Seventh"

        typealias Action = StepAction

        static let about = "The last place."
        static let examples = [Seventh()]
    }
}
