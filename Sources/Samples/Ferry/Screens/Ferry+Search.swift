import Fairway
import Foundation

extension Ferry {
    struct Search: Screen {
        var wish = Wish()

        enum Action: Codable {
            case searchButtonPressed(from: String, to: String, date: String)
        }

        static let title = "Find a ferry"

        static var controls: Controls<Self> {
            Control(Action.searchButtonPressed, "Search", role: .primary) { from, to, date in
                Field(from, "From", .options(in: \.ports, value: \.key, label: \.name))
                Field(to, "To", .options(in: \.ports, value: \.key, label: \.name))
                Field(date, "Day of departure", .date)
            }
        }

        struct ViewModel: Codable {
            var ports: [Port]
            var from: String?
            var to: String?
            var date: Day?
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                ports: context.dependencies[Timetable.self].ports,
                from: wish.from,
                to: wish.to,
                date: wish.date
            )
        }

        @RefusalsBuilder static func refusals(
            _ from: String,
            _ to: String,
            _ date: String,
            _ timetable: Timetable,
            now: Date
        ) -> [Refusal] {
            if from == to {
                Refusal("to", "same", "Choose a port other than the port of departure.")
            } else if !timetable.serves(from: from, to: to) {
                Refusal("to", "no-route", "No ferry sails from the port of departure to this port.")
            }
            if (Day(rawValue: date)?.start ?? .distantPast) < Day(now).start {
                Refusal("date", "past", "That day is over.")
            }
            if (Day(rawValue: date)?.start ?? .distantPast) > now.addingTimeInterval(100 * 365 * 86_400) {
                Refusal("date", "too-far", "Choose a day within the next hundred years.")
            }
        }

        static let about = "Asks for the ports and the day."
        static let examples = [Search(), Search(wish: Wish(from: "kiel", to: "oslo"))]
    }
}

extension Ferry {
    struct Sailings: Screen {
        var wish: Wish

        enum Action: Codable {
            case didSelectSailing(id: String)
        }

        static let title = "Sailings"

        static var controls: Controls<Self> {
            Control(Action.didSelectSailing, "Choose", on: .row(of: \.sailings, \.id))
        }

        struct ViewModel: Codable {
            var date: Day?
            var sailings: [Offer]
        }

        /// A sailing, with its ports and its fare as texts.
        struct Offer: Codable {
            var id: String
            var title: String
            var from: String
            var fromText: String
            var to: String
            var toText: String
            var departs: Date
            var arrives: Date
            var fareCents: Int
            var fare: String

            init(_ sailing: Sailing, in context: ScreenContext) {
                id = sailing.id
                title = sailing.title
                from = sailing.from
                fromText = context.dependencies[Timetable.self].name(of: from)
                to = sailing.to
                toText = context.dependencies[Timetable.self].name(of: to)
                departs = sailing.departs
                arrives = sailing.arrives
                fareCents = sailing.fareCents
                fare = context.euros(cents: sailing.fareCents)
            }
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            let sailings = wish.sailings(context.dependencies[Timetable.self], after: context.now)
            return ViewModel(date: wish.date, sailings: sailings.map { Offer($0, in: context) })
        }

        static let about = "The ferries of that day."
        static let examples = [Sailings(wish: Wish(from: "kiel", to: "oslo", date: Day(Sailing.example.departs)))]
    }
}

extension Ferry.Wish {
    /// The matching sailings that have not departed.
    func sailings(_ timetable: Timetable, after now: Date) -> [Ferry.Sailing] {
        guard let from, let to, let date else { return [] }
        return timetable.sailings(from: from, to: to, on: date, after: now)
    }
}
