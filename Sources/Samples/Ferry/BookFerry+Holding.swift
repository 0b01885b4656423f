import Fairway
import Foundation

/// The cabin, which is held for ten minutes.
///
/// A hold that nobody gives back, because the session was ended in the middle, runs out in the inventory by itself.
extension BookFerry {
    /// The ten minutes are over.
    struct HoldEnded: Event {}

    private static let timer = "hold"

    func chooseCabin(_ nav: Navigator<Self>) {
        guard let sailing = booking.sailing else { return }
        nav.start(ChooseCabin(sailing: sailing.id, passengers: booking.passengers.count, hold: hold), as: .modal)
    }

    /// Holds a cabin in the place of the one that was held before.
    mutating func hold(_ cabin: Ferry.Cabin, _ nav: Navigator<Self>) throws {
        guard let sailing = booking.sailing, sailing.departs > nav.now else {
            try nav.reject(FieldError("/params", "departed", detail: "That ferry has left. Go back for another."))
        }
        let end = nav.now.addingTimeInterval(600)
        guard try keep(cabin, under: nav.changeID, until: end, nav) else {
            try nav.reject(FieldError("/params", "sold-out", detail: "Somebody was faster. Choose another cabin."))
        }
        release(nav)
        hold = nav.changeID
        booking.cabin = cabin
        booking.heldUntil = end
        nav.schedule(HoldEnded(), after: .seconds(600), id: Self.timer)
        try summarize(nav)
    }

    /// Gives back what is held, once this change is committed: one that fails must not have given anything away.
    mutating func release(_ nav: Navigator<Self>) {
        guard let hold else { return }
        nav.cancel(id: Self.timer)
        nav.run(ReleaseCabin(hold: hold))
        self.hold = nil
        booking.cabin = nil
        booking.heldUntil = nil
    }

    /// While a card is charged the cabin is not lost: the timer stops, and the inventory keeps the cabin for an hour.
    func pauseHold(of cabin: Ferry.Cabin, _ hold: String, _ nav: Navigator<Self>) throws {
        guard try keep(cabin, under: hold, until: nav.now.addingTimeInterval(3_600), nav) else {
            try nav.reject(FieldError("/params", "sold-out", detail: "Your cabin is gone. Go back for another."))
        }
        nav.cancel(id: Self.timer)
    }

    /// The card was not charged: the ten minutes go on, or are over by now.
    func resumeHold(_ nav: Navigator<Self>) throws {
        guard let hold, let cabin = booking.cabin, let end = booking.heldUntil else { return }
        _ = try keep(cabin, under: hold, until: end, nav)
        nav.schedule(HoldEnded(), after: .seconds(max(0, end.timeIntervalSince(nav.now))), id: Self.timer)
    }

    /// The ten minutes are over, wherever the user is.
    mutating func loseCabin(_ nav: Navigator<Self>) throws {
        release(nav)
        try summarize(nav)
        nav.show(Ferry.CabinReleased())
    }

    /// Back to the cabins, with the passengers under them.
    func returnToCabins(_ nav: Navigator<Self>) {
        if nav.instance(of: Ferry.Passengers.self) == nil {
            nav.goNext(to: Ferry.Passengers.self)
        } else {
            nav.goBack(to: Ferry.Passengers.self)
        }
        chooseCabin(nav)
    }

    private func keep(
        _ cabin: Ferry.Cabin,
        under id: String,
        until end: Date,
        _ nav: Navigator<Self>
    ) throws -> Bool {
        guard let sailing = booking.sailing else { return false }
        return try nav.dependencies[CabinInventory.self].hold(
            cabin.number,
            on: sailing.id,
            id: id,
            replacing: hold,
            until: end,
            at: nav.now
        )
    }
}
