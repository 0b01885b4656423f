import Fairway
import Foundation

extension Ferry {
    struct Booking: Codable, Hashable {
        var sailing: Sailing?
        var travellers: [Traveller] = [] {
            didSet {
                extras.childMeals = min(extras.childMeals, children)
                extras.cots = min(extras.cots, children)
            }
        }
        var cabin: Cabin?
        /// The end of the hold on the cabin.
        var heldUntil: Date?
        var extras = ExtraServices()

        /// A passenger, with an id that stays when passengers are edited or removed.
        struct Traveller: Codable, Hashable, Identifiable {
            let id: String
            var passenger: Passenger
        }

        struct ExtraServices: Codable, Hashable {
            var childMeals = 0
            var cots = 0
        }

        static let mostPassengers = 9
        static let mealCents = 1_200
        static let cotCents = 500

        var passengers: [Passenger] { travellers.map(\.passenger) }

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
            travellers: Passenger.examples.map { Traveller(id: $0.name, passenger: $0) },
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

        enum Kind: String, Choice {
            case inside, outside, suite

            var label: Text {
                switch self {
                case .inside: "Inside"
                case .outside: "Outside"
                case .suite: "Suite"
                }
            }
        }

        /// The cabin as users see it: `302 (Outside)`.
        func text(in context: ScreenContext) -> String { "\(number) (\(context.text(kind.label)))" }

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

extension Ferry {
    /// A ferry on a day.
    struct Sailing: Codable, Hashable {
        var id: String
        var title: String
        var from: String
        var to: String
        var departs: Date
        var arrives: Date
        var fareCents: Int

        static let example = Sailing(
            id: "kiel-oslo-2030-06-01-840",
            title: "Kiel – Oslo",
            from: "kiel",
            to: "oslo",
            departs: Date(timeIntervalSince1970: 1_906_552_800),
            arrives: Date(timeIntervalSince1970: 1_906_624_800),
            fareCents: 8_900
        )
    }
}

extension Ferry {
    struct Port: Codable, Hashable {
        var key: String
        var name: String
    }
}

extension Ferry {
    /// A calendar day in the ferries' local time, like `2026-12-24`.
    struct Day: RawRepresentable, Codable, Hashable {
        let rawValue: String

        private static let format = Date.ISO8601FormatStyle().year().month().day()

        /// Parses a day; nil if the calendar has no such day.
        init?(rawValue: String) {
            guard let start = try? Date(rawValue, strategy: Self.format), Self.format.format(start) == rawValue else {
                return nil
            }
            self.rawValue = rawValue
        }

        init(_ moment: Date) { rawValue = Self.format.format(moment) }

        var start: Date { (try? Date(rawValue, strategy: Self.format)) ?? .distantPast }
    }
}
