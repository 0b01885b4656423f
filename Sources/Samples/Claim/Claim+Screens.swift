import Fairway
import Foundation

extension Claim {
    struct Form: Screen {
        static let title = "Report damage"

        var problem: Text?

        enum Action: Codable {
            case submitButtonPressed(what: String, amount: Decimal)
        }

        static var controls: Controls<Self> {
            Control(Action.submitButtonPressed, "Submit", role: .primary) { what, amount in
                Field(what, "What happened?", .length(1...500), .multiline)
                Field(amount, "Damage", .money(currency: "EUR"), .range(0.01...100_000), .step(0.01))
            }
        }

        struct ViewModel: Codable {
            var problem: Text?
        }

        func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(problem: problem) }

        static let about = "Asks what happened, and for the amount."
        static let examples = [Form(), Form(problem: "This could not be completed. Try again later.")]
    }

    struct Waiting: Screen {
        static let title = "Your claim"

        var number: String
        var isFiled: Bool

        struct ViewModel: Codable {
            var number: String
            var progress: Text
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                number: number,
                progress: isFiled ? "The insurer has your claim, and will decide." : "Your claim is being sent."
            )
        }

        static let about = "The number of the claim, until the insurer decides."
        static let examples = [Waiting(number: "C-K7Q2M9XAB4", isFiled: true)]
    }

    struct Help: Screen {
        static let title = "Help"

        struct ViewModel: Codable {
            var text: Text
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                text: "The insurer usually decides within two days. Have the number of your claim ready if you call."
            )
        }

        static let about = "What the user can do while the insurer decides."
        static let examples = [Help()]
    }

    struct Decision: Screen {
        static let title = "The decision"

        var approved: Bool
        var reference: String

        enum Action: Codable {
            case doneButtonPressed
        }

        static var controls: Controls<Self> { Control(.doneButtonPressed, "Done", role: .primary) }

        struct ViewModel: Codable {
            var approved: Bool
            var reference: String
            var text: Text
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                approved: approved,
                reference: reference,
                text: approved ? "The insurer pays for the damage." : "The insurer does not pay for the damage."
            )
        }

        static let about = "The insurer's decision and its reference."
        static let examples = [
            Decision(approved: true, reference: "D-1"), Decision(approved: false, reference: "D-2"),
        ]
    }

    struct Reminder: Alert {
        var title: Text = "The insurer has not decided yet"
        var message: Text = "You do not have to do anything. You can ask for the state of your claim."
        var buttons = [
            AlertButton("Get help", Action.getHelp),
            AlertButton("Keep waiting", Action.wait, style: .cancel),
        ]

        enum Action: String, Codable {
            case getHelp, wait
        }

        static let about = "Two days have passed without a decision."
        static let examples = [Reminder()]
    }
}
