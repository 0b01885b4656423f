import Fairway
import Foundation

/// Reports damage to an insurer, and shows the decision, which arrives days later as a webhook.
struct Claim: FlowController {
    typealias Output = Done

    /// The number under which the insurer knows the claim; nil until the form is submitted.
    var number: String?
    var isFiled = false
    var isDecided = false
    /// Why the insurer did not take the claim.
    var problem: Text?

    static let title = "Claim"
    static let about = "A claim with a number, and a decision that arrives as a webhook."

    struct Overdue: Event {}

    private static let reminder = "reminder"

    func start(_ nav: Navigator<Self>) { nav.show(Form.self) }

    static var routes: Routes<Self> {
        shows(Form.self) { flow in Form(problem: flow.problem) }
        shows(Waiting.self) { flow in Waiting(number: flow.number ?? "", isFiled: flow.isFiled) }
        on(Form.self) { flow, action, nav in
            switch action {
            case .submitButtonPressed(let what, let amount): try await flow.submit(what, amount, nav)
            }
        }
        on(completion: FileClaim.self) { flow, done, nav in flow.isFiled = true }
        on(failure: FileClaim.self) { flow, failure, nav in
            guard !flow.isDecided else { return }
            flow.problem = failure.message
            nav.cancel(id: reminder)
            nav.show(Form.self, as: .root)
        }
        on(event: Overdue.self) { flow, event, nav in nav.show(Reminder()) }
        on(Reminder.self) { flow, answer, nav in
            switch answer {
            case .getHelp: nav.select("help")
            case .wait: break
            }
        }
        on(signal: ClaimDecided.self) { flow, decided, nav in
            guard !flow.isDecided else { return }
            flow.isDecided = true
            nav.cancel(id: reminder)
            nav.show(Decision(approved: decided.approved, reference: decided.reference), as: .root)
        }
        on(Decision.self) { flow, action, nav in
            switch action {
            case .doneButtonPressed: nav.finish()
            }
        }
    }

    /// Files the claim. After a failure, the user submits the form again under the same number.
    private mutating func submit(_ what: String, _ amount: Decimal, _ nav: Navigator<Self>) async throws {
        let number = number ?? Self.makeNumber()
        // Before the job runs, so that the decision finds this session.
        try await nav.bind(.claim(number))
        self.number = number
        problem = nil
        nav.run(FileClaim(number: number, what: what, amount: amount))
        nav.schedule(Overdue(), after: .days(2), id: Self.reminder)
        nav.showTabs {
            Tab("case", title: "Case", ClaimCase())
            Tab("help", title: "Help", ClaimHelp())
        }
    }

    /// Ten unambiguous letters and digits. They are random, because an insurer's message with the number reaches the session.
    private static func makeNumber() -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return "C-" + String((0..<10).map { _ in letters[Int.random(in: letters.indices)] })
    }
}

/// The decision of the insurer.
struct ClaimDecided: Signal {
    var approved: Bool
    var reference: String
}

extension SessionKey {
    /// The key of the session that waits for the decision about a claim.
    static func claim(_ number: String) -> SessionKey { SessionKey("claim", number) }
}

/// The tab with the state of the claim, which ``Claim`` makes.
struct ClaimCase: FlowController {
    static let title = "State of a claim"
    static let about = "The state of a claim, as a tab."

    func start(_ nav: Navigator<Self>) { nav.show(Claim.Waiting.self) }

    static var routes: Routes<Self> { screen(handledAbove: Claim.Waiting.self) }
}

/// The tab with help.
struct ClaimHelp: FlowController {
    static let title = "Help with a claim"
    static let about = "Help with a claim, as a tab."

    func start(_ nav: Navigator<Self>) { nav.show(Claim.Help()) }

    static var routes: Routes<Self> { screen(Claim.Help.self) }
}
