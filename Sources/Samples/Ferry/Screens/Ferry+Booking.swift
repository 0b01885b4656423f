import Fairway

extension Ferry {
    struct Passengers: Screen {
        var passengers: [Passenger] = []

        enum Action: Codable {
            case addButtonPressed
            case didSelectPassenger(index: Int)
            case removeButtonPressed(index: Int)
            case continueButtonPressed
        }

        static let about = "Who travels."
        static let examples = [Passengers(), Passengers(passengers: Passenger.examples)]
    }
}

extension Ferry {
    struct Extras: Screen {
        var children: Int
        var childMeals = 0
        var cots = 0

        enum Action: Codable {
            case continueButtonPressed(childMeals: Int, cots: Int)
        }

        static let about = "What is laid on for children."
        static let examples = [Extras(children: 2, childMeals: 1, cots: 1)]
    }
}

extension Ferry {
    /// The booking before the payment.
    struct Review: Screen {
        var booking: Booking
        var member: String?

        enum Action: Codable {
            case continueButtonPressed
        }

        func viewModel(in context: ScreenContext) -> Overview { Overview(of: booking, by: member) }

        static let about = "Everything that was chosen."
        static let examples = [Review(booking: .example, member: "Ada Lovelace")]
    }
}
