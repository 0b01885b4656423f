import Foundation

extension Ferry {
    struct Booking: Codable, Hashable {
        var sailing: Sailing?
        var passengers: [Passenger] = []
        var cabin: Cabin?
        /// The end of the hold on the cabin.
        var heldUntil: Date?
        var extras = ExtraServices()

        struct ExtraServices: Codable, Hashable {
            var childMeals = 0
            var cots = 0
        }

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

        /// The complete journey; nil while a sailing or a cabin is missing.
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

extension Ferry {
    struct Passenger: Codable, Hashable {
        var name: String
        var age: Int

        /// Children pay half the fare and must not travel alone.
        var isChild: Bool { age < 16 }

        static let examples = [Passenger(name: "Ada Lovelace", age: 36), Passenger(name: "Byron", age: 7)]
    }
}

extension Ferry {
    struct Cabin: Codable, Hashable {
        var number: String
        var kind: Kind
        var sleeps: Int
        var priceCents: Int

        enum Kind: String, Codable, CaseIterable {
            case inside, outside, suite
        }

        static let example = Cabin(number: "302", kind: .outside, sleeps: 4, priceCents: 10_900)
    }

    struct CabinOffer: Codable, Hashable {
        var number: String
        var kind: Cabin.Kind
        var sleeps: Int
        var priceCents: Int
        var isFree: Bool

        var cabin: Cabin { Cabin(number: number, kind: kind, sleeps: sleeps, priceCents: priceCents) }
    }
}

extension Ferry {
    /// A complete booking.
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

    /// A paid journey.
    struct Ticket: Codable, Hashable {
        var reference: String
        var journey: Journey
    }
}

extension Ferry {
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
