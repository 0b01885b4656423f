import Foundation

extension Ferry {
    /// What a booking comes to, for people to read.
    struct Overview: Codable {
        var sailing: String?
        var departs: Date?
        var arrives: Date?
        var passengers: [Passenger]
        var cabin: String?
        var heldUntil: Date?
        var childMeals: Int
        var cots: Int
        var totalCents: Int
        /// Who books.
        var member: String?

        init(of booking: Booking, by member: String? = nil) {
            sailing = booking.sailing?.title
            departs = booking.sailing?.departs
            arrives = booking.sailing?.arrives
            passengers = booking.passengers
            cabin = booking.cabin.map { "\($0.number) (\($0.kind.rawValue))" }
            heldUntil = booking.heldUntil
            childMeals = booking.extras.childMeals
            cots = booking.extras.cots
            totalCents = booking.totalCents
            self.member = member
        }
    }
}
