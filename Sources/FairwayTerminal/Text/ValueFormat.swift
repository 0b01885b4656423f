import FairwayClient
import FairwayWire
import Foundation

/// Formats the values of view models for people: dates, times, numbers and amounts.
struct ValueFormat: Hashable, Sendable {
    var locale = Locale(identifier: "en_GB")
    var timeZone = TimeZone.current

    private static let mostCharacters = 4_000

    func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "–"
        case .bool(let truth): phrase(truth ? "Yes" : "No")
        case .number(let number): self.number(number)
        case .string(let text): self.text(text)
        case .array(let items) where items.isEmpty: "–"
        case .array(let items): items.map(row).joined(separator: ", ")
        case .object(let object): object.members.isEmpty ? "–" : row(value)
        }
    }

    /// A text of the view model. A date or a moment has the form of RFC 3339.
    func text(_ text: String) -> String {
        guard !text.isEmpty else { return "–" }
        guard text.count <= 40, text.first?.isNumber == true else { return text }
        if let moment = Self.moment(text) { return self.moment(moment) }
        if TextFormat.isDate(text), let moment = Self.moment(text + "T00:00:00Z") {
            return moment.formatted(style(date: .abbreviated, time: .omitted, .gmt))
        }
        return text
    }

    func moment(_ moment: Date) -> String {
        moment.formatted(style(date: .abbreviated, time: .shortened, timeZone))
    }

    private func style(
        date: Date.FormatStyle.DateStyle,
        time: Date.FormatStyle.TimeStyle,
        _ timeZone: TimeZone
    ) -> Date.FormatStyle {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar, timeZone: timeZone)
    }

    static func moment(_ text: String) -> Date? {
        guard text.contains("T") || text.contains("t") else { return nil }
        return try? JSON.decode(Date.self, from: JSON.encode(text))
    }

    func number(_ number: JSONNumber) -> String {
        let text = number.text
        return text.contains("e") || text.contains("E")
            ? text : text.replacing(".", with: locale.decimalSeparator ?? ".")
    }

    /// A member's name and value. An amount in cents is shown in the major unit.
    func member(_ name: String, _ value: JSONValue) -> (name: String, text: String) {
        let words = DisplayNames.name(name)
        guard let cents = value.int, name.hasSuffix("Cents") else { return (words, text(value)) }
        let amount = Decimal(cents) / 100
        let text = amount.formatted(.number.precision(.fractionLength(2)).locale(locale))
        return (DisplayNames.name(String(name.dropLast("Cents".count))), text)
    }

    /// Whether the view model has the amount of a member in cents as a text for people as well.
    static func isRepeated(_ name: String, in object: JSONObject) -> Bool {
        guard name.hasSuffix("Cents") else { return false }
        return object[String(name.dropLast("Cents".count))]?.string != nil
    }

    /// The members that serve as a row's headline and caption.
    private static let headlines = ["title", "name", "label", "text", "key"]
    private static let captions = ["about", "subtitle", "detail", "description", "message"]

    /// A row of a list: headline, caption, and the other members with their names.
    func row(_ row: JSONValue) -> String {
        guard let object = row.object else { return text(row) }
        func first(of names: [String]) -> String? {
            names.first { row[$0]?.string?.isEmpty == false }
        }
        let (headline, caption) = (first(of: Self.headlines), first(of: Self.captions))
        let rest = object.members.filter { name, value in
            // Hide keys and ids if there is a headline.
            let isKey = headline != nil && ["key", "id"].contains(name)
            return !value.isNull && name != headline && name != caption && !isKey
                && !Self.isRepeated(name, in: object)
        }
        let said = [headline, caption].compactMap { $0.flatMap { row[$0]?.string } }
        let named = rest.map { name, value in
            let member = member(name, value)
            return "\(member.name): \(member.text)"
        }
        return (said + named).joined(separator: " · ")
    }

    static func shortened(_ text: String) -> String {
        let shown = text.prefix(mostCharacters)
        return shown.endIndex == text.endIndex ? text : "\(shown)… (and more)"
    }
}
