import FairwayHTTP

/// The type of a flag's values: converts them from and to text.
package struct FlagKind<Value: Sendable>: Sendable {
    /// The placeholder in `--help`, like `ADDRESS`.
    let placeholder: String
    /// The end of the message "--flag must be …".
    let expectation: String
    /// Whether error messages omit the value.
    let isSecret: Bool
    /// The text that a flag without a value stands for; nil if a value is required.
    let impliedText: String?
    /// All values, if there are only a few.
    let choices: [String]
    /// Parses a value; nil if the text is invalid.
    let value: @Sendable (String) -> Value?
    let text: @Sendable (Value) -> String

    init(
        _ placeholder: String,
        expectation: String,
        isSecret: Bool = false,
        impliedText: String? = nil,
        choices: [String] = [],
        value: @escaping @Sendable (String) -> Value?,
        text: @escaping @Sendable (Value) -> String
    ) {
        self.placeholder = placeholder
        self.expectation = expectation
        self.isSecret = isSecret
        self.impliedText = impliedText
        self.choices = choices
        self.value = value
        self.text = text
    }
}

extension FlagKind where Value == String {
    /// Any text that is not empty.
    package static func text(_ placeholder: String) -> Self {
        Self(placeholder, expectation: "non-empty text", value: { $0.isEmpty ? nil : $0 }, text: { $0 })
    }

    /// A bearer token of visible ASCII characters, as RFC 6750, section 2.1, requires. It is never shown.
    package static var token: Self {
        Self(
            "TOKEN",
            expectation: "a token of visible ASCII characters without spaces",
            isSecret: true,
            value: { $0.isEmpty || !$0.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? nil : $0 },
            text: { _ in "a secret" }
        )
    }
}

extension FlagKind where Value == Bool {
    /// A switch: the flag needs no value. Its environment variable is `yes` or `no`.
    package static var yes: Self {
        Self(
            "",
            expectation: "yes or no",
            impliedText: "yes",
            value: { ["yes": true, "no": false][$0] },
            text: { $0 ? "yes" : "no" }
        )
    }
}

extension FlagKind where Value == StoreLocation {
    static var store: Self {
        Self(
            "STORE",
            expectation: "a store like sqlite:fairway.sqlite or memory:",
            value: StoreLocation.init,
            text: \.description
        )
    }
}

extension FlagKind where Value == HeaderName {
    /// The name of a header field (RFC 9110, section 5.1).
    static var headerName: Self {
        Self(
            "NAME",
            expectation: "the name of a header field, like X-User",
            value: { name in
                let isToken =
                    !name.isEmpty
                    && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
                return isToken ? HeaderName(name) : nil
            },
            text: \.description
        )
    }
}

extension FlagKind where Value == Int {
    /// A whole number in decimal digits.
    package static func integer(in range: ClosedRange<Int>) -> Self {
        let expectation =
            range.upperBound == .max
            ? "a whole number of at least \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return Self(
            "N",
            expectation: expectation,
            value: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            text: String.init
        )
    }
}

extension FlagKind where Value == Double {
    /// A share of a whole, such as 0.1.
    static var ratio: Self {
        Self(
            "RATIO",
            expectation: "a number from 0 to 1",
            value: { text in Double(text).flatMap { (0...1).contains($0) ? $0 : nil } },
            text: { "\($0)" }
        )
    }
}

extension FlagKind where Value == Duration {
    /// Seconds, or a number with its unit: `90`, `15s`, `10m`, `24h`, `30d`.
    package static func duration(atLeast shortest: Duration = .zero, atMost longest: Duration) -> Self {
        Self(
            "TIME",
            expectation: "a time like 15s, 10m, 24h or 30d, "
                + (shortest > .zero ? "\(shortest.flagText) at least and " : "") + "\(longest.flagText) at most",
            value: { text in Duration(flagText: text).flatMap { (shortest...longest).contains($0) ? $0 : nil } },
            text: \.flagText
        )
    }
}

extension FlagKind where Value: CaseIterable & RawRepresentable<String> {
    /// One of an enum's cases, by its raw value.
    package static var choice: Self {
        let names = Value.allCases.map(\.rawValue)
        return Self(
            names.joined(separator: "|"),
            expectation: "one of \(names.joined(separator: ", "))",
            choices: names,
            value: Value.init(rawValue:),
            text: \.rawValue
        )
    }
}

extension Duration {
    /// Longest first.
    private static let flagUnits: [(letter: Character, seconds: Int64)] = [
        ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
    ]

    /// Parses a whole number of days, hours, minutes or seconds: `30d`, `24h`, `10m`, `15s`. Without a unit: seconds.
    init?(flagText text: String) {
        let unit = Self.flagUnits.first { $0.letter == text.last }
        let digits = unit == nil ? text[...] : text.dropLast()
        // `Int64("+5")` is 5, but a duration has no sign.
        guard digits.allSatisfy(\.isNumber), let count = Int64(digits) else { return nil }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit?.seconds ?? 1)
        guard !overflows else { return nil }
        self = .seconds(seconds)
    }

    /// The duration in the longest unit that divides it.
    var flagText: String {
        let seconds = components.seconds
        let unit = Self.flagUnits.first { seconds != 0 && seconds.isMultiple(of: $0.seconds) }
        return unit.map { "\(seconds / $0.seconds)\($0.letter)" } ?? "\(seconds)s"
    }
}
