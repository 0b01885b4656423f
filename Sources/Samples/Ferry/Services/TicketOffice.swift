import Fairway

/// Issues one ticket for each payment.
struct TicketOffice: Sendable {
    static let tables = """
        CREATE TABLE IF NOT EXISTS ferry_tickets (
            payment TEXT PRIMARY KEY, reference TEXT NOT NULL UNIQUE, journey TEXT NOT NULL
        ) STRICT;
        """

    let database: SamplesDatabase

    /// Issues a ticket for a payment. A repeated call for the same payment and journey returns the same ticket.
    func issue(_ journey: Ferry.Journey, payment: String) throws -> Ferry.Ticket {
        let reference = Self.reference(for: payment)
        _ = try database.transaction { sql in
            try sql.run(
                "INSERT OR IGNORE INTO ferry_tickets (payment, reference, journey) VALUES (?, ?, ?)",
                .text(payment),
                .text(reference),
                .text(String(decoding: try JSON.encode(journey), as: UTF8.self))
            )
        }
        return Ferry.Ticket(reference: reference, journey: journey)
    }

    /// Finds a ticket. The reference is case-insensitive.
    func ticket(_ reference: String) throws -> Ferry.Ticket? {
        let reference = reference.uppercased()
        return try database.transaction { sql in
            try sql.first("SELECT journey FROM ferry_tickets WHERE reference = ?", .text(reference)) { row in
                Ferry.Ticket(
                    reference: reference,
                    journey: try JSON.decode(Ferry.Journey.self, from: Array(row.text(0).utf8))
                )
            }
        }
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
