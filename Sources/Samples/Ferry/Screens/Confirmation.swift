import Fairway

extension Ferry {
    struct Confirmation: Screen {
        var reference: String
        var journey: Journey

        init(_ ticket: Ticket) {
            reference = ticket.reference
            journey = ticket.journey
        }

        /// The one of that reference, which is refused when there is none.
        init<F>(of reference: String, _ nav: Navigator<F>) throws {
            guard let ticket = try nav.dependencies[TicketOffice.self].ticket(reference) else {
                try nav.reject(FieldError("/input/reference", "unknown", detail: "There is no such booking."))
            }
            self.init(ticket)
        }

        enum Action: Codable, CaseIterable {
            case doneButtonPressed
        }

        static let about = "The ticket."
        static let examples = [Confirmation(Ticket(reference: "K7Q2M9XA", journey: .example))]
    }
}
