import Fairway
import Foundation

extension Ferry {
    struct Payment: Screen {
        var amountCents: Int
        /// The end of the hold on the cabin.
        var heldUntil: Date?
        /// The reason why the last payment failed.
        var message: Text?

        init(for booking: Booking, after decline: Text? = nil) {
            amountCents = booking.totalCents
            heldUntil = booking.heldUntil
            message = decline
        }

        struct ViewModel: Codable {
            var amountCents: Int
            var amount: String
            var heldUntil: Date?
            var message: Text?
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            let amount = context.euros(cents: amountCents)
            return ViewModel(amountCents: amountCents, amount: amount, heldUntil: heldUntil, message: message)
        }

        enum Action: Codable {
            case payButtonPressed(card: Sensitive<String>)
        }

        static let title = "Payment"

        static var controls: Controls<Self> {
            Control(Action.payButtonPressed, "Pay", role: .primary) { card in
                Field(card, "Card number", .length(1...40), .placeholder("4242 4242 4242 4242"))
            }
        }

        /// The digits of a card number; nil if its check digit is wrong (ISO/IEC 7812-1).
        static func digits(of card: String) -> String? {
            let digits = card.filter { $0 != " " }
            guard (12...19).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            let sum = digits.reversed().compactMap(\.wholeNumberValue).enumerated().reduce(0) { sum, digit in
                let value = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
                return sum + (value > 9 ? value - 9 : value)
            }
            return sum.isMultiple(of: 10) ? digits : nil
        }

        static let about = "Asks for a card."
        static let examples = [
            Payment(for: .example), Payment(for: .example, after: "Your card was declined."),
        ]
    }
}

extension Ferry {
    /// Shown while a card is charged. The result of the job replaces it.
    struct Processing: Screen {
        var amountCents: Int

        struct ViewModel: Codable {
            var amountCents: Int
            var amount: String
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(amountCents: amountCents, amount: context.euros(cents: amountCents))
        }

        static let title = "Your card is being charged"
        static let about = "A card is being charged."
        static let examples = [Processing(amountCents: 25_450)]
    }
}

extension Ferry {
    struct Confirmation: Screen {
        var reference: String
        var journey: Journey

        init(_ ticket: Ticket) {
            reference = ticket.reference
            journey = ticket.journey
        }

        /// The ticket with this reference; rejects the change if there is none.
        init<F>(of reference: String, _ nav: Navigator<F>) async throws {
            guard let ticket = try await nav.dependencies[TicketOffice.self].ticket(reference) else {
                try nav.reject("reference", "unknown", "There is no booking with this reference.")
            }
            self.init(ticket)
        }

        struct ViewModel: Codable {
            var reference: String
            var journey: Journey
            var journeyText: String
            var departs: Date
            var arrives: Date
            var passengers: [Passenger]
            var cabin: String
            var total: String
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                reference: reference,
                journey: journey,
                journeyText: journey.sailing.title,
                departs: journey.sailing.departs,
                arrives: journey.sailing.arrives,
                passengers: journey.passengers,
                cabin: journey.cabin.text(in: context),
                total: context.euros(cents: journey.totalCents)
            )
        }

        enum Action: Codable {
            case doneButtonPressed
            case ticketDeskButtonPressed
        }

        static let title = "Your ticket"

        static var controls: Controls<Self> {
            Control(.doneButtonPressed, "Done", role: .primary)
            Control(.ticketDeskButtonPressed, "Ticket desk")
        }

        static let about = "The ticket."
        static let examples = [Confirmation(Ticket(reference: "K7Q2M9XA", journey: .example))]
    }
}

extension Ferry {
    struct CabinReleased: Alert {
        var title: Text = "Your cabin is no longer held"
        var message: Text = "A cabin is held for ten minutes. Your other choices are kept."
        var buttons = [AlertButton("Choose a cabin", Action.chooseAnother)]

        enum Action: String, Codable {
            case chooseAnother
        }

        static let about = "The cabin was not paid for in time."
        static let examples = [CabinReleased()]
    }
}
