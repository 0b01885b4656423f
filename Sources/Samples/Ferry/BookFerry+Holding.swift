import Fairway
import Foundation

/// The cabin, which is held for ten minutes.
///
/// If the session ends early, the hold expires in the inventory.
extension BookFerry {
    struct HoldEnded: Event {}

    private static let timer = "hold"

    func chooseCabin(_ nav: Navigator<Self>) {
        guard let sailing = booking.sailing else { return }
        nav.start(ChooseCabin(sailing: sailing.id, passengers: booking.passengers.count, hold: hold), as: .modal)
    }

    /// Holds a cabin and releases the previous one.
    mutating func hold(_ cabin: Ferry.Cabin, _ nav: Navigator<Self>) async throws {
        guard let sailing = booking.sailing, sailing.departs > nav.now else {
            try nav.reject("departed", "This ferry has departed. Go back and choose another one.")
        }
        let end = nav.now.addingTimeInterval(600)
        guard try await keep(cabin, under: nav.changeID, until: end, nav) else {
            try nav.reject("sold-out", "This cabin was just taken. Choose another one.")
        }
        release(nav)
        hold = nav.changeID
        booking.cabin = cabin
        booking.heldUntil = end
        nav.schedule(HoldEnded(), after: .seconds(600), id: Self.timer)
        summarize(nav)
    }

    /// Releases the hold in a job, which runs only if this change is committed.
    mutating func release(_ nav: Navigator<Self>) {
        guard let hold else { return }
        nav.cancel(id: Self.timer)
        nav.run(ReleaseCabin(hold: hold))
        self.hold = nil
        booking.cabin = nil
        booking.heldUntil = nil
    }

    /// While a card is charged, the timer stops and the inventory keeps the cabin for an hour.
    func pauseHold(of cabin: Ferry.Cabin, _ hold: String, _ nav: Navigator<Self>) async throws {
        guard try await keep(cabin, under: hold, until: nav.now.addingTimeInterval(3_600), nav) else {
            try nav.reject("sold-out", "Your cabin is no longer free. Go back and choose another one.")
        }
        nav.cancel(id: Self.timer)
    }

    /// Restarts the timer with the remaining time after a failed payment.
    func resumeHold(_ nav: Navigator<Self>) async throws {
        guard let hold, let cabin = booking.cabin, let end = booking.heldUntil else { return }
        _ = try await keep(cabin, under: hold, until: end, nav)
        nav.schedule(HoldEnded(), after: .seconds(max(0, end.timeIntervalSince(nav.now))), id: Self.timer)
    }

    mutating func loseCabin(_ nav: Navigator<Self>) {
        release(nav)
        summarize(nav)
        nav.show(Ferry.CabinReleased())
    }

    /// Returns to the cabins, with the sailings and the passengers below them in the stack.
    func returnToCabins(_ nav: Navigator<Self>) {
        nav.goBackToRoot()
        nav.goNext(to: Ferry.Sailings.self)
        nav.goNext(to: Ferry.Passengers.self)
        chooseCabin(nav)
    }

    private func keep(
        _ cabin: Ferry.Cabin,
        under id: String,
        until end: Date,
        _ nav: Navigator<Self>
    ) async throws -> Bool {
        guard let sailing = booking.sailing else { return false }
        // The inventory is real, and holds the cabin for the original of a sandbox.
        guard !nav.isSandbox else { return true }
        return try await nav.dependencies[CabinInventory.self].hold(
            cabin.number,
            on: sailing.id,
            id: id,
            replacing: hold,
            until: end,
            at: nav.now
        )
    }
}

/// The payment runs as a job. During the job the user cannot leave, and the cabin stays held.
extension BookFerry {
    mutating func pay(_ action: Ferry.Payment.Action, _ nav: Navigator<Self>) async throws {
        switch action {
        case .payButtonPressed(let card):
            guard let digits = Ferry.Payment.digits(of: card.value) else {
                try nav.reject("card", "no-card-number", "Enter a valid card number.")
            }
            guard let journey = booking.journey, let hold else { return }
            try await pauseHold(of: journey.cabin, hold, nav)
            nav.run(ChargeCard(journey: journey, hold: hold, card: Sensitive(digits), user: nav.user?.id))
            nav.show(Ferry.Processing(amountCents: journey.totalCents), as: .modal(navigation: false))
            isPaying = true
            decline = nil
        }
    }

    mutating func returnToPayment(_ message: Text, _ nav: Navigator<Self>) async throws {
        isPaying = false
        decline = message
        nav.goBack(to: Ferry.Payment.self)
        try await resumeHold(nav)
    }
}
