import Fairway

/// Asks for the damage: a form, a review, and the damage as the result.
struct ReportDamage: FlowController {
    typealias Output = Damage

    func start(_ nav: Navigator<Self>) { nav.show(Form()) }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .continueButtonPressed(let what, let euros):
                nav.show(Review(damage: Damage(what: what, euros: euros)))
            }
        }
        on(Review.self) { flow, screen, action, nav in
            switch action {
            case .submitButtonPressed: nav.finish(screen.damage)
            }
        }
    }
}

struct Damage: Codable, Equatable {
    var what: String
    var euros: Int
}

extension ReportDamage {
    struct Form: Screen {
        static let title = "Report damage"

        enum Action: Codable { case continueButtonPressed(what: String, euros: Int) }

        static var controls: Controls<Self> {
            Control(Action.continueButtonPressed, "Continue", role: .primary) { what, euros in
                Field(what, "What happened?", .length(1...500), .multiline)
                Field(euros, "Damage in euros", .range(1...100_000))
            }
        }
    }

    struct Review: Screen {
        static let title = "Is this right?"
        var damage: Damage

        enum Action: Codable { case submitButtonPressed }

        static var controls: Controls<Self> { Control(.submitButtonPressed, "Submit", role: .primary) }
    }
}
