import Fairway

/// A fake payment gateway. Payments are idempotent by id. The card number determines the outcome, like the test cards
/// of real gateways.
actor PaymentService {
    private var payments: JSONFile<Payment>

    init(in folder: DataFolder = DataFolder()) {
        payments = JSONFile("payments", in: folder)
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
        var message: Text
    }

    /// The gateway is unreachable, and retrying may help.
    struct Unreachable: Error {}

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
        case .refunded: throw Declined(message: "This payment was refunded.")
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
        let paid = try payments.all().values.filter { $0.outcome == .paid }
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

/// Charges a card, sells the held cabin and issues the ticket. Each step is idempotent.
struct ChargeCard: Job {
    typealias Output = Ferry.Ticket

    var journey: Ferry.Journey
    var hold: String
    var card: Sensitive<String>
    /// The id of the signed-in user.
    var user: String?

    static let performer = Performer(ChargeCard.self) { job, attempt in
        let payments = attempt.dependencies[PaymentService.self]
        do {
            try await payments.charge(job.journey.totalCents, card: job.card.value, id: attempt.id)
        } catch let declined as PaymentService.Declined {
            throw GiveUp(declined.message)
        }
        attempt.log.info("charged", ["cents": job.journey.totalCents])
        guard try await attempt.dependencies[CabinInventory.self].sell(job.hold) else {
            try await payments.refund(attempt.id)
            throw GiveUp("Your cabin was sold before the payment was complete. Your money was refunded.")
        }
        return try await attempt.dependencies[TicketOffice.self].issue(job.journey, payment: attempt.id, user: job.user)
    }
}

/// Releases a hold, even if its booking has ended.
struct ReleaseCabin: Job {
    static let outlivesFlow = true

    var hold: String

    static let performer = Performer(ReleaseCabin.self) { job, attempt in
        try await attempt.dependencies[CabinInventory.self].release(job.hold)
        return Done()
    }
}
