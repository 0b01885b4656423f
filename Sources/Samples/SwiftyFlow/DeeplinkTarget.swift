import Fairway

/// A flow whose first screen is chosen by whoever starts it. Its output says whether the flow before it is to end too.
struct DeeplinkTarget: FlowController {
    typealias Output = Bool

    /// The screen it begins with.
    var place = Place.first

    static let about = "Begins with the screen it is started for."

    /// The screens it can begin with.
    enum Place: String, Codable, CaseIterable {
        case first = "First"
        case second = "Second"
        case third = "Third"
        case fourth = "Fourth"

        /// The place of that name, in any case.
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

    /// What can be done on the first two screens.
    enum LeaveAction: String, Codable, CaseIterable {
        case backToRootButtonPressed
        case closeButtonPressed

        fileprivate func leave(_ nav: Navigator<DeeplinkTarget>) {
            switch self {
            case .backToRootButtonPressed: nav.dismiss()
            case .closeButtonPressed: nav.finish(true)
            }
        }
    }

    /// What can be done on the others.
    enum CloseAction: String, Codable, CaseIterable {
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
