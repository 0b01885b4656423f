import FairwayWire
import Foundation

/// Dates and times as people type them.
enum TypedDate {
    /// The date of a line as RFC 3339's full-date: of `2026-12-24` or `24.12.2026`. Between slashes, the order of day and
    /// month would be unknown.
    static func date(of line: String) -> String? {
        let text = line.trimmed
        guard let mark = text.first(where: { ".-/".contains($0) }) else { return nil }
        var parts = text.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
        if mark == ".", parts[2].count == 4 { parts.reverse() }
        // A year has four digits, so that no date can be read in two ways.
        guard parts[0].count == 4 else { return nil }
        let full = parts[0] + parts[1...].map { "-" + padded($0) }.joined()
        return TextFormat.date.accepts(full) ? full : nil
    }

    /// The time of a line as `HH:MM` or `HH:MM:SS`.
    static func time(of line: String) -> String? {
        let parts = line.trimmed.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return nil }
        let text = parts.map(padded).joined(separator: ":")
        return TextFormat.time.accepts(text) ? text : nil
    }

    /// The moment of a line, a date and a time in the user's time zone, in the form of RFC 3339.
    static func moment(of line: String, in timeZone: TimeZone) -> String? {
        let text = line.trimmed
        if ValueFormat.moment(text) != nil { return text }
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
        guard parts.count == 2, let date = date(of: parts[0]), let time = time(of: parts[1]) else { return nil }
        let numbers = (date.split(separator: "-") + time.split(separator: ":")).compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let second = numbers.count > 5 ? numbers[5] : 0
        let components = DateComponents(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: second
        )
        return calendar.date(from: components)?.formatted(.iso8601)
    }

    /// The line that a user would type for a moment.
    static func line(ofMoment moment: String, in timeZone: TimeZone) -> String {
        guard let date = ValueFormat.moment(moment) else { return moment }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func text(_ number: Int?) -> String { padded("\(number ?? 0)") }
        let day = "\(parts.year ?? 0)-\(text(parts.month))-\(text(parts.day))"
        let seconds = parts.second == 0 ? "" : ":" + text(parts.second)
        return "\(day) \(text(parts.hour)):\(text(parts.minute))\(seconds)"
    }

    private static func padded(_ number: String) -> String { number.count == 1 ? "0" + number : number }
}
