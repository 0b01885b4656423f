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

        static let about = "The passengers of the booking."
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
                Field(
                    childMeals,
                    "Children's meals",
                    .range(0...Booking.mostPassengers),
                    hint: "At most one for each child"
                )
                Field(cots, "Cots", .range(0...Booking.mostPassengers), hint: "At most one for each child")
            }
        }

        static let about = "Meals and cots for children."
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
            case finishLaterButtonPressed
        }

        static let title = "Your booking"

        static var controls: Controls<Self> {
            Control(.continueButtonPressed, "Continue to payment", role: .primary)
            Control(.finishLaterButtonPressed, "Finish later")
        }

        func viewModel(in context: ScreenContext) -> Overview { Overview(of: booking, by: member, in: context) }

        static let about = "The booking before the payment."
        static let examples = [Review(booking: .example, member: "Ada Lovelace")]
    }
}

extension Ferry {
    /// A link to continue the booking on any device.
    struct FinishLater: Screen {
        /// In an anonymous session, the link is a credential.
        var link: Sensitive<String>
        var expiresAt: Date

        enum Action: Codable {
            case closeButtonPressed
        }

        static let title = "Finish later"
        static var controls: Controls<Self> { Control(.closeButtonPressed, "Close", role: .cancel) }

        static let about = "A link that opens the booking once, on any device."
        static let examples = [
            FinishLater(link: Sensitive("https://example.org/r/kX3v9QZ0b1Lw7TnE"), expiresAt: Sailing.example.departs)
        ]
    }
}

extension Ferry {
    /// A booking as users see it before they pay.
    struct Overview: Codable {
        var sailing: String?
        var departs: Date?
        var arrives: Date?
        var passengers: [Passenger]
        var cabin: String?
        var heldUntil: Date?
        var childMeals: Int
        var cots: Int
        var lines: [Line]
        var totalCents: Int
        var total: String
        var member: String?

        /// A part of the price.
        struct Line: Codable {
            var label: String
            var count: Int
            var amount: String
        }

        init(of booking: Booking, by member: String? = nil, in context: ScreenContext) {
            sailing = booking.sailing?.title
            departs = booking.sailing?.departs
            arrives = booking.sailing?.arrives
            passengers = booking.passengers
            cabin = booking.cabin?.text(in: context)
            heldUntil = booking.heldUntil
            childMeals = booking.extras.childMeals
            cots = booking.extras.cots
            lines = booking.charges.map {
                Line(label: context.text($0.label), count: $0.count, amount: context.euros(cents: $0.cents))
            }
            totalCents = booking.totalCents
            total = context.euros(cents: booking.totalCents)
            self.member = member.map { $0 == Login.Member().name ? context.text("Guest") : $0 }
        }
    }
}
