import Fairway

/// Users jump between seven screens. "Next" follows the declared order of the steps, and "back" returns to the screen
/// that was shown before.
struct GoAnywhere: OrderedFlow {
    typealias Output = Done

    static let title = "Go anywhere"
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
        on(Initial.self) { flow, action, nav in action.go(nav) }
        on(First.self) { flow, action, nav in try action.go(nav, from: .first) }
        on(Second.self) { flow, action, nav in try action.go(nav, from: .second) }
        on(Third.self) { flow, action, nav in action.go(nav) }
        on(Fourth.self) { flow, action, nav in action.go(nav) }
        on(Fifth.self) { flow, action, nav in action.go(nav) }
        on(Sixth.self) { flow, action, nav in action.go(nav) }
        on(Seventh.self) { flow, action, nav in action.go(nav) }
    }

    enum Place: String, Choice {
        case first = "First"
        case second = "Second"
        case third = "Third"
        case fourth = "Fourth"
        case fifth = "Fifth"
        case sixth = "Sixth"
        case seventh = "Seventh"

        var label: Text { Text(stringLiteral: rawValue) }
    }

    enum JumpAction: Codable {
        case goButtonPressed(to: Place?)
        case nextButtonPressed
        case backButtonPressed
        case backToRootButtonPressed
        case closeButtonPressed

        func go(_ nav: Navigator<GoAnywhere>, from here: Place) throws {
            switch self {
            case .goButtonPressed(let place):
                guard let place, place != here else { try nav.reject("to", "unknown", "Choose another place.") }
                nav.go(to: place)
            case .nextButtonPressed: nav.goNext()
            case .backButtonPressed: nav.goBack()
            case .backToRootButtonPressed: nav.goBackToRoot()
            case .closeButtonPressed: nav.finish()
            }
        }
    }
}

extension Screen where Action == GoAnywhere.JumpAction {
    @ControlsBuilder<Self> static var controls: Controls<Self> {
        Control(Action.goButtonPressed, "Go", role: .primary) { place in Field(place, "Place") }
        Control(.nextButtonPressed, "Next")
        Control(.backButtonPressed, "Back")
        Control(.backToRootButtonPressed, "Back to the start")
        Control(.closeButtonPressed, "Close", role: .cancel)
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
        static let title = "Go anywhere"

        var title = Self.title.text

        typealias Action = StartAction

        static let about = "The start screen."
        static let examples = [Initial()]
    }

    struct First: Screen {
        static let title = "First"

        var title = Self.title.text
        var places = Place.allCases

        typealias Action = JumpAction

        static let about = "A place to jump from."
        static let examples = [First()]
    }

    struct Second: Screen {
        static let title = "Second"

        var title = Self.title.text
        var places = Place.allCases

        typealias Action = JumpAction

        static let about = "Another place to jump from."
        static let examples = [Second()]
    }

    struct Third: Screen {
        static let title = "Third"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Third()]
    }

    struct Fourth: Screen {
        static let title = "Fourth"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Fourth()]
    }

    struct Fifth: Screen {
        static let title = "Fifth"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Fifth()]
    }

    struct Sixth: Screen {
        static let title = "Sixth"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "A place on the way."
        static let examples = [Sixth()]
    }

    struct Seventh: Screen {
        static let title = "Seventh"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "The last place."
        static let examples = [Seventh()]
    }
}
