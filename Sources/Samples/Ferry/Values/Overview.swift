import Fairway
import Foundation

extension Ferry {
    /// A booking as users see it before they pay.
    struct Overview: Codable {
        var sailing: String?
        var departs: Date?
        var arrives: Date?
        var passengers: [Passenger]
        var cabin: String?
        var heldUntil: Date?
        var childMeals: Int
        var cots: Int
        var lines: [Line]
        var totalCents: Int
        var total: String
        var member: String?

        /// A part of the price.
        struct Line: Codable {
            var label: String
            var count: Int
            var amount: String
        }

        init(of booking: Booking, by member: String? = nil, in context: ScreenContext) {
            sailing = booking.sailing?.title
            departs = booking.sailing?.departs
            arrives = booking.sailing?.arrives
            passengers = booking.passengers
            cabin = booking.cabin.map { "\($0.number) (\($0.kind.rawValue))" }
            heldUntil = booking.heldUntil
            childMeals = booking.extras.childMeals
            cots = booking.extras.cots
            lines = booking.charges.map {
                Line(label: context.text($0.label), count: $0.count, amount: context.euros(cents: $0.cents))
            }
            totalCents = booking.totalCents
            total = context.euros(cents: booking.totalCents)
            self.member = member
        }
    }
}
