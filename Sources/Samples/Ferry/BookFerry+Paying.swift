import Fairway

/// The payment: a job, during which nobody may leave and the cabin may not be lost.
extension BookFerry {
    mutating func pay(_ action: Ferry.Payment.Action, _ nav: Navigator<Self>) throws {
        switch action {
        case .payButtonPressed(let card):
            guard let digits = Ferry.Payment.digits(of: card.value) else {
                try nav.reject(FieldError("/params/card", "no-card-number", detail: "That is no card's number."))
            }
            guard let journey = booking.journey, let hold else { return }
            try pauseHold(of: journey.cabin, hold, nav)
            nav.run(ChargeCard(journey: journey, hold: hold, card: Sensitive(digits)))
            nav.show(Ferry.Processing(amountCents: journey.totalCents), as: .modal(navigation: false))
            isPaying = true
        }
    }

    mutating func returnToPayment(_ message: String, _ nav: Navigator<Self>) throws {
        isPaying = false
        nav.goBack(to: Ferry.Payment.self)
        nav.update(Ferry.Payment.self) { $0.message = message }
        try resumeHold(nav)
    }
}
