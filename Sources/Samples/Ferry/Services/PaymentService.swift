/// A fake payment gateway. Payments are idempotent by id. The card number determines the outcome, like the test cards
/// of real gateways.
struct PaymentService: Sendable {
    static let tables = """
        CREATE TABLE IF NOT EXISTS ferry_payments (
            id TEXT PRIMARY KEY, amount_cents INTEGER NOT NULL, outcome TEXT NOT NULL
        ) STRICT;
        """

    let database: SamplesDatabase

    enum Outcome: String {
        case paid, refunded, declined, withoutFunds, unreachable
    }

    /// The card was declined, and retrying is useless.
    struct Declined: Error {
        var message: String
    }

    /// The gateway is unreachable, and retrying may help.
    struct Unreachable: Error, CustomStringConvertible {
        var description: String { "The bank could not be reached. Try again later." }
    }

    /// Charges a card, unless a payment with this id exists.
    func charge(_ cents: Int, card: String, id: String) throws {
        let outcome = try database.transaction { sql in
            let known = try sql.first("SELECT outcome FROM ferry_payments WHERE id = ?", .text(id)) { $0.text(0) }
            let settled = known.flatMap(Outcome.init)
            if let settled, settled != .unreachable { return settled }
            let outcome = Self.outcome(of: card, isFirstTry: settled == nil)
            try sql.run(
                "INSERT OR REPLACE INTO ferry_payments (id, amount_cents, outcome) VALUES (?, ?, ?)",
                .text(id),
                .number(cents),
                .text(outcome.rawValue)
            )
            return outcome
        }
        switch outcome {
        case .paid: return
        case .refunded: throw Declined(message: "You have got your money back.")
        case .declined: throw Declined(message: "Your card was declined.")
        case .withoutFunds: throw Declined(message: "Your card has insufficient funds.")
        case .unreachable: throw Unreachable()
        }
    }

    func refund(_ id: String) throws {
        _ = try database.transaction { sql in
            try sql.run(
                "UPDATE ferry_payments SET outcome = ? WHERE id = ?",
                .text(Outcome.refunded.rawValue),
                .text(id)
            )
        }
    }

    /// The number and the sum of successful payments.
    func takings() throws -> (payments: Int, cents: Int) {
        try database.transaction { sql in
            try sql.first(
                "SELECT count(*), coalesce(sum(amount_cents), 0) FROM ferry_payments WHERE outcome = ?",
                .text(Outcome.paid.rawValue)
            ) { ($0.number(0), $0.number(1)) } ?? (0, 0)
        }
    }

    private static func outcome(of card: String, isFirstTry: Bool) -> Outcome {
        switch card {
        case "4000000000000002": .declined
        case "4000000000009995": .withoutFunds
        case "4000000000000119": isFirstTry ? .unreachable : .paid
        default: .paid
        }
    }
}
