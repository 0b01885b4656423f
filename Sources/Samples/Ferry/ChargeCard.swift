import Fairway

/// Charges a card, sells the held cabin and issues the ticket. Each step is idempotent.
struct ChargeCard: Job {
    typealias Output = Ferry.Ticket

    var journey: Ferry.Journey
    var hold: String
    var card: Sensitive<String>

    static let performer = Performer(ChargeCard.self) { job, attempt in
        let payments = attempt.dependencies[PaymentService.self]
        do {
            try await payments.charge(job.journey.totalCents, card: job.card.value, id: attempt.id)
        } catch let declined as PaymentService.Declined {
            throw GiveUp(declined.message)
        }
        guard try await attempt.dependencies[CabinInventory.self].sell(job.hold) else {
            try await payments.refund(attempt.id)
            throw GiveUp("Your cabin was sold meanwhile. You have got your money back.")
        }
        return try await attempt.dependencies[TicketOffice.self].issue(job.journey, payment: attempt.id)
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
