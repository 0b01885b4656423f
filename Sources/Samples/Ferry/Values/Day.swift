import Foundation

extension Ferry {
    /// A day of the calendar, `2026-12-24`, in the ferries' own time.
    struct Day: RawRepresentable, Codable, Hashable {
        let rawValue: String

        private static let format = Date.ISO8601FormatStyle().year().month().day()

        /// The day that is written so; nil when the calendar has no such day.
        init?(rawValue: String) {
            guard let start = try? Date(rawValue, strategy: Self.format), Self.format.format(start) == rawValue else {
                return nil
            }
            self.rawValue = rawValue
        }

        /// The day of a moment.
        init(_ moment: Date) { rawValue = Self.format.format(moment) }

        /// The moment it begins.
        var start: Date { (try? Date(rawValue, strategy: Self.format)) ?? .distantPast }
    }
}
