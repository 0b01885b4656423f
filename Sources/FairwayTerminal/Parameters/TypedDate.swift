import FairwayWire
import Foundation

/// Dates and times as people type them. A year has four digits, so that no date can be read in two ways.
struct TypedDate: Hashable, Sendable {
    private let order: Order
    private let separator: Character
    private let timeZone: TimeZone

    /// The order of day and month between slashes.
    private enum Order: Hashable, Sendable {
        case dayFirst, monthFirst
        /// The year, or a language of several orders.
        case unknown
    }

    init(_ format: ValueFormat) {
        timeZone = format.timeZone
        let pattern = DateFormatter.dateFormat(fromTemplate: "yMMdd", options: 0, locale: format.locale) ?? ""
        let letters = pattern.filter { "yMd".contains($0) }
        separator = pattern.first { !"yMd".contains($0) } ?? "-"
        order =
            if format.locale.region == nil && separator == "/" { .unknown } else if letters.hasPrefix("d") {
                .dayFirst
            } else if letters.hasPrefix("M") { .monthFirst } else { .unknown }
    }

    /// An example of a date in the form that the user is expected to type.
    var example: String { line(ofDate: "2026-12-24") }

    /// The date of a line as RFC 3339's full-date: of `2026-12-24`, `24.12.2026`, or in a suitable locale `24/12/2026`
    /// or `12/24/2026`.
    func date(of line: String) -> String? {
        let text = line.trimmed
        guard let mark = text.first(where: { ".-/".contains($0) }) else { return nil }
        let parts = text.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
        let date: [String]
        if parts[0].count == 4 {
            date = parts
        } else if parts[2].count == 4 {
            switch (mark, order) {
            case (".", _), ("/", .dayFirst), ("-", .dayFirst): date = parts.reversed()
            case ("/", .monthFirst), ("-", .monthFirst): date = [parts[2], parts[0], parts[1]]
            default: return nil
            }
        } else {
            return nil
        }
        let full = date[0] + date[1...].map { "-" + Self.padded($0) }.joined()
        return TextFormat.isDate(full) ? full : nil
    }

    /// The time of a line as `HH:MM` or `HH:MM:SS`.
    func time(of line: String) -> String? {
        let parts = line.trimmed.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return nil }
        let text = parts.map(Self.padded).joined(separator: ":")
        return TextFormat.isTime(text) ? text : nil
    }

    /// The moment of a line, a date and a time in the user's time zone, in the form of RFC 3339.
    func moment(of line: String) -> String? {
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

    /// The line that a user would type for a full-date.
    func line(ofDate date: String) -> String {
        let parts = date.split(separator: "-").map(String.init)
        guard parts.count == 3, TextFormat.isDate(date) else { return date }
        let mark = String(separator)
        return switch (order, separator) {
        case (.dayFirst, "."), (.dayFirst, "/"), (.dayFirst, "-"): parts.reversed().joined(separator: mark)
        case (.monthFirst, "/"): [parts[1], parts[2], parts[0]].joined(separator: mark)
        default: date
        }
    }

    /// The line that a user would type for a moment.
    func line(ofMoment moment: String) -> String {
        guard let date = ValueFormat.moment(moment) else { return moment }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func text(_ number: Int?) -> String { Self.padded("\(number ?? 0)") }
        let day = "\(parts.year ?? 0)-\(text(parts.month))-\(text(parts.day))"
        let seconds = parts.second == 0 ? "" : ":" + text(parts.second)
        return "\(line(ofDate: day)) \(text(parts.hour)):\(text(parts.minute))\(seconds)"
    }

    private static func padded(_ number: String) -> String { number.count == 1 ? "0" + number : number }
}
