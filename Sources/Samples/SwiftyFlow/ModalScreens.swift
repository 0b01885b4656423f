import Fairway

/// A modal screen that keeps its state as long as the flow lives.
struct ModalScreens: OrderedFlow {
    typealias Output = Done

    static let about = "A modal whose data comes back, to the screen below and to itself."

    static var order: Order<Self> {
        step(Initial.self) { _ in Initial() }
        step(First.self) { _ in First() }
        step(Second.self) { _ in Second() }
        step(Third.self) { _ in Third() }
        step(Fourth.self, keep: .retained) { _ in Fourth() }
    }

    static var routes: Routes<Self> {
        on(Initial.self) { flow, action, nav in
            switch action {
            case .startButtonPressed: nav.goNext()
            case .closeButtonPressed: nav.finish()
            }
        }
        on(First.self) { flow, action, nav in action.go(nav) }
        on(Second.self) { flow, action, nav in action.go(nav) }
        on(Third.self) { flow, action, nav in
            switch action {
            case .nextModalButtonPressed: nav.goNext(as: .modal)
            case .backButtonPressed: nav.goBack()
            case .backToRootButtonPressed: nav.goBackToRoot()
            case .closeButtonPressed: nav.finish()
            }
        }
        on(Fourth.self) { flow, action, nav in
            switch action {
            case .editButtonPressed(let text): nav.update(Fourth.self) { $0.someData = text }
            case .backButtonPressed: nav.goBack()
            }
        }
        on(disappear: Fourth.self) { flow, fourth, nav in
            nav.update(Third.self) { $0.dataFromModal = fourth.someData }
        }
    }
}

extension ModalScreens {
    struct Initial: Screen {
        var title = "Modal screens"

        enum Action: Codable {
            case startButtonPressed, closeButtonPressed
        }

        static let about = "Where it begins."
        static let examples = [Initial()]
    }

    struct First: Screen {
        var title = "First"

        typealias Action = StepAction

        static let about = "The first step."
        static let examples = [First()]
    }

    struct Second: Screen {
        var title = "Second"

        typealias Action = StepAction

        static let about = "The second step."
        static let examples = [Second()]
    }

    struct Third: Screen {
        var dataFromModal: String?

        enum Action: Codable {
            case nextModalButtonPressed, backButtonPressed, backToRootButtonPressed, closeButtonPressed
        }

        static let about = "What the modal left behind."
        static let examples = [Third(), Third(dataFromModal: "Hello")]
    }

    struct Fourth: Screen {
        var someData = ""

        enum Action: Codable {
            case editButtonPressed(text: String)
            case backButtonPressed
        }

        static let about = "The modal, with something to edit."
        static let examples = [Fourth(), Fourth(someData: "Hello")]
    }
}
