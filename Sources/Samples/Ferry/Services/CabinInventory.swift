import Foundation

/// The cabins of each sailing: free, held or sold.
///
/// Holds have ids, so holding and releasing are idempotent. A hold expires if it is not released.
struct CabinInventory: Sendable {
    static let tables = """
        CREATE TABLE IF NOT EXISTS ferry_cabins (
            number TEXT PRIMARY KEY, kind TEXT NOT NULL, sleeps INTEGER NOT NULL, price_cents INTEGER NOT NULL
        ) STRICT;
        INSERT OR IGNORE INTO ferry_cabins VALUES
            ('201', 'inside', 2, 4900), ('202', 'inside', 4, 6900), ('203', 'inside', 9, 9900),
            ('301', 'outside', 2, 8900), ('302', 'outside', 4, 10900), ('401', 'suite', 4, 24900);
        CREATE TABLE IF NOT EXISTS ferry_holds (
            id TEXT PRIMARY KEY, sailing TEXT NOT NULL, cabin TEXT NOT NULL,
            ends INTEGER -- in milliseconds since 1970; NULL once the cabin is sold
        ) STRICT;
        CREATE INDEX IF NOT EXISTS ferry_holds_by_cabin ON ferry_holds (sailing, cabin);
        """

    let database: SamplesDatabase

    /// The cabins of a kind. Cabins that other bookings hold are not free.
    func offers(
        _ kind: Ferry.Cabin.Kind,
        on sailing: String,
        except own: String?,
        at now: Date
    ) throws -> [Ferry.CabinOffer] {
        try database.transaction { sql in
            let taken = try taken(on: sailing, except: [own], at: now, sql)
            return try sql.all(
                "SELECT number, sleeps, price_cents FROM ferry_cabins WHERE kind = ? ORDER BY number",
                .text(kind.rawValue)
            ) { row in
                Ferry.CabinOffer(
                    number: row.text(0),
                    kind: kind,
                    sleeps: row.number(1),
                    priceCents: row.number(2),
                    isFree: !taken.contains(row.text(0))
                )
            }
        }
    }

    /// Holds a cabin until a time. Repeating the call with the same id extends the hold.
    ///
    /// - Parameter own: Another hold of the same booking, which does not block the cabin.
    /// - Returns: Whether the cabin was available.
    func hold(
        _ cabin: String,
        on sailing: String,
        id: String,
        replacing own: String?,
        until end: Date,
        at now: Date
    ) throws -> Bool {
        try database.transaction { sql in
            guard try !taken(on: sailing, except: [id, own], at: now, sql).contains(cabin) else { return false }
            try sql.run("DELETE FROM ferry_holds WHERE ends <= ?", .moment(now))
            try sql.run(
                "INSERT OR REPLACE INTO ferry_holds (id, sailing, cabin, ends) VALUES (?, ?, ?, ?)",
                .text(id),
                .text(sailing),
                .text(cabin),
                .moment(end)
            )
            return true
        }
    }

    /// Releases a hold, unless the cabin is sold.
    func release(_ id: String) throws {
        _ = try database.transaction { sql in
            try sql.run("DELETE FROM ferry_holds WHERE id = ? AND ends IS NOT NULL", .text(id))
        }
    }

    /// Sells a held cabin.
    ///
    /// - Returns: Whether it was still held.
    func sell(_ id: String) throws -> Bool {
        try database.transaction { sql in
            try sql.run("UPDATE ferry_holds SET ends = NULL WHERE id = ?", .text(id)) == 1
        }
    }

    private func taken(
        on sailing: String,
        except own: [String?],
        at now: Date,
        _ sql: SQLConnection
    ) throws -> Set<String> {
        let holds = try sql.all(
            "SELECT id, cabin FROM ferry_holds WHERE sailing = ? AND (ends IS NULL OR ends > ?)",
            .text(sailing),
            .moment(now)
        ) { (id: $0.text(0), cabin: $0.text(1)) }
        return Set(holds.filter { !own.contains($0.id) }.map(\.cabin))
    }
}
