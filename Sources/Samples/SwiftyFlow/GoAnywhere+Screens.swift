import Fairway

extension GoAnywhere {
    struct Initial: Screen {
        var title = "Go anywhere"

        enum Action: Codable, CaseIterable {
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
