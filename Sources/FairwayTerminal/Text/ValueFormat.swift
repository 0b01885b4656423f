import FairwayClient
import FairwayWire
import Foundation

/// Formats the values of view models for people: dates, times, numbers and amounts.
struct ValueFormat: Hashable, Sendable {
    static let locale = Locale(identifier: "en_GB")

    var timeZone = TimeZone.current

    private static let mostCharacters = 4_000

    func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "–"
        case .bool(let truth): truth ? "Yes" : "No"
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
        if TextFormat.date.accepts(text), let moment = Self.moment(text + "T00:00:00Z") {
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
        return Date.FormatStyle(date: date, time: time, locale: Self.locale, calendar: calendar, timeZone: timeZone)
    }

    static func moment(_ text: String) -> Date? {
        guard text.contains("T") || text.contains("t") else { return nil }
        return try? JSON.decode(Date.self, from: JSON.encode(text))
    }

    /// A number in groups of digits.
    func number(_ number: JSONNumber) -> String {
        guard let value = number.decimal, !number.text.contains(where: { "eE".contains($0) }) else {
            return number.text
        }
        return value.formatted(.number.precision(.fractionLength(0...20)).locale(Self.locale))
    }

    /// An amount with the symbol of its currency; nil if the unit is not a currency.
    func amount(_ value: Decimal, _ unit: String?) -> String? {
        guard let unit, TypedNumber.isCurrency(unit) else { return nil }
        return value.formatted(.currency(code: unit).locale(Self.locale))
    }

    /// A member's name and value. An amount in cents is shown in the major unit.
    func member(_ name: String, _ value: JSONValue) -> (name: String, text: String) {
        guard let cents = value.int, name.hasSuffix("Cents") else {
            let isText = value.string != nil && name.hasSuffix("Text") && name != "Text"
            return (DisplayNames.name(isText ? String(name.dropLast("Text".count)) : name), text(value))
        }
        let amount = Decimal(cents) / 100
        let text = amount.formatted(.number.precision(.fractionLength(2)).locale(Self.locale))
        return (DisplayNames.name(String(name.dropLast("Cents".count))), text)
    }

    /// Whether the object also has a text for a member: `kindText` for `kind`, or `fare` for an amount `fareCents`.
    static func isRepeated(_ name: String, in object: JSONObject) -> Bool {
        if object["\(name)Text"]?.string != nil { return true }
        guard name.hasSuffix("Cents") else { return false }
        return object[String(name.dropLast("Cents".count))]?.string != nil
    }

    /// The members that serve as a row's headline and caption.
    private static let headlines = ["title", "name", "label", "text", "key"]
    private static let captions = ["about", "subtitle", "detail", "description", "message"]

    /// The heading above the first of a list's rows with the same `group`. Only rows with a headline have one.
    static func group(of row: JSONValue) -> String? {
        headlines.contains { row[$0]?.string?.isEmpty == false } ? row["group"]?.string : nil
    }

    /// A row of a list: headline, caption, and the other members with their names.
    func row(_ row: JSONValue) -> String {
        guard let object = row.object else { return text(row) }
        func first(of names: [String]) -> String? {
            names.first { row[$0]?.string?.isEmpty == false }
        }
        let (headline, caption) = (first(of: Self.headlines), first(of: Self.captions))
        let title = headline.flatMap { row[$0]?.string } ?? ""
        let rest = object.members.filter { name, value in
            // Hide keys and ids if there is a headline.
            let isKey = headline != nil && ["key", "id", "group"].contains(name)
            return !value.isNull && name != headline && name != caption && !isKey
                && !Self.isRepeated(name, in: object) && !Self.isPart(value, of: title)
        }
        let said = [headline, caption].compactMap { $0.flatMap { row[$0]?.string } }
        let named = rest.map { name, value in
            let member = member(name, value)
            return "\(member.name): \(member.text)"
        }
        return (said + named).joined(separator: " · ")
    }

    /// Whether the title contains the words of a value, such as `Kiel` in `Kiel – Oslo`.
    private static func isPart(_ value: JSONValue, of title: String) -> Bool {
        func words(_ text: String) -> String {
            " " + text.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
        }
        let part = value.string.map(words) ?? ""
        return part.count > 2 && words(title).contains(part)
    }

    static func shortened(_ text: String) -> String {
        let shown = text.prefix(mostCharacters)
        return shown.endIndex == text.endIndex ? text : "\(shown)… (and more)"
    }
}
