import Fairway

/// Opens another flow at a screen that is chosen at run time.
struct Deeplink: FlowController {
    typealias Output = Done

    static let title = "Deep link"
    static let about = "Starts a flow at a screen chosen at run time, here or by link."

    func start(_ nav: Navigator<Self>) {
        nav.show(Chooser())
    }

    static var routes: Routes<Self> {
        on(Chooser.self) { flow, action, nav in
            switch action {
            case .goButtonPressed(let place):
                guard let place else { try nav.reject("to", "unknown", "Choose a screen.") }
                nav.start(DeeplinkTarget(place: place), as: .modal)
            case .closeButtonPressed:
                nav.finish()
            }
        }
        on(finishOf: DeeplinkTarget.self) { flow, closesAll, nav in
            if closesAll { nav.finish() }
        }
    }

    /// `/swiftyflow/third` opens the chooser and the target in one change.
    static let link = Link("/swiftyflow/:screen") { link, nav in
        guard let place = DeeplinkTarget.Place(anyCase: try link["screen"]) else {
            try nav.notFound("There is no such screen.")
        }
        nav.chain {
            ChainLink.flow(Deeplink())
            ChainLink.flow(DeeplinkTarget(place: place), as: .modal)
        }
    }
}

extension Deeplink {
    struct Chooser: Screen {
        static let title = "Deep links"

        var choices = DeeplinkTarget.Place.allCases

        enum Action: Codable {
            case goButtonPressed(to: DeeplinkTarget.Place?)
            case closeButtonPressed
        }

        static var controls: Controls<Self> {
            Control(Action.goButtonPressed, "Go", role: .primary) { place in Field(place, "Screen") }
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "The screens one can go to."
        static let examples = [Chooser()]
    }
}

/// A flow that starts with a given screen. The output is true if the parent flow should finish too.
struct DeeplinkTarget: FlowController {
    typealias Output = Bool

    var place = Place.first

    struct Input: Codable {
        var place: Place?
    }

    static let title = "Target of a deep link"
    static let about = "Begins with the screen it is started for."

    enum Place: String, Choice {
        case first = "First"
        case second = "Second"
        case third = "Third"
        case fourth = "Fourth"

        var label: Text { Text(stringLiteral: rawValue) }

        /// Case-insensitive.
        init?(anyCase name: String) {
            guard let place = Place.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
                return nil
            }
            self = place
        }
    }

    func start(_ nav: Navigator<Self>) {
        switch place {
        case .first: nav.show(First())
        case .second: nav.show(Second())
        case .third: nav.show(Third())
        case .fourth: nav.show(Fourth())
        }
    }

    static var routes: Routes<Self> {
        on(First.self) { flow, action, nav in action.leave(nav) }
        on(Second.self) { flow, action, nav in action.leave(nav) }
        on(Third.self) { flow, action, nav in nav.dismiss() }
        on(Fourth.self) { flow, action, nav in nav.dismiss() }
    }

    enum LeaveAction: String, Codable {
        case backToRootButtonPressed
        case closeButtonPressed

        fileprivate func leave(_ nav: Navigator<DeeplinkTarget>) {
            switch self {
            case .backToRootButtonPressed: nav.dismiss()
            case .closeButtonPressed: nav.finish(true)
            }
        }
    }

    enum CloseAction: String, Codable {
        case closeButtonPressed
    }
}

extension Screen where Action == DeeplinkTarget.LeaveAction {
    @ControlsBuilder<Self> static var controls: Controls<Self> {
        Control(.backToRootButtonPressed, "Back to the chooser", role: .primary)
        Control(.closeButtonPressed, "Close everything", role: .cancel)
    }
}

extension Screen where Action == DeeplinkTarget.CloseAction {
    @ControlsBuilder<Self> static var controls: Controls<Self> {
        Control(.closeButtonPressed, "Close", role: .cancel)
    }
}

extension DeeplinkTarget {
    init(_ input: Input) { place = input.place ?? place }

    struct First: Screen {
        static let title = "First"

        var title = Self.title.text

        typealias Action = LeaveAction

        static let about = "A screen from which everything can be closed."
        static let examples = [First()]
    }

    struct Second: Screen {
        static let title = "Second"

        var title = Self.title.text

        typealias Action = LeaveAction

        static let about = "Another screen from which everything can be closed."
        static let examples = [Second()]
    }

    struct Third: Screen {
        static let title = "Third"

        var title = Self.title.text

        typealias Action = CloseAction

        static let about = "A screen that closes only itself."
        static let examples = [Third()]
    }

    struct Fourth: Screen {
        static let title = "Fourth"

        var title = Self.title.text

        typealias Action = CloseAction

        static let about = "Another screen that closes only itself."
        static let examples = [Fourth()]
    }
}
