import Foundation

extension Ferry {
    /// What has been chosen so far.
    struct Booking: Codable, Hashable {
        var sailing: Sailing?
        var passengers: [Passenger] = []
        var cabin: Cabin?
        /// Until when nobody else can have that cabin.
        var heldUntil: Date?
        var extras = ExtraServices()

        /// What is laid on for children.
        struct ExtraServices: Codable, Hashable {
            var childMeals = 0
            var cots = 0
        }

        /// How many travel at most.
        static let mostPassengers = 9

        var children: Int { passengers.count(where: \.isChild) }

        var totalCents: Int {
            let fare = sailing?.fareCents ?? 0
            return (passengers.count - children) * fare + children * fare / 2 + (cabin?.priceCents ?? 0)
                + extras.childMeals * 1_200 + extras.cots * 500
        }

        static let example = Booking(
            sailing: .example,
            passengers: Passenger.examples,
            cabin: .example,
            heldUntil: Date(timeIntervalSince1970: 1_906_500_000),
            extras: ExtraServices(childMeals: 1)
        )

        /// What is to be paid for; nil while a sailing or a cabin is missing.
        var journey: Journey? {
            guard let sailing, let cabin else { return nil }
            return Journey(
                sailing: sailing,
                cabin: cabin,
                passengers: passengers,
                extras: extras,
                totalCents: totalCents
            )
        }
    }
}
