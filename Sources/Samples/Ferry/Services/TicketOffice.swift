/// Issues one ticket for each payment.
actor TicketOffice {
    /// The tickets, by reference.
    private var tickets: JSONFile<Issued>

    init(in folder: DataFolder = DataFolder()) {
        tickets = JSONFile("tickets", in: folder)
    }

    struct Issued: Codable, Hashable {
        var payment: String
        var journey: Ferry.Journey
        /// The id of the user who was signed in.
        var user: String?
    }

    /// Issues a ticket for a payment. A repeated call for the same payment returns the same ticket.
    func issue(_ journey: Ferry.Journey, payment: String, user: String? = nil) throws -> Ferry.Ticket {
        try tickets.update { tickets in
            if let (reference, issued) = tickets.first(where: { $0.value.payment == payment }) {
                return Ferry.Ticket(reference: reference, journey: issued.journey)
            }
            var reference = Self.randomReference()
            while tickets[reference] != nil { reference = Self.randomReference() }
            tickets[reference] = Issued(payment: payment, journey: journey, user: user)
            return Ferry.Ticket(reference: reference, journey: journey)
        }
    }

    /// Finds a ticket. The reference is case-insensitive.
    func ticket(_ reference: String) throws -> Ferry.Ticket? {
        let reference = reference.uppercased()
        return try tickets.all()[reference].map { Ferry.Ticket(reference: reference, journey: $0.journey) }
    }

    /// The tickets of a user, in the order of their departures.
    func tickets(of user: String) throws -> [Ferry.Ticket] {
        // Two spellings of `é` are equal strings, but they may be two users.
        let own = try tickets.all().filter { $0.value.user.map { Array($0.utf8) } == Array(user.utf8) }
        return own.map { Ferry.Ticket(reference: $0.key, journey: $0.value.journey) }
            .sorted { ($0.journey.sailing.departs, $0.reference) < ($1.journey.sailing.departs, $1.reference) }
    }

    /// The payment of a ticket; nil if there is no such ticket.
    func payment(of reference: String) throws -> String? { try tickets.all()[reference]?.payment }

    /// Cancels a ticket. Idempotent.
    func cancel(_ reference: String) throws { try tickets.update { $0[reference] = nil } }

    /// Eight unambiguous letters and digits. They are random, because the reference alone opens the ticket.
    private static func randomReference() -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return String((0..<8).map { _ in letters[Int.random(in: letters.indices)] })
    }
}
