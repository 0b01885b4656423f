import Fairway

/// A flow that chooses its root screen when it starts.
struct LazyRoot: OrderedFlow {
    typealias Output = Done

    var selector = Selector.initial

    struct Input: Codable {
        var selector: Selector?
    }

    static let title = "Lazy root"
    static let about = "Chooses its root when it starts."

    enum Selector: String, Codable, CaseIterable {
        case initial, second, third
    }

    func start(_ nav: Navigator<Self>) {
        switch selector {
        case .initial: nav.goNext(to: Initial.self)
        case .second: nav.goNext(to: Second.self)
        case .third: nav.goNext(to: Third.self)
        }
    }

    static var order: Order<Self> {
        step(Initial.self) { _ in Initial() }
        step(First.self) { _ in First() }
        step(Second.self) { _ in Second() }
        step(Third.self) { _ in Third() }
        step(Fourth.self) { _ in Fourth() }
    }

    static var routes: Routes<Self> {
        on(Initial.self) { flow, action, nav in action.go(nav) }
        on(First.self) { flow, action, nav in action.go(nav) }
        on(Second.self) { flow, action, nav in action.go(nav) }
        on(Third.self) { flow, action, nav in action.go(nav) }
        on(Fourth.self) { flow, action, nav in action.go(nav) }
    }
}

extension LazyRoot {
    init(_ input: Input) { selector = input.selector ?? selector }

    struct Initial: Screen {
        static let title = "Lazy root"

        var title = Self.title.text

        typealias Action = StartAction

        static let about = "The root unless another is chosen."
        static let examples = [Initial()]
    }

    struct First: Screen {
        static let title = "First"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "A step."
        static let examples = [First()]
    }

    struct Second: Screen {
        static let title = "Second"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "A step, or the root."
        static let examples = [Second()]
    }

    struct Third: Screen {
        static let title = "Third"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "Another step, or the root."
        static let examples = [Third()]
    }

    struct Fourth: Screen {
        static let title = "Fourth"

        var title = Self.title.text

        typealias Action = StepAction

        static let about = "The last step."
        static let examples = [Fourth()]
    }
}
