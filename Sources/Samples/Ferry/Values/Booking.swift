import Fairway
import Foundation

extension Ferry {
    struct Booking: Codable, Hashable {
        var sailing: Sailing?
        var passengers: [Passenger] = [] {
            didSet {
                extras.childMeals = min(extras.childMeals, children)
                extras.cots = min(extras.cots, children)
            }
        }
        var cabin: Cabin?
        /// The end of the hold on the cabin.
        var heldUntil: Date?
        var extras = ExtraServices()

        struct ExtraServices: Codable, Hashable {
            var childMeals = 0
            var cots = 0
        }

        static let mostPassengers = 9
        static let mealCents = 1_200
        static let cotCents = 500

        var children: Int { passengers.count(where: \.isChild) }

        var totalCents: Int { charges.reduce(0) { $0 + $1.cents } }

        /// The parts of the total. Children pay half the fare.
        var charges: [Charge] {
            let fare = sailing?.fareCents ?? 0
            let adults = passengers.count - children
            return [
                Charge(label: "Adults", count: adults, cents: adults * fare),
                Charge(label: "Children", count: children, cents: children * fare / 2),
                Charge(label: "Cabin", count: cabin == nil ? 0 : 1, cents: cabin?.priceCents ?? 0),
                Charge(label: "Children's meals", count: extras.childMeals, cents: extras.childMeals * Self.mealCents),
                Charge(label: "Cots", count: extras.cots, cents: extras.cots * Self.cotCents),
            ].filter { $0.count > 0 }
        }

        struct Charge {
            var label: Text
            var count: Int
            var cents: Int
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

        /// Children must not travel alone.
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
