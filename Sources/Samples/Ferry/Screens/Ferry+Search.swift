import Fairway
import Foundation

extension Ferry {
    struct Search: Screen {
        var wish = Wish()

        enum Action: Codable {
            case searchButtonPressed(from: String, to: String, date: String)
        }

        struct ViewModel: Codable {
            var ports: [Port]
            var from: String?
            var to: String?
            var date: Day?
        }

        func viewModel(in context: ScreenContext) throws -> ViewModel {
            ViewModel(
                ports: try context.dependencies[Timetable.self].ports(),
                from: wish.from,
                to: wish.to,
                date: wish.date
            )
        }

        static func errors(
            _ from: String,
            _ to: String,
            _ date: String,
            _ timetable: Timetable,
            now: Date
        ) throws -> [FieldError] {
            let ports = try timetable.ports().map(\.key)
            let today = Day(now)
            var errors: [FieldError] = []
            if !ports.contains(from) {
                errors.append(FieldError("/params/from", "unknown", detail: "No ferry calls there."))
            }
            if !ports.contains(to) {
                errors.append(FieldError("/params/to", "unknown", detail: "No ferry calls there."))
            } else if from == to {
                errors.append(FieldError("/params/to", "same", detail: "You are there already."))
            } else if errors.isEmpty, try !timetable.serves(from: from, to: to) {
                errors.append(FieldError("/params/to", "no-route", detail: "No ferry goes there from here."))
            }
            switch Day(rawValue: date) {
            case nil: errors.append(FieldError("/params/date", "no-date", detail: "Write it like \(today.rawValue)."))
            case let day? where day.start < today.start:
                errors.append(FieldError("/params/date", "past", detail: "That day is over."))
            case _?: break
            }
            return errors
        }

        static let about = "From where to where, and when."
        static let examples = [Search(), Search(wish: Wish(from: "kiel", to: "oslo"))]
    }
}

extension Ferry {
    struct Sailings: Screen {
        var wish: Wish

        enum Action: Codable {
            case didSelectSailing(id: String)
        }

        struct ViewModel: Codable {
            var date: Day?
            var sailings: [Sailing]
        }

        func viewModel(in context: ScreenContext) throws -> ViewModel {
            let timetable = context.dependencies[Timetable.self]
            return ViewModel(date: wish.date, sailings: try wish.sailings(timetable, after: context.now))
        }

        static let about = "The ferries of that day."
        static let examples = [Sailings(wish: Wish(from: "kiel", to: "oslo", date: Day(Sailing.example.departs)))]
    }
}

extension Ferry.Wish {
    /// The matching sailings that have not departed.
    func sailings(_ timetable: Timetable, after now: Date) throws -> [Ferry.Sailing] {
        guard let from, let to, let date else { return [] }
        return try timetable.sailings(from: from, to: to, on: date, after: now)
    }
}
