import Fairway
import Foundation

/// Sends money: a form, an authorisation and a commit point. Repeated authorisations execute one transfer.
struct Transfer: FlowController {
    typealias Output = Fairway.Done

    /// Created when the form is submitted. The ledger executes a transfer once for each id.
    var transferID: String?

    static let about = "A commit point: fifty authorisations, one transfer."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form.self)
    }

    static var routes: Routes<Self> {
        shows(Form.self) { flow, context in
            let account = try await context.dependencies[Ledger.self].account(of: context.session)
            return Form(
                balance: account.balance,
                available: context.euros(account.balance),
                transfersSoFar: account.transfers
            )
        }
        on(Form.self) { flow, form, action, nav in
            switch action {
            case .continueButtonPressed(let recipient, let amount):
                guard amount <= form.balance else {
                    try nav.reject("amount", .tooLarge, "You do not have that much.")
                }
                flow.transferID = nav.changeID
                nav.show(Authorize(to: recipient, amount: amount))
            }
        }
        on(Authorize.self) { flow, order, action, nav in
            switch action {
            case .authorizeButtonPressed:
                guard let id = flow.transferID else { return }
                let reference = try await nav.dependencies[Ledger.self].transfer(
                    order.amount,
                    to: order.to,
                    id: id,
                    session: nav.session
                )
                guard let reference else { try nav.reject(.noFunds, "You have spent that money meanwhile.") }
                nav.show(Done(reference: reference), as: .root)
            }
        }
        on(Done.self) { flow, action, nav in
            switch action {
            case .closeButtonPressed: nav.finish()
            }
        }
    }
}

extension Refusal.Code {
    fileprivate static let noFunds: Self = "no-funds"
}

extension Transfer {
    struct Form: Screen {
        static let title = "Send money"

        var balance: Decimal
        var available: String
        var transfersSoFar: Int

        enum Action: Codable {
            case continueButtonPressed(to: String, amount: Decimal)
        }

        static var controls: Controls<Self> {
            Control(Action.continueButtonPressed, "Continue", role: .primary) { to, amount in
                Field(to, "To", .length(1...100), .placeholder("Grace Hopper"))
                Field(amount, "Amount", .money(currency: "EUR"), .range(0.01...1_000_000), .step(0.01))
            }
        }

        static let about = "To whom, and how much."
        static let examples = [Form(balance: 1_000, available: "€1,000.00", transfersSoFar: 0)]
    }

    struct Authorize: Screen {
        static let title = "Check your transfer"

        var to: String
        var amount: Decimal

        enum Action: Codable {
            case authorizeButtonPressed
        }

        static var controls: Controls<Self> { Control(.authorizeButtonPressed, "Send the money", role: .primary) }

        struct ViewModel: Codable {
            var to: String
            var amount: Decimal
            var total: String
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(to: to, amount: amount, total: context.euros(amount))
        }

        static let about = "The last chance to go back."
        static let examples = [Authorize(to: "Grace Hopper", amount: 25)]
    }

    /// The root of the stack, so the user cannot go back to the authorisation.
    struct Done: Screen {
        static let title = "Your money is on its way"

        var reference: String

        enum Action: Codable {
            case closeButtonPressed
        }

        static var controls: Controls<Self> { Control(.closeButtonPressed, "Close", role: .primary) }

        static let about = "It is done."
        static let examples = [Done(reference: "T-1")]
    }
}
