import Fairway

extension Ferry {
    /// What is laid on for children.
    struct Extras: Screen {
        var children: Int
        var extras = Booking.ExtraServices()

        enum Action: Codable {
            case continueButtonPressed(childMeals: Int, cots: Int)
        }

        static let about = "What is laid on for children."
        static let examples = [Extras(children: 2, extras: Booking.ExtraServices(childMeals: 1, cots: 1))]
    }
}
