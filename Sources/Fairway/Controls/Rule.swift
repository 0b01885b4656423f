import FairwayWire
public import Foundation

/// A rule for the value of a field, or of a member of a flow's input. The JSON Schema contains it, and the engine enforces
/// it.
///
/// ```swift
/// Field(name, "Name", .length(1...60))
/// Field(weight, "Weight", .range(0...200), .step(0.5), .unit("kg"))
/// Field(account, "Account", .pattern("[A-Z]{2}[0-9]{20}", message: "An IBAN has 22 characters."))
/// static var inputRules: Rules<Input> { Rule(\.title, .length(1...60)) }
/// ```
///
/// A rule's `message` is the sentence for a value that breaks it, in place of the general one. Clients show it as well.
///
/// | Parameter | Rules |
/// | --- | --- |
/// | text | `.length`, `.pattern`, `.email`, `.phone`, `.url`, `.date`, `.time`, `.multiline`, `.password` |
/// | number | `.range`, `.step`, `.unit`, `.money` |
/// | `Date` | `.dateTime` |
/// | any | `.options`, `.placeholder` |
public struct Rule<Root, Value>: Sendable {
    let apply: @Sendable (inout FieldRules) -> Void
    /// The member of a flow's input. For a field, its parameter.
    var member = PropertyPath.whole

    init(_ apply: @escaping @Sendable (inout FieldRules) -> Void) { self.apply = apply }

    /// The rule with a message for each of the codes of its violations.
    fileprivate func explained(by message: Text?, as codes: RuleCode...) -> Rule {
        guard let message else { return self }
        return Rule { rules in
            apply(&rules)
            for code in codes { rules.messages[code] = message }
        }
    }
}

extension Rule where Root: Screen {
    /// An example of the input, shown while the field is empty.
    ///
    /// ```swift
    /// Field(card, "Card", .placeholder("1234 5678 9012 3456"))
    /// ```
    public static func placeholder(_ text: Text) -> Rule { Rule { $0.placeholder = text } }

    /// One of the elements of a list in the view model.
    ///
    /// ```swift
    /// Field(sailing, "Sailing", .options(in: \.sailings, value: \.id, label: \.name))
    /// ```
    ///
    /// - Parameters:
    ///   - list: The list in the view model. All key paths must lead to stored properties.
    ///   - value: The parameter's value in an element.
    ///   - label: The label of an element.
    ///   - message: The sentence for a value that is not an option.
    public static func options<Element>(
        in list: KeyPath<Root.ViewModel, [Element]>,
        value: KeyPath<Element, Value>,
        label: KeyPath<Element, String>,
        message: Text? = nil
    ) -> Rule {
        let list = ListOptions(list: PropertyPath(list), value: PropertyPath(value), label: PropertyPath(label))
        return Rule { $0.options = .list(list) }.explained(by: message, as: .notAnOption)
    }

    /// One of the elements of a list in the view model, for an optional parameter.
    public static func options<Element, Wrapped>(
        in list: KeyPath<Root.ViewModel, [Element]>,
        value: KeyPath<Element, Wrapped>,
        label: KeyPath<Element, String>,
        message: Text? = nil
    ) -> Rule where Value == Wrapped? {
        let list = ListOptions(list: PropertyPath(list), value: PropertyPath(value), label: PropertyPath(label))
        return Rule { $0.options = .list(list) }.explained(by: message, as: .notAnOption)
    }

    /// One of the values in a list of the view model. They are their own labels.
    ///
    /// ```swift
    /// Field(port, "Port", .options(in: \.ports))
    /// ```
    public static func options(in list: KeyPath<Root.ViewModel, [Value]>, message: Text? = nil) -> Rule {
        let list = ListOptions(list: PropertyPath(list), value: .whole, label: .whole)
        return Rule { $0.options = .list(list) }.explained(by: message, as: .notAnOption)
    }

    /// One of the values in a list of the view model, for an optional parameter.
    public static func options<Wrapped>(
        in list: KeyPath<Root.ViewModel, [Wrapped]>,
        message: Text? = nil
    ) -> Rule where Value == Wrapped? {
        let list = ListOptions(list: PropertyPath(list), value: .whole, label: .whole)
        return Rule { $0.options = .list(list) }.explained(by: message, as: .notAnOption)
    }
}

// Rules are constrained by protocols to which `Optional` and `Sensitive` conform, so that `Field` has one initialiser.
// With an overload for optional parameters, the compiler reports a rule of the wrong type as "no exact matches".

/// A parameter that is text: `String`, also optional or ``Sensitive``.
public protocol TextParameter {}
extension String: TextParameter {}
extension Optional: TextParameter where Wrapped: TextParameter {}
extension Sensitive: TextParameter where Value: TextParameter {}

/// A parameter that is a number: `Int`, `Double` or `Decimal`, also optional.
public protocol NumberParameter {
    /// The type of the number.
    associatedtype Number: Numeric & Comparable & Sendable
}

extension Int: NumberParameter {
    /// The type itself.
    public typealias Number = Int
}

extension Double: NumberParameter {
    /// The type itself.
    public typealias Number = Double
}

extension Decimal: NumberParameter {
    /// The type itself.
    public typealias Number = Decimal
}

extension Optional: NumberParameter where Wrapped: NumberParameter {
    /// The type of the wrapped number.
    public typealias Number = Wrapped.Number
}

/// A parameter that is a point in time: `Date`, also optional.
public protocol DateParameter {}
extension Date: DateParameter {}
extension Optional: DateParameter where Wrapped: DateParameter {}

extension Rule where Value: TextParameter {
    /// A number of characters (Unicode code points).
    ///
    /// ```swift
    /// Field(name, "Name", .length(1...60))
    /// ```
    public static func length(_ range: ClosedRange<Int>, message: Text? = nil) -> Rule {
        Rule { ($0.limits.minLength, $0.limits.maxLength) = (range.lowerBound, range.upperBound) }
            .explained(by: message, as: .tooShort, .tooLong)
    }

    /// A least number of characters.
    public static func length(_ range: PartialRangeFrom<Int>, message: Text? = nil) -> Rule {
        Rule { $0.limits.minLength = range.lowerBound }.explained(by: message, as: .tooShort)
    }

    /// A largest number of characters.
    public static func length(_ range: PartialRangeThrough<Int>, message: Text? = nil) -> Rule {
        Rule { $0.limits.maxLength = range.upperBound }.explained(by: message, as: .tooLong)
    }

    /// A regular expression that the whole text matches. Use the syntax that Swift and JavaScript have in common.
    ///
    /// ```swift
    /// Field(code, "Code", .pattern("[A-Z]{2}[0-9]{4}", message: "Enter two letters and four digits."))
    /// ```
    ///
    /// The text has at most 1,000 characters; `.length` can set a lower limit. A pattern that could take long to match
    /// stops the start:
    ///
    /// | Refused | Write instead |
    /// | --- | --- |
    /// | a repeated group that leaves a choice at some character: `(a+)+`, `([a-z]+ ?)*` | `a+`, `[a-z]+( [a-z]+)*` |
    /// | the same with alternatives that begin alike: `(BE|BG|CH)+` | `(B[EG]|CH)+` |
    /// | several repetitions that also match what follows them: `.+@.+\..+` | `[^@]+@[^@.]+\..+` |
    public static func pattern(_ pattern: String, message: Text? = nil) -> Rule {
        Rule { $0.limits.pattern = pattern }.explained(by: message, as: .pattern)
    }

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

    /// An e-mail address, with a message of its own.
    ///
    /// ```swift
    /// Field(email, "E-mail", .email(message: "Enter the address that you have registered with."))
    /// ```
    public static func email(message: Text) -> Rule { email.explained(by: message, as: .format) }
    /// A telephone number, with a message of its own.
    public static func phone(message: Text) -> Rule { phone.explained(by: message, as: .format) }
    /// A web address, with a message of its own.
    public static func url(message: Text) -> Rule { url.explained(by: message, as: .format) }
    /// A date without a time, with a message of its own.
    public static func date(message: Text) -> Rule { date.explained(by: message, as: .format) }
    /// A time without a date, with a message of its own.
    public static func time(message: Text) -> Rule { time.explained(by: message, as: .format) }
}

extension Rule where Value: DateParameter {
    /// A date and a time.
    public static var dateTime: Rule { Rule { $0.format = .dateTime } }
    /// A date and a time, with a message of its own.
    public static func dateTime(message: Text) -> Rule { dateTime.explained(by: message, as: .format) }
}

extension Rule where Value: NumberParameter {
    /// A smallest and a largest number.
    ///
    /// ```swift
    /// Field(age, "Age", .range(0...120))
    /// ```
    public static func range(_ range: ClosedRange<Value.Number>, message: Text? = nil) -> Rule {
        let (minimum, maximum) = (bound(range.lowerBound), bound(range.upperBound))
        return Rule { ($0.limits.minimum, $0.limits.maximum) = (minimum, maximum) }
            .explained(by: message, as: .tooSmall, .tooLarge)
    }

    /// A smallest number.
    public static func range(_ range: PartialRangeFrom<Value.Number>, message: Text? = nil) -> Rule {
        let minimum = bound(range.lowerBound)
        return Rule { $0.limits.minimum = minimum }.explained(by: message, as: .tooSmall)
    }

    /// A largest number.
    public static func range(_ range: PartialRangeThrough<Value.Number>, message: Text? = nil) -> Rule {
        let maximum = bound(range.upperBound)
        return Rule { $0.limits.maximum = maximum }.explained(by: message, as: .tooLarge)
    }

    /// Multiples of a number.
    ///
    /// ```swift
    /// Field(weight, "Weight", .step(0.5), .unit("kg"))
    /// ```
    public static func step(_ step: Value.Number, message: Text? = nil) -> Rule {
        let step = bound(step)
        return Rule { $0.limits.step = step }.explained(by: message, as: .step)
    }

    /// The unit, shown beside the input.
    public static func unit(_ unit: Text) -> Rule { Rule { $0.unit = unit } }

    /// An amount of money in a currency, by its ISO 4217 code.
    ///
    /// ```swift
    /// Field(amount, "Amount", .money(currency: "EUR"), .range(0.01...10_000), .step(0.01))
    /// ```
    ///
    /// - Parameters:
    ///   - currency: The code.
    ///   - message: The sentence for a value that is not an amount, or has more digits than the currency.
    public static func money(currency: String, message: Text? = nil) -> Rule {
        Rule {
            $0.format = .money
            $0.unit = Text(verbatim: currency)
        }
        .explained(by: message, as: .typeMismatch)
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
