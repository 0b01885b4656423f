import Foundation

/// The timetable, which is the same every day.
struct Timetable: Sendable {
    /// Sorted by name.
    let ports = [
        Ferry.Port(key: "gothenburg", name: "Göteborg"), Ferry.Port(key: "kiel", name: "Kiel"),
        Ferry.Port(key: "oslo", name: "Oslo"), Ferry.Port(key: "riga", name: "Riga"),
    ]

    /// A daily departure. `departs` is in minutes after midnight. `takes` is the duration in minutes.
    private struct Departure {
        var from: String
        var to: String
        var departs: Int
        var takes: Int
        var fareCents: Int
    }

    /// Sorted by time.
    private let departures = [
        Departure(from: "kiel", to: "riga", departs: 600, takes: 1_560, fareCents: 5_900),
        Departure(from: "riga", to: "kiel", departs: 600, takes: 1_560, fareCents: 5_900),
        Departure(from: "kiel", to: "oslo", departs: 840, takes: 1_200, fareCents: 8_900),
        Departure(from: "oslo", to: "kiel", departs: 840, takes: 1_200, fareCents: 8_900),
        Departure(from: "kiel", to: "gothenburg", departs: 1_125, takes: 870, fareCents: 6_900),
        Departure(from: "gothenburg", to: "kiel", departs: 1_125, takes: 870, fareCents: 6_900),
        Departure(from: "kiel", to: "oslo", departs: 1_260, takes: 1_140, fareCents: 7_900),
    ]

    /// The sailings of a day that have not departed, in order.
    func sailings(from origin: String, to destination: String, on day: Ferry.Day, after now: Date) -> [Ferry.Sailing] {
        departures.filter { $0.from == origin && $0.to == destination }.map { departure in
            let departs = day.start.addingTimeInterval(Double(departure.departs) * 60)
            return Ferry.Sailing(
                id: "\(origin)-\(destination)-\(day.rawValue)-\(departure.departs)",
                title: "\(name(of: origin)) – \(name(of: destination))",
                from: origin,
                to: destination,
                departs: departs,
                arrives: departs.addingTimeInterval(Double(departure.takes) * 60),
                fareCents: departure.fareCents
            )
        }.filter { $0.departs > now }
    }

    /// Whether any ferry connects the two ports.
    func serves(from origin: String, to destination: String) -> Bool {
        departures.contains { $0.from == origin && $0.to == destination }
    }

    func name(of port: String) -> String { ports.first { $0.key == port }?.name ?? port }
}
