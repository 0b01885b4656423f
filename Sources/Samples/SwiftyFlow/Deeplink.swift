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
                    try nav.reject(FieldError("/params/to", "unknown", detail: "There is no such screen."))
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

    /// `/swiftyflow/third` opens chooser and target in one change.
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
