import Fairway

/// Charges a card, sells the cabin that is held, and issues the ticket. Done twice, it is done once.
struct ChargeCard: Job {
    typealias Output = Ferry.Ticket

    var journey: Ferry.Journey
    var hold: String
    var card: Sensitive<String>

    static let performer = Performer(ChargeCard.self) { job, attempt in
        let payments = attempt.dependencies[PaymentService.self]
        do {
            try payments.charge(job.journey.totalCents, card: job.card.value, id: attempt.id)
        } catch let declined as PaymentService.Declined {
            throw GiveUp(declined.message)
        }
        guard try attempt.dependencies[CabinInventory.self].sell(job.hold) else {
            try payments.refund(attempt.id)
            throw GiveUp("Your cabin was sold meanwhile. You have got your money back.")
        }
        return try attempt.dependencies[TicketOffice.self].issue(job.journey, payment: attempt.id)
    }
}
