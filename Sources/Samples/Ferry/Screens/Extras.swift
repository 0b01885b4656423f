import Fairway

extension Ferry {
    struct Extras: Screen {
        var children: Int
        var childMeals = 0
        var cots = 0

        enum Action: Codable {
            case continueButtonPressed(childMeals: Int, cots: Int)
        }

        static func errors(_ childMeals: Int, _ cots: Int, children: Int) -> [FieldError] {
            [("childMeals", childMeals), ("cots", cots)].filter { !(0...children).contains($0.1) }.map { name, _ in
                FieldError("/params/\(name)", "out-of-range", detail: "One for each child is the most.")
            }
        }

        static let about = "What is laid on for children."
        static let examples = [Extras(children: 2, childMeals: 1, cots: 1)]
    }
}
