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
