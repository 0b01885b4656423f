import Fairway

/// Opens another flow at a screen that is chosen at run time.
struct Deeplink: FlowController {
    typealias Output = Done

    static let about = "Starts a flow at a screen chosen at run time, here or by link."

    func start(_ nav: Navigator<Self>) {
        nav.show(Chooser())
    }

    static var routes: Routes<Self> {
        on(Chooser.self) { flow, action, nav in
            switch action {
            case .goButtonPressed(let name):
                guard let place = name.flatMap(DeeplinkTarget.Place.init(anyCase:)) else {
                    try nav.reject("to", "unknown", "There is no such screen.")
                }
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
        var choices = DeeplinkTarget.Place.allCases

        enum Action: Codable {
            case goButtonPressed(to: String?)
            case closeButtonPressed
        }

        static let about = "The screens one can go to."
        static let examples = [Chooser()]
    }
}

/// A flow that starts with a given screen. The output is true if the parent flow should finish too.
struct DeeplinkTarget: FlowController {
    typealias Output = Bool

    var place = Place.first

    static let about = "Begins with the screen it is started for."

    enum Place: String, Codable, CaseIterable {
        case first = "First"
        case second = "Second"
        case third = "Third"
        case fourth = "Fourth"

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

extension DeeplinkTarget {
    struct First: Screen {
        var title = "First"

        typealias Action = LeaveAction

        static let about = "A screen from which everything can be closed."
        static let examples = [First()]
    }

    struct Second: Screen {
        var title = "Second"

        typealias Action = LeaveAction

        static let about = "Another screen from which everything can be closed."
        static let examples = [Second()]
    }

    struct Third: Screen {
        var title = "Third"

        typealias Action = CloseAction

        static let about = "A screen that closes only itself."
        static let examples = [Third()]
    }

    struct Fourth: Screen {
        var title = "Fourth"

        typealias Action = CloseAction

        static let about = "Another screen that closes only itself."
        static let examples = [Fourth()]
    }
}
