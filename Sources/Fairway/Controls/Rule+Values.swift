import Foundation

extension Rule where Value: TextParameter {
    /// A number of characters (Unicode code points).
    ///
    /// ```swift
    /// Field(name, "Name", .length(1...60))
    /// ```
    public static func length(_ range: ClosedRange<Int>) -> Rule {
        Rule { ($0.minLength, $0.maxLength) = (range.lowerBound, range.upperBound) }
    }

    /// A least number of characters.
    public static func length(_ range: PartialRangeFrom<Int>) -> Rule { Rule { $0.minLength = range.lowerBound } }

    /// A largest number of characters.
    public static func length(_ range: PartialRangeThrough<Int>) -> Rule { Rule { $0.maxLength = range.upperBound } }

    /// A regular expression that the whole text matches. Use the syntax that Swift and JavaScript have in common.
    ///
    /// Without a `.length`, the text has at most 1,000 characters, because matching can take exponential time.
    ///
    /// ```swift
    /// Field(code, "Code", .pattern("[A-Z]{2}[0-9]{4}"), hint: "Two letters and four digits")
    /// ```
    public static func pattern(_ pattern: String) -> Rule { Rule { $0.pattern = pattern } }

    /// An e-mail address.
    public static var email: Rule { Rule { $0.format = .email } }
    /// A telephone number in international form: `+` and 7 to 15 digits.
    public static var phone: Rule { Rule { $0.format = .phone } }
    /// A web address that begins with `http://` or `https://`.
    public static var url: Rule { Rule { $0.format = .url } }
    /// A date without a time, `2026-11-26`.
    public static var date: Rule { Rule { $0.format = .date } }
    /// A time without a date, `09:30` or `09:30:00`.
    public static var time: Rule { Rule { $0.format = .time } }
    /// Text of several lines.
    public static var multiline: Rule { Rule { $0.format = .multiline } }
    /// Text that clients hide while it is typed.
    public static var password: Rule { Rule { $0.format = .password } }
}

extension Rule where Value: DateParameter {
    /// A date and a time.
    public static var dateTime: Rule { Rule { $0.format = .dateTime } }
}

extension Rule where Value: NumberParameter {
    /// A smallest and a largest number.
    ///
    /// ```swift
    /// Field(age, "Age", .range(0...120))
    /// ```
    public static func range(_ range: ClosedRange<Value.Number>) -> Rule {
        let (minimum, maximum) = (bound(range.lowerBound), bound(range.upperBound))
        return Rule { ($0.minimum, $0.maximum) = (minimum, maximum) }
    }

    /// A smallest number.
    public static func range(_ range: PartialRangeFrom<Value.Number>) -> Rule {
        let minimum = bound(range.lowerBound)
        return Rule { $0.minimum = minimum }
    }

    /// A largest number.
    public static func range(_ range: PartialRangeThrough<Value.Number>) -> Rule {
        let maximum = bound(range.upperBound)
        return Rule { $0.maximum = maximum }
    }

    /// Multiples of a number.
    ///
    /// ```swift
    /// Field(weight, "Weight", .step(0.5), .unit("kg"))
    /// ```
    public static func step(_ step: Value.Number) -> Rule {
        let step = bound(step)
        return Rule { $0.step = step }
    }

    /// The unit, shown beside the input.
    public static func unit(_ unit: Text) -> Rule { Rule { $0.unit = unit } }

    /// An amount of money in a currency, by its ISO 4217 code.
    ///
    /// ```swift
    /// Field(amount, "Amount", .money(currency: "EUR"), .range(0.01...10_000), .step(0.01))
    /// ```
    public static func money(currency: String) -> Rule {
        Rule {
            $0.format = .money
            $0.unit = Text(verbatim: currency)
        }
    }

    /// The exact value of the number as it is written, so that 0.1 is a tenth. NaN for a bound that is not finite.
    private static func bound(_ number: Value.Number) -> Decimal { Decimal(string: "\(number)") ?? .nan }
}

/// An enum from which the user chooses. A field of such a type has an option for each case.
///
/// ```swift
/// enum Cabin: String, Choice {
///     case inside, outside
///     var label: Text { self == .inside ? "Inside" : "Outside" }
/// }
/// ```
///
/// `label` has no default, because the compiler would silently use it instead of a `var label: String`.
public protocol Choice: CaseIterable, Codable, Hashable, Sendable, RawRepresentable where RawValue == String {
    /// The label of the option.
    var label: Text { get }
}
