/// A fake payment gateway. Payments are idempotent by id. The card number determines the outcome, like the test cards
/// of real gateways.
actor PaymentService {
    private var payments: JSONFile<[String: Payment]>

    init(in folder: DataFolder = DataFolder()) {
        payments = JSONFile("payments", in: folder, initial: [:])
    }

    struct Payment: Codable, Hashable {
        var cents: Int
        var outcome: Outcome
    }

    enum Outcome: String, Codable {
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

    /// Charges a card, unless a payment with this id is settled.
    func charge(_ cents: Int, card: String, id: String) throws {
        let outcome = try payments.update { payments in
            let known = payments[id]?.outcome
            if let known, known != .unreachable { return known }
            let outcome = Self.outcome(of: card, isFirstTry: known == nil)
            payments[id] = Payment(cents: cents, outcome: outcome)
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
        try payments.update { $0[id]?.outcome = .refunded }
    }

    /// The number and the sum of successful payments.
    func takings() throws -> (payments: Int, cents: Int) {
        let paid = try payments.value().values.filter { $0.outcome == .paid }
        return (paid.count, paid.reduce(0) { $0 + $1.cents })
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
