import Fairway
import Foundation

/// Sends money: a form, an authorisation and a commit point. Repeated authorisations execute one transfer.
struct Transfer: FlowController {
    typealias Output = Fairway.Done

    /// Created when the form is submitted. The ledger executes a transfer once for each id.
    var transferID: String?

    static let about = "A commit point: fifty authorisations, one transfer."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form())
    }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .continueButtonPressed(let recipient, let amount):
                try nav.reject {
                    if recipient.isEmpty { Refusal("to", "empty", "Say to whom.") }
                    if amount <= 0 { Refusal("amount", .tooSmall, "Send more than nothing.") }
                    if amount > Ledger.balance { Refusal("amount", .tooLarge, "You have \(Ledger.balance).") }
                }
                flow.transferID = nav.changeID
                nav.show(Authorize(to: recipient, amount: amount))
            }
        }
        on(Authorize.self) { flow, order, action, nav in
            switch action {
            case .authorizeButtonPressed:
                guard let id = flow.transferID else { return }
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

        static let about = "To whom, and how much."
        static let examples = [Form()]
    }

    struct Authorize: Screen {
        var to: String
        var amount: Decimal

        enum Action: Codable {
            case authorizeButtonPressed
        }

        static let about = "The last chance to go back."
        static let examples = [Authorize(to: "Grace Hopper", amount: 25)]
    }

    /// The root of the stack, so the user cannot go back to the authorisation.
    struct Done: Screen {
        var reference: String

        enum Action: Codable {
            case closeButtonPressed
        }

        static let about = "It is done."
        static let examples = [Done(reference: "T-1")]
    }
}

/// Executes transfers, once for each id.
struct Ledger: Sendable {
    static let balance: Decimal = 1_000

    static let tables = """
        CREATE TABLE IF NOT EXISTS transfers (
            session TEXT NOT NULL, id TEXT NOT NULL, reference TEXT NOT NULL,
            recipient TEXT NOT NULL, amount TEXT NOT NULL,
            PRIMARY KEY (session, id)
        ) STRICT;
        """

    let database: SamplesDatabase

    /// Executes a transfer, or returns the reference of the one with this id.
    func transfer(_ amount: Decimal, to recipient: String, id: String, session: String) throws -> String {
        try database.transaction { sql in
            let known = try sql.first(
                "SELECT reference FROM transfers WHERE session = ? AND id = ?",
                .text(session),
                .text(id)
            ) { $0.text(0) }
            if let known { return known }
            let reference = "T-\(try count(session, sql) + 1)"
            try sql.run(
                "INSERT INTO transfers (session, id, reference, recipient, amount) VALUES (?, ?, ?, ?, ?)",
                .text(session),
                .text(id),
                .text(reference),
                .text(recipient),
                .text("\(amount)")
            )
            return reference
        }
    }

    func count(session: String) throws -> Int {
        try database.transaction { try count(session, $0) }
    }

    private func count(_ session: String, _ sql: SQLConnection) throws -> Int {
        try sql.first("SELECT count(*) FROM transfers WHERE session = ?", .text(session)) { $0.number(0) } ?? 0
    }
}
