import Fairway

/// A modal screen that keeps its state as long as the flow lives.
struct ModalScreens: OrderedFlow {
    typealias Output = Done

    var dataFromModal: String?

    static let title = "Modal screens"
    static let about = "A modal whose data comes back, to the screen below and to itself."

    static var order: Order<Self> {
        step(Initial.self) { _ in Initial() }
        step(First.self) { _ in First() }
        step(Second.self) { _ in Second() }
        step(Third.self) { flow in Third(dataFromModal: flow.dataFromModal) }
        step(Fourth.self, keep: .retained) { _ in Fourth() }
    }

    static var routes: Routes<Self> {
        on(Initial.self) { flow, action, nav in action.go(nav) }
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
        on(disappear: Fourth.self) { flow, fourth, nav in flow.dataFromModal = fourth.someData }
    }
}

extension ModalScreens {
    struct Initial: Screen {
        static let title = "Modal screens"

        var title = Self.title.text

        typealias Action = StartAction

        static let about = "The start screen."
        static let examples = [Initial()]
    }

    struct First: Screen {
        static let title = "First"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "The first step."
        static let examples = [First()]
    }

    struct Second: Screen {
        static let title = "Second"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "The second step."
        static let examples = [Second()]
    }

    struct Third: Screen {
        static let title = "Third"

        var dataFromModal: String?

        enum Action: Codable {
            case nextModalButtonPressed, backButtonPressed, backToRootButtonPressed, closeButtonPressed
        }

        static var controls: Controls<Self> {
            Control(.nextModalButtonPressed, "Open the modal", role: .primary)
            Control(.backButtonPressed, "Back")
            Control(.backToRootButtonPressed, "Back to the start")
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "What the modal left behind."
        static let examples = [Third(), Third(dataFromModal: "Hello")]
    }

    struct Fourth: Screen {
        static let title = "Fourth"

        var someData = ""

        enum Action: Codable {
            case editButtonPressed(text: String)
            case backButtonPressed
        }

        static var controls: Controls<Self> {
            Control(Action.editButtonPressed, "Save", role: .primary) { text in Field(text, "Text", .length(...200)) }
            Control(.backButtonPressed, "Back", role: .cancel)
        }

        static let about = "The modal, with something to edit."
        static let examples = [Fourth(), Fourth(someData: "Hello")]
    }
}
