package import Foundation

/// Comparisons by value, for the rules of fields.
extension JSONNumber {
    /// Whether the number begins with a minus sign.
    package var isNegative: Bool { text.hasPrefix("-") }

    /// The exact value; nil if it has more digits than a `Decimal` holds.
    package var decimal: Decimal? { try? JSON.decode(Decimal.self, from: text.utf8) }

    /// Whether the number has no fraction. It need not fit an integer type.
    package var isIntegral: Bool {
        if integer(Int128.self) != nil { return true }
        if let decimal { return decimal.isIntegral }
        // A `Double` beyond 2^53 has no fraction.
        return double.map { abs($0) > 0x1p53 } ?? true
    }
}

extension JSONValue {
    /// Whether the values are equal. Numbers are compared by value.
    package func isSame(as other: JSONValue) -> Bool {
        if case .number(let left) = self, case .number(let right) = other {
            return left == right || left.double == right.double && left.int == right.int
        }
        return self == other
    }
}

extension Decimal {
    /// The text of a decimal has a point only if it is not integral.
    package var isIntegral: Bool { !"\(self)".contains(".") }

    /// The nearest floating-point number; NaN if there is none.
    package var nearestDouble: Double { Double("\(self)") ?? .nan }
}
