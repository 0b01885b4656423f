import Fairway

extension Ferry {
    /// From where to where, and when.
    struct Search: Screen {
        var wish = Wish()

        enum Action: Codable {
            case searchButtonPressed(from: String, to: String, date: String)
        }

        /// With the ports that there are.
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

        static let about = "From where to where, and when."
        static let examples = [Search(), Search(wish: Wish(from: "kiel", to: "oslo"))]
    }
}
