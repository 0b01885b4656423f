import Fairway
import Foundation

/// Sends money: a form, an authorisation, and a point of no return that is crossed once, however often it is pressed.
struct Transfer: FlowController {
    typealias Output = Fairway.Done

    /// Made when the form is filled in. The ledger executes a transfer of one id once.
    var transferID: String?

    static let about = "A commit point: fifty authorisations, one transfer."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form())
    }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .continueButtonPressed(let recipient, let amount):
                let errors = Form.errors(recipient, amount, balance: Ledger.balance)
                guard errors.isEmpty else { try nav.reject(errors) }
                flow.transferID = nav.changeID
                nav.show(Authorize(to: recipient, amount: amount))
            }
        }
        on(Authorize.self) { flow, action, nav in
            switch action {
            case .authorizeButtonPressed:
                guard let id = flow.transferID, let order = nav.instance(of: Authorize.self) else { return }
                let reference = try nav.dependencies[Ledger.self].transfer(
                    order.amount,
                    to: order.to,
                    id: id,
                    session: nav.session
                )
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

extension Transfer {
    struct Form: Screen {
        enum Action: Codable {
            case continueButtonPressed(to: String, amount: Decimal)
        }

        /// What the ledger says at the moment.
        struct ViewModel: Codable {
            var balance: Decimal
            var transfersSoFar: Int
        }

        func viewModel(in context: ScreenContext) throws -> ViewModel {
            ViewModel(
                balance: Ledger.balance,
                transfersSoFar: try context.dependencies[Ledger.self].count(session: context.session)
            )
        }

        static func errors(_ recipient: String, _ amount: Decimal, balance: Decimal) -> [FieldError] {
            var errors: [FieldError] = []
            if recipient.isEmpty { errors.append(FieldError("/params/to", "empty", detail: "Say to whom.")) }
            if amount <= 0 {
                errors.append(FieldError("/params/amount", "too-small", detail: "Send more than nothing."))
            }
            if amount > balance {
                errors.append(FieldError("/params/amount", "too-large", detail: "You have \(balance)."))
            }
            return errors
        }

        static let about = "To whom, and how much."
        static let examples = [Form()]
    }

    struct Authorize: Screen {
        var to: String
        var amount: Decimal

        enum Action: Codable, CaseIterable {
            case authorizeButtonPressed
        }

        static let about = "The last chance to go back."
        static let examples = [Authorize(to: "Grace Hopper", amount: 25)]
    }

    /// It is done, and cannot be gone back from.
    struct Done: Screen {
        var reference: String

        enum Action: Codable, CaseIterable {
            case closeButtonPressed
        }

        static let about = "It is done."
        static let examples = [Done(reference: "T-1")]
    }
}
