import Foundation

/// The timetable, which is the same every day.
struct Timetable: Sendable {
    static let tables = """
        CREATE TABLE IF NOT EXISTS ferry_ports (key TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
        INSERT OR IGNORE INTO ferry_ports (key, name) VALUES
            ('kiel', 'Kiel'), ('oslo', 'Oslo'), ('gothenburg', 'Gothenburg'), ('riga', 'Riga');
        CREATE TABLE IF NOT EXISTS ferry_departures (
            origin TEXT NOT NULL, destination TEXT NOT NULL,
            departs_minutes INTEGER NOT NULL, duration_minutes INTEGER NOT NULL, fare_cents INTEGER NOT NULL,
            PRIMARY KEY (origin, destination, departs_minutes)
        ) STRICT;
        INSERT OR IGNORE INTO ferry_departures VALUES
            ('kiel', 'oslo', 840, 1200, 8900), ('kiel', 'oslo', 1260, 1140, 7900), ('oslo', 'kiel', 840, 1200, 8900),
            ('kiel', 'gothenburg', 1125, 870, 6900), ('gothenburg', 'kiel', 1125, 870, 6900),
            ('kiel', 'riga', 600, 1560, 5900), ('riga', 'kiel', 600, 1560, 5900);
        """

    let database: SamplesDatabase

    func ports() throws -> [Ferry.Port] {
        try database.transaction { sql in
            try sql.all("SELECT key, name FROM ferry_ports ORDER BY name") {
                Ferry.Port(key: $0.text(0), name: $0.text(1))
            }
        }
    }

    /// The sailings of a day that have not departed, in order.
    func sailings(
        from origin: String,
        to destination: String,
        on day: Ferry.Day,
        after now: Date
    ) throws -> [Ferry.Sailing] {
        try database.transaction { sql in
            try sql.all(
                """
                SELECT departs_minutes, duration_minutes, fare_cents, here.name, there.name FROM ferry_departures
                JOIN ferry_ports AS here ON here.key = origin JOIN ferry_ports AS there ON there.key = destination
                WHERE origin = ? AND destination = ? ORDER BY departs_minutes
                """,
                .text(origin),
                .text(destination)
            ) { row in
                let departs = day.start.addingTimeInterval(Double(row.number(0)) * 60)
                return Ferry.Sailing(
                    id: "\(origin)-\(destination)-\(day.rawValue)-\(row.number(0))",
                    title: "\(row.text(3)) – \(row.text(4))",
                    from: origin,
                    to: destination,
                    departs: departs,
                    arrives: departs.addingTimeInterval(Double(row.number(1)) * 60),
                    fareCents: row.number(2)
                )
            }
        }.filter { $0.departs > now }
    }

    /// Whether any ferry connects the two ports.
    func serves(from origin: String, to destination: String) throws -> Bool {
        try database.transaction { sql in
            try sql.first(
                "SELECT 1 FROM ferry_departures WHERE origin = ? AND destination = ?",
                .text(origin),
                .text(destination)
            ) { _ in true } ?? false
        }
    }
}
