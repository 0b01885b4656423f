import Fairway
import Foundation

extension Ferry {
    struct Passengers: Screen {
        var passengers: [Passenger] = []

        enum Action: Codable {
            case addButtonPressed
            case didSelectPassenger(index: Int)
            case removeButtonPressed(index: Int)
            case continueButtonPressed
        }

        static let title = "Passengers"

        static var controls: Controls<Self> {
            Control(.addButtonPressed, "Add passenger")
            Control(Action.didSelectPassenger, "Edit", on: .row(of: \.passengers))
            Control(
                Action.removeButtonPressed,
                "Remove",
                role: .destructive,
                confirm: "Remove this passenger?",
                on: .row(of: \.passengers)
            )
            Control(.continueButtonPressed, "Continue", role: .primary)
        }

        static let about = "Who travels."
        static let examples = [Passengers(), Passengers(passengers: Passenger.examples)]
    }
}

extension Ferry {
    struct Extras: Screen {
        var children: Int
        var childMeals: Int
        var cots: Int
        var heldUntil: Date?

        init(for booking: Booking) {
            children = booking.children
            childMeals = booking.extras.childMeals
            cots = booking.extras.cots
            heldUntil = booking.heldUntil
        }

        enum Action: Codable {
            case continueButtonPressed(childMeals: Int, cots: Int)
        }

        static let title = "For the children"

        static var controls: Controls<Self> {
            Control(Action.continueButtonPressed, "Continue", role: .primary) { childMeals, cots in
                Field(childMeals, "Children's meals", .range(0...Booking.mostPassengers), hint: "One for each child")
                Field(cots, "Cots", .range(0...Booking.mostPassengers), hint: "One for each child")
            }
        }

        static let about = "What is laid on for children."
        static let examples = [Extras(for: .example)]
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

        static let title = "Your booking"

        static var controls: Controls<Self> {
            Control(.continueButtonPressed, "Continue to payment", role: .primary)
        }

        func viewModel(in context: ScreenContext) -> Overview { Overview(of: booking, by: member, in: context) }

        static let about = "Everything that was chosen."
        static let examples = [Review(booking: .example, member: "Ada Lovelace")]
    }
}
