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
        guard !value.isNull else { return isRequired ? missingValue : nil }
        if let violation = violation(ofType: value) { return violation }
        if let text = value.string, let violation = violation(of: text) { return violation }
        if case .number(let number) = value, let violation = violation(of: number) { return violation }
        if let options, !options.contains(where: { $0.value.isSame(as: value) }) { return .notAnOption }
        if let rowValues, !rowValues.contains(where: { $0.isSame(as: value) }) { return .notAnOption }
        return nil
    }

    /// The sentence for the user about a broken rule: the app's own, otherwise a general one in English.
    ///
    /// ```swift
    /// if let violation = field.violation(of: "Ada") { show(field.sentence(about: violation)) }
    /// ```
    public func sentence(about violation: FieldViolation) -> String {
        messages[violation.code] ?? violation.sentence
    }

    /// The first rule that parameters break.
    func error(in params: JSONValue) -> FieldError? {
        var value = params
        for (depth, name) in path.enumerated() {
            guard value.object != nil else { return .typeMismatch(.text, "/params", path.prefix(depth)) }
            value = Self.member(name, of: value, at: depth)
            if value.isNull {
                return optional[depth] ? nil : fieldError(missingValue)
            }
        }
        return violation(of: value).map(fieldError)
    }

    private func fieldError(_ violation: FieldViolation) -> FieldError {
        FieldError(pointer, violation.code, detail: sentence(about: violation))
    }

    /// The first element of a list that the server cannot decode.
    func listError(in params: JSONValue) -> FieldError? {
        guard case .list = type.kind, !isSecret else { return nil }
        let value = path.enumerated().reduce(params) { Self.member($1.element, of: $0, at: $1.offset) }
        return value.isNull ? nil : type.decodingError(of: value, at: pointer)
    }

    /// `Codable` calls a single value without a label `_0`; the server accepts both names.
    private static func member(_ name: String, of value: JSONValue, at depth: Int) -> JSONValue {
        value[name] ?? (depth == 0 && name == "value" ? value["_0"] : nil) ?? .null
    }

    private var missingValue: FieldViolation { format == .choice ? .missingChoice : .required }

    private func violation(ofType value: JSONValue) -> FieldViolation? {
        // The server checks a secret that is not a text only by decoding it.
        if isSecret, type.kind != .text { return nil }
        let mismatch = type.mismatch(with: value)
        // Users type money in the major unit, where amounts need not be whole numbers.
        return format == .money && mismatch == .typeMismatch(.integer) ? .typeMismatch(.money) : mismatch
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
        if let violation = type.excess(of: number) { return violation }
        if let step = limits.step, exact.map({ !($0 / step).isIntegral }) ?? true { return .step(step) }
        return nil
    }
}

extension ValueType {
    /// The reason why a value is not of this type. Does not look into lists and objects.
    fileprivate func mismatch(with value: JSONValue) -> FieldViolation? {
        switch (kind, value) {
        case (.text, .string), (.number, .number), (.boolean, .bool), (.list, _), (.object, _), (.json, _): nil
        case (.integer, .number(let number)): number.isIntegral ? nil : .typeMismatch(.integer)
        case (.date, .string(let text)): RFC3339Text.isDateTime(text) ? nil : .format(.dateTime)
        case (.uuid, .string(let text)): UUID(uuidString: text) == nil ? .format(.text) : nil
        case (.constants(let values), _): values.contains(value) ? nil : .notAnOption
        case (.text, _), (.uuid, _): .typeMismatch(.multiline)
        case (.date, _): .typeMismatch(.dateTime)
        case (.integer, _): .typeMismatch(.integer)
        case (.number, _): .typeMismatch(.decimal)
        case (.boolean, _): .typeMismatch(.toggle)
        }
    }

    /// Whether a number is beyond the values of this type.
    fileprivate func excess(of number: JSONNumber) -> FieldViolation? {
        let isInRange =
            if case .integer(let range) = kind {
                number.integer(Int128.self).map(range.contains) ?? false
            } else {
                number.double != nil
            }
        return isInRange ? nil : number.isNegative ? .tooSmall(least: nil) : .tooLarge(most: nil)
    }

    /// The first part of a value that the server cannot decode.
    fileprivate func decodingError(of value: JSONValue, at pointer: String) -> FieldError? {
        guard !value.isNull else { return isOptional || kind == .json ? nil : FieldError(pointer, .required) }
        switch (kind, value) {
        case (.list(let element), .array(let values)):
            return values.enumerated().lazy.compactMap { element.decodingError(of: $1, at: "\(pointer)/\($0)") }.first
        case (.object(let members), .object(let object)):
            return members.lazy.compactMap { member in
                let pointer = pointer + JSONPointer.pointer([member.name])
                return member.type.decodingError(of: object[member.name] ?? .null, at: pointer)
            }.first
        case (.list, _), (.object, _): return FieldError(pointer, .typeMismatch(.text))
        case (.number, .number(let number)): return excess(of: number).map { FieldError(pointer, $0) }
        case (.integer, .number(let number)):
            return (mismatch(with: value) ?? excess(of: number)).map { FieldError(pointer, $0) }
        default: return mismatch(with: value).map { FieldError(pointer, $0) }
        }
    }
}

extension FieldError {
    /// The parameters are not an object.
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
