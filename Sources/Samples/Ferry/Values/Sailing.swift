import Foundation

extension Ferry {
    /// A ferry on a day.
    struct Sailing: Codable, Hashable {
        var id: String
        var title: String
        var from: String
        var to: String
        var departs: Date
        var arrives: Date
        var fareCents: Int

        static let example = Sailing(
            id: "kiel-oslo-2030-06-01-840",
            title: "Kiel – Oslo",
            from: "kiel",
            to: "oslo",
            departs: Date(timeIntervalSince1970: 1_906_552_800),
            arrives: Date(timeIntervalSince1970: 1_906_624_800),
            fareCents: 8_900
        )
    }
}

extension Ferry {
    struct Port: Codable, Hashable {
        var key: String
        var name: String
    }
}

extension Ferry {
    /// A calendar day in the ferries' local time, like `2026-12-24`.
    struct Day: RawRepresentable, Codable, Hashable {
        let rawValue: String

        private static let format = Date.ISO8601FormatStyle().year().month().day()

        /// Parses a day; nil if the calendar has no such day.
        init?(rawValue: String) {
            guard let start = try? Date(rawValue, strategy: Self.format), Self.format.format(start) == rawValue else {
                return nil
            }
            self.rawValue = rawValue
        }

        init(_ moment: Date) { rawValue = Self.format.format(moment) }

        var start: Date { (try? Date(rawValue, strategy: Self.format)) ?? .distantPast }
    }
}
