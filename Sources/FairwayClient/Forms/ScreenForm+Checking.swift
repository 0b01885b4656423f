public import FairwayWire
import Foundation

/// The checks that the server makes before a flow handles the action.
extension ScreenForm.Field {
    /// The first rule that a value breaks; nil if it breaks none.
    ///
    /// ```swift
    /// let violation = field.violation(of: .string(text))
    /// ```
    ///
    /// - Parameter value: The value. Null is the value of an empty input.
    public func violation(of value: JSONValue) -> FieldViolation? {
        guard !value.isNull else { return isRequired ? .required : nil }
        if let violation = violation(ofType: value) { return violation }
        if let text = value.string, let violation = violation(of: text) { return violation }
        if case .number(let number) = value, let violation = violation(of: number) { return violation }
        if let options, !options.contains(where: { $0.value.isSame(as: value) }) { return .notAnOption }
        if let rowValues, !rowValues.contains(where: { $0.isSame(as: value) }) { return .notAnOption }
        return nil
    }

    /// The first rule that parameters break.
    func error(in params: JSONValue) -> FieldError? {
        var value = params
        for (depth, name) in path.enumerated() {
            guard value.object != nil else { return .typeMismatch(.text, "/params", path.prefix(depth)) }
            // `Codable` calls a single value without a label `_0`; the server accepts both names.
            value = value[name] ?? (depth == 0 && name == "value" ? value["_0"] : nil) ?? .null
            if value.isNull {
                return optional[depth] ? nil : FieldError(pointer, .required)
            }
        }
        return violation(of: value).map { FieldError(pointer, $0) }
    }

    private func violation(ofType value: JSONValue) -> FieldViolation? {
        // The server decodes a secret number and checks nothing before.
        if isSecret, type.kind != .text { return nil }
        switch (type.kind, value) {
        case (.text, .string), (.number, .number), (.boolean, .bool), (.list, _), (.object, _), (.json, _): return nil
        case (.integer, .number(let number)): return number.isIntegral ? nil : .typeMismatch(format)
        case (.date, .string(let text)): return RFC3339Text.isDateTime(text) ? nil : .format(.dateTime)
        case (.uuid, .string(let text)): return UUID(uuidString: text) == nil ? .format(.text) : nil
        case (.constants(let values), _): return values.contains(value) ? nil : .notAnOption
        case (.text, _), (.uuid, _): return .typeMismatch(.multiline)
        case (.date, _): return .typeMismatch(.dateTime)
        case (.integer, _): return .typeMismatch(.integer)
        case (.number, _): return .typeMismatch(.decimal)
        case (.boolean, _): return .typeMismatch(.toggle)
        }
    }

    private func violation(of text: String) -> FieldViolation? {
        if limits.minLength != nil || limits.maxLength != nil {
            let length = text.unicodeScalars.count
            if let least = limits.minLength, length < least { return .tooShort(least: least) }
            if let most = limits.maxLength, length > most { return .tooLong(most: most) }
        }
        guard TextFormat.accepts(text, as: format) else { return .format(format) }
        // The schema has a pattern for these formats, because it has no keyword for them.
        guard format != .phone, format != .time, let pattern = limits.pattern.flatMap(TextPattern.init) else {
            return nil
        }
        return pattern.matches(text) ? nil : .pattern
    }

    private func violation(of number: JSONNumber) -> FieldViolation? {
        let exact = number.decimal
        // Compares the nearest `Double` if the number has more digits than a `Decimal` holds.
        let nearest = number.double ?? (number.isNegative ? -.infinity : .infinity)
        if let least = limits.minimum, exact.map({ $0 < least }) ?? (nearest < least.nearestDouble) {
            return .tooSmall(least: least)
        }
        if let most = limits.maximum, exact.map({ $0 > most }) ?? (nearest > most.nearestDouble) {
            return .tooLarge(most: most)
        }
        if !isInRange(number) { return number.isNegative ? .tooSmall(least: nil) : .tooLarge(most: nil) }
        if let step = limits.step, exact.map({ !($0 / step).isIntegral }) ?? true { return .step(step) }
        return nil
    }

    /// Whether the parameter's type has values of that magnitude.
    private func isInRange(_ number: JSONNumber) -> Bool {
        if case .integer(let range) = type.kind { return number.integer(Int128.self).map(range.contains) ?? false }
        return number.double != nil
    }
}

extension FieldError {
    /// The parameters are no object.
    static var unreadable: FieldError { FieldError("/params", .typeMismatch(.text)) }

    fileprivate init(_ pointer: String, _ violation: FieldViolation) {
        self.init(pointer, violation.code, detail: violation.sentence)
    }

    fileprivate static func typeMismatch(_ format: FieldFormat, _ base: String, _ path: some Sequence<String>) -> Self {
        Self(base + JSONPointer.pointer(path), .typeMismatch(format))
    }
}

enum RFC3339Text {
    /// Whether the server's JSON coder decodes the text as a `Date`.
    static func isDateTime(_ text: String) -> Bool {
        (try? JSON.decode(Date.self, from: JSON.encode(text))) != nil
    }
}
