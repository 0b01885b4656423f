public import FairwayWire
package import Foundation

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
        if let violation = rules.violation(of: value) { return violation }
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
        messages[violation.code] ?? violation.sentence(with: rules.typedLimit(of: violation))
    }

    /// The limit that a value breaks, in the unit that people type.
    package func typedLimit(of violation: FieldViolation) -> Decimal? { rules.typedLimit(of: violation) }

    private var rules: ValueRules { type.rules(as: format, unit: unit) }

    /// The first rule that parameters break.
    func error(in params: JSONValue) -> FieldError? {
        var value = params
        for (depth, name) in path.enumerated() {
            guard value.object != nil else { return .typeMismatch("/params", path.prefix(depth)) }
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
}

extension ValueType {
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
        case (.list, _), (.object, _): return FieldError(pointer, .typeMismatch(nil))
        case (.json, _): return nil
        default: return ValueRules(checkedKind).violation(of: value).map { FieldError(pointer, $0) }
        }
    }
}

extension FieldError {
    /// The parameters are not an object.
    static var unreadable: FieldError { FieldError("/params", .typeMismatch(nil)) }

    fileprivate init(_ pointer: String, _ violation: FieldViolation) {
        self.init(pointer, violation.code, detail: violation.sentence)
    }

    fileprivate static func typeMismatch(_ base: String, _ path: some Sequence<String>) -> Self {
        Self(base + JSONPointer.pointer(path), .typeMismatch(nil))
    }
}
