/// A format that a text can have. The raw values are the names on the wire.
///
/// The web client has the patterns, too. They use the syntax that Swift and JavaScript have in common, and match in time
/// linear in the length of the text.
package enum TextFormat: String, CaseIterable, Sendable {
    case email, phone, url, date, time, uuid
    case dateTime = "date-time"

    /// The longest text that has a format, in Unicode code points. A longer one is not matched.
    package static let mostCharacters = 2_048

    /// Whether a text has the format.
    package func accepts(_ text: String) -> Bool {
        text.unicodeScalars.count <= Self.mostCharacters && Self.patterns[self]?.matches(text) == true
    }

    /// The regular expression that the whole text matches.
    package var pattern: String {
        switch self {
        // The addresses that HTML's `<input type=email>` accepts, so that browsers and the server agree.
        case .email: "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@\(Self.label)(?:\\.\(Self.label))*"
        case .phone: #"\+[0-9]{7,15}"#
        // Only the schemes of the web: a client may open the address, and `javascript:` would run in it.
        case .url:
            #"[Hh][Tt][Tt][Pp][Ss]?://[^/?#\p{White_Space}\u0000-\u0020\u007F]"#
                + #"[^\p{White_Space}\u0000-\u0020\u007F]*"#
        case .date: Self.day
        // JSON Schema has no keyword for it: its `time` needs an offset from UTC.
        case .time: "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"
        case .uuid: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
        // RFC 3339, section 5.6. The second 60 is a leap second.
        case .dateTime:
            #"\#(Self.outside)\#(Self.day)[Tt]\#(Self.hour):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:[Zz]|[+-]\#(Self.hour):[0-5][0-9])"#
        }
    }

    private static let patterns = Dictionary(
        uniqueKeysWithValues: allCases.compactMap { format in TextPattern(format.pattern).map { (format, $0) } }
    )

    /// A label of a domain name: at most 63 letters and digits, with hyphens in between.
    private static let label = "(?![^.]{64})[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*"
    private static let hour = "(?:[01][0-9]|2[0-3])"

    /// The coder refuses times that are outside of the years 0000 to 9999 in UTC, because it cannot write them. Offsets on the
    /// first and the last day may lead there, and so may the last second, if it is rounded up.
    private static let outside =
        #"(?!0000-01-01[^+]*\+(?!00:00))(?!9999-12-31[^+-]*-(?!00:00))(?!9999-12-31[Tt]23:59:(?:60|59\.9999))"#

    /// A full-date of RFC 3339 that the calendar has: days up to 28, 29 and 30, 31, and 29 February. A leap year is
    /// divisible by 4. A century is divisible by 400.
    private static let day =
        "(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
        + "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
}
