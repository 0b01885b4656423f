/// Issues one ticket for each payment.
actor TicketOffice {
    /// The journeys, by reference.
    private var journeys: JSONFile<[String: Ferry.Journey]>

    init(in folder: DataFolder = DataFolder()) {
        journeys = JSONFile("tickets", in: folder, initial: [:])
    }

    /// Issues a ticket for a payment. A repeated call for the same payment returns the same ticket.
    func issue(_ journey: Ferry.Journey, payment: String) throws -> Ferry.Ticket {
        let reference = Self.reference(for: payment)
        return try journeys.update { journeys in
            let issued = journeys[reference] ?? journey
            journeys[reference] = issued
            return Ferry.Ticket(reference: reference, journey: issued)
        }
    }

    /// Finds a ticket. The reference is case-insensitive.
    func ticket(_ reference: String) throws -> Ferry.Ticket? {
        let reference = reference.uppercased()
        return try journeys.value()[reference].map { Ferry.Ticket(reference: reference, journey: $0) }
    }

    /// A reference of eight unambiguous letters and digits, from 40 bits of the FNV-1a hash of the payment's id (RFC
    /// 9923). The id is secret, so references cannot be guessed.
    private static func reference(for payment: String) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in payment.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return String((0..<8).map { letters[Int(hash >> (24 + 5 * UInt64($0))) & 31] })
    }
}
