import Fairway
import Foundation

extension Ferry {
    struct Sailings: Screen {
        var wish: Wish

        enum Action: Codable {
            case didSelectSailing(id: String)
        }

        /// What the timetable says at the moment.
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
    /// What sails as wished and has not left yet.
    func sailings(_ timetable: Timetable, after now: Date) throws -> [Ferry.Sailing] {
        guard let from, let to, let date else { return [] }
        return try timetable.sailings(from: from, to: to, on: date, after: now)
    }
}
