import Fairway
import Foundation

/// Sends money: a form, an authorisation and a commit point. Repeated authorisations execute one transfer.
struct Transfer: FlowController {
    typealias Output = Fairway.Done

    /// Created when the form is submitted. The ledger executes a transfer once for each id.
    var transferID: String?

    static let title = "Transfer"
    static let about = "Sends money once, even if it is authorised fifty times."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form.self)
    }

    static var routes: Routes<Self> {
        shows(Form.self) { flow, context in
            let account = try await context.dependencies[Ledger.self].account(of: context.session)
            return Form(balance: account.balance, transfersSoFar: account.transfers)
        }
        on(Form.self) { flow, form, action, nav in
            switch action {
            case .continueButtonPressed(let recipient, let amount):
                guard amount <= form.balance else {
                    try nav.reject("amount", .tooLarge, "Your balance is too low.")
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
                guard let reference else { try nav.reject(.noFunds, "Your balance is no longer high enough.") }
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
        var transfersSoFar: Int

        struct ViewModel: Codable {
            var balance: Decimal
            var balanceText: String
            var transfersSoFar: Int
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(balance: balance, balanceText: context.euros(balance), transfersSoFar: transfersSoFar)
        }

        enum Action: Codable {
            case continueButtonPressed(to: String, amount: Decimal)
        }

        static var controls: Controls<Self> {
            Control(Action.continueButtonPressed, "Continue", role: .primary) { to, amount in
                Field(to, "To", .length(1...100), .placeholder("Grace Hopper"))
                Field(amount, "Amount", .money(currency: "EUR"), .range(0.01...1_000_000), .step(0.01))
            }
        }

        static let about = "Asks for the recipient and the amount."
        static let examples = [Form(balance: 1_000, transfersSoFar: 0)]
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
            var amountText: String
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(to: to, amount: amount, amountText: context.euros(amount))
        }

        static let about = "The transfer before it is sent."
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

        static let about = "The reference of the transfer."
        static let examples = [Done(reference: "T-1")]
    }
}

/// Executes transfers, once for each id. Each session has an account.
actor Ledger {
    /// The transfers of each account.
    private var accounts: JSONFile<[Entry]>

    init(in folder: DataFolder = DataFolder()) {
        accounts = JSONFile("transfers", in: folder)
    }

    static let openingBalance: Decimal = 1_000

    struct Entry: Codable, Hashable {
        var id: String
        var reference: String
        var recipient: String
        var amount: Decimal
    }

    struct Account {
        var balance: Decimal
        var transfers: Int
    }

    func account(of session: String) throws -> Account { Self.account(try entries(of: session)) }

    /// Executes a transfer and returns its reference. Repeating it with the same id returns the same reference.
    ///
    /// - Returns: Nil if the balance is too small.
    func transfer(_ amount: Decimal, to recipient: String, id: String, session: String) throws -> String? {
        try accounts.update { accounts in
            let entries = accounts[session] ?? []
            if let known = entries.first(where: { $0.id == id }) { return known.reference }
            guard amount <= Self.account(entries).balance else { return nil }
            // References are unique among all accounts, and no transfer is removed.
            let number = accounts.values.reduce(1) { $0 + $1.count }
            let entry = Entry(id: id, reference: "T-\(number)", recipient: recipient, amount: amount)
            accounts[session, default: []].append(entry)
            return entry.reference
        }
    }

    private func entries(of session: String) throws -> [Entry] { try accounts.all()[session] ?? [] }

    private static func account(_ entries: [Entry]) -> Account {
        Account(balance: entries.reduce(openingBalance) { $0 - $1.amount }, transfers: entries.count)
    }
}
