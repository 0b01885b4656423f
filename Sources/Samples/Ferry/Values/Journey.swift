extension Ferry {
    /// A booking in which nothing is missing.
    struct Journey: Codable, Hashable {
        var sailing: Sailing
        var cabin: Cabin
        var passengers: [Passenger]
        var extras: Booking.ExtraServices
        var totalCents: Int

        static let example = Journey(
            sailing: .example,
            cabin: .example,
            passengers: Passenger.examples,
            extras: Booking.ExtraServices(childMeals: 1),
            totalCents: 25_450
        )
    }

    /// A journey that was paid for.
    struct Ticket: Codable, Hashable {
        var reference: String
        var journey: Journey
    }
}
