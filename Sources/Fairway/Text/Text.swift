public import Foundation

/// A localised string. A string literal is its key and its English.
///
/// ```swift
/// static let title: Text = "Passenger"
/// let greeting: Text = "Hello \(name)"              // the key is "Hello %@"
/// let count: Text = "\(passengers.count) passengers" // the key is "%lld passengers"
/// ```
///
/// The keys are the ones that Xcode extracts into a String Catalog. Strings, integers, numbers, dates and other texts
/// can be interpolated. Numbers and dates are formatted in the session's language. The server does not know the user's
/// time zone, so dates are in UTC and say so. Interpolate a formatted string to show another zone.
///
/// A ``StringCatalog`` has the translations.
public struct Text: Hashable, Sendable {
    /// The key in a catalog: the literal, with a format specifier for each interpolation.
    package let key: String
    /// The interpolated values, in the order of their specifiers.
    package let arguments: [Argument]

    /// An interpolated value.
    package enum Argument: Hashable, Sendable, Codable {
        case string(String)
        case integer(Int)
        case number(Double)
        case date(Date)
        case text(Text)
    }

    init(key: String, arguments: [Argument]) {
        self.key = key
        self.arguments = arguments
    }

    /// A string that is the same in every language, such as a name from a database.
    ///
    /// ```swift
    /// Text(verbatim: port.name)
    /// ```
    public init(verbatim string: String) { self.init(key: "%@", arguments: [.string(string)]) }

    /// The text with “…” in place of each interpolated value, which may be what a user has typed. Nil if it has nothing else.
    var withoutValues: Text? {
        guard !arguments.isEmpty else { return self }
        guard FormatString(key).hasLetters else { return nil }
        return Text(key: key, arguments: arguments.map { _ in .string("…") })
    }

    /// Whether it has no characters.
    var isEmpty: Bool { key.isEmpty }
}

extension Text: ExpressibleByStringInterpolation {
    /// Creates a text without arguments.
    public init(stringLiteral key: String) { self.init(key: key, arguments: []) }

    /// Creates a text from a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
    }

    /// Collects the key and the arguments of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Argument] = []

        /// Creates an empty interpolation. The sizes are estimates and not used.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a part of the literal. A percent sign is escaped, because the key is a format.
        public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }

        /// Interpolates a string, `%@` in the key.
        public mutating func appendInterpolation(_ value: String) { append("%@", .string(value)) }

        /// Interpolates an integer, `%lld` in the key. It selects the plural.
        public mutating func appendInterpolation(_ value: Int) { append("%lld", .integer(value)) }

        /// Interpolates a number, `%lf` in the key.
        public mutating func appendInterpolation(_ value: Double) { append("%lf", .number(value)) }

        /// Interpolates a date, `%@` in the key.
        public mutating func appendInterpolation(_ value: Date) { append("%@", .date(value)) }

        /// Interpolates another text, `%@` in the key.
        public mutating func appendInterpolation(_ value: Text) { append("%@", .text(value)) }

        private mutating func append(_ specifier: String, _ argument: Argument) {
            key += specifier
            arguments.append(argument)
        }
    }
}

extension Text: CustomStringConvertible {
    /// The text in English, without plurals.
    public var description: String { Language.english.string(self) }
}

extension Text: Codable {
    private enum CodingKeys: String, CodingKey { case key, arguments }

    /// Decodes a stored text. A plain string is a text without arguments or, from a document for clients, the string that
    /// they show.
    public init(from decoder: any Decoder) throws {
        if let string = try? decoder.singleValueContainer().decode(String.self) {
            self = decoder.userInfo[.language] == nil ? Text(stringLiteral: string) : Text(verbatim: string)
            return
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            key: try members.decode(String.self, forKey: .key),
            arguments: try members.decode([Argument].self, forKey: .arguments)
        )
    }

    /// Encodes the key and the arguments for the store, or the string that clients show.
    public func encode(to encoder: any Encoder) throws {
        if let language = encoder.userInfo[.language] as? Language {
            var container = encoder.singleValueContainer()
            try container.encode(language.string(self))
            return
        }
        if encoder.userInfo[.refusingTexts] != nil {
            throw Mistake(
                "a screen that is its own view model stores a Text, which its examples and its sample values do not show: "
                    + "give it a view model, with viewModel(in:)."
            )
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(key, forKey: .key)
        try members.encode(arguments, forKey: .arguments)
    }
}
