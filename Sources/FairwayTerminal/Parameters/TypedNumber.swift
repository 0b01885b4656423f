import FairwayWire
import Foundation

/// Numbers as people type them.
enum TypedNumber {
    /// The number of a line, such as `1,234.5`; nil if it is not a number or if it can be read in two ways.
    ///
    /// - Parameter unit: A unit or a currency that may stand before or after the number.
    static func value(of line: String, unit: String? = nil) -> JSONNumber? {
        var text = line.trimmed
        for unit in [unit, unit.flatMap { symbol(of: $0) }].compactMap(\.self) where !unit.isEmpty {
            if text.hasPrefix(unit) { text = String(text.dropFirst(unit.count)).trimmed }
            if text.hasSuffix(unit) { text = String(text.dropLast(unit.count)).trimmed }
        }
        if text.hasPrefix("+") { text.removeFirst() }
        let isNegative = text.hasPrefix("-") || text.hasPrefix("−")
        if isNegative { text.removeFirst() }
        guard let plain = plain(text) else {
            return JSONNumber((isNegative ? "-" : "") + text)
        }
        return JSONNumber((isNegative ? "-" : "") + plain)
    }

    /// The line that a user would type.
    ///
    /// - Parameter currency: The currency of an amount, which has all digits after the point.
    static func line(of number: JSONNumber, currency: String? = nil) -> String {
        guard let value = number.decimal, !number.text.contains(where: { "eE".contains($0) }) else {
            return number.text
        }
        let least = currency.map(FieldFormat.fractionDigits(of:)) ?? 0
        return value.formatted(
            .number.grouping(.never).precision(.fractionLength(least...max(20, least))).locale(ValueFormat.locale)
        )
    }

    /// The digits with a point before the fraction, if any.
    private static func plain(_ text: String) -> String? {
        let grouping: Set<Character> = [",", " ", "\u{A0}", "\u{202F}", "'", "’"]
        let (whole, fraction) = parts(text, ".")
        let groups = whole.split(omittingEmptySubsequences: false, whereSeparator: grouping.contains)
        if groups.allSatisfy(isDigits), isGrouped(groups), fraction.map(isDigits) ?? true {
            return joined(groups.joined(), fraction)
        }
        // A single separator that does not separate a group of three digits is a decimal separator.
        let separators = text.filter { $0 == "." || $0 == "," }
        guard separators.count == 1, let separator = separators.first else { return nil }
        let (first, second) = parts(text, separator)
        guard let second, isDigits(second), first.isEmpty || isDigits(first) else { return nil }
        return joined(String(first), second)
    }

    private static func parts(_ text: String, _ separator: Character) -> (whole: Substring, fraction: Substring?) {
        guard let index = text.firstIndex(of: separator) else { return (text[...], nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

    private static func isGrouped(_ groups: [Substring]) -> Bool {
        groups.count == 1 || groups[0].count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func joined(_ whole: String, _ fraction: Substring?) -> String {
        let digits = whole.drop { $0 == "0" }
        return (digits.isEmpty ? "0" : digits) + (fraction.map { ".\($0)" } ?? "")
    }

    /// Whether a unit has the form of a currency's code (ISO 4217).
    static func isCurrency(_ unit: String) -> Bool {
        unit.count == 3 && unit.allSatisfy { $0.isASCII && $0.isUppercase }
    }

    /// The symbol of a currency, `€`; nil if the unit is not a currency.
    private static func symbol(of unit: String) -> String? {
        guard isCurrency(unit) else { return nil }
        let zero = Decimal(0).formatted(.currency(code: unit).locale(ValueFormat.locale))
        return zero.filter { !$0.isNumber && !$0.isWhitespace && !".,".contains($0) }
    }
}

extension JSONNumber {
    /// The number times a power of ten, written without an exponent; nil if it has too many digits.
    func shifted(by digits: Int) -> JSONNumber? {
        guard digits != 0 else { return self }
        guard let value = decimal else { return nil }
        let shifted = Decimal(sign: value.sign, exponent: digits, significand: value.magnitude)
        return JSONNumber("\(shifted)")
    }
}
