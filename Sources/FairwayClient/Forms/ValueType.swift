package import FairwayWire
public import Foundation

/// The type of a value, read from its JSON Schema.
package struct ValueType: Hashable, Sendable {
    package var kind: Kind
    package var isOptional = false
    /// Whether the value, or a part of a value that is entered as JSON, must not be shown.
    package var isSecret = false
    /// The default in the schema.
    package var initial: JSONValue?
    package var limits = ScreenForm.Limits()

    package indirect enum Kind: Hashable, Sendable {
        case text, number, boolean
        /// With the values of the type.
        case integer(ClosedRange<Int128>)
        /// A date and a time, as text.
        case date
        case uuid
        case constants([JSONValue])
        case object([Member])
        case list(ValueType)
        /// Any value.
        case json
    }

    package struct Member: Hashable, Sendable {
        package var name: String
        package var type: ValueType
    }

    package var members: [Member]? {
        if case .object(let members) = kind { members } else { nil }
    }

    /// Whether the value or any part of it is secret.
    package var holdsSecret: Bool { isSecret || members?.contains { $0.type.holdsSecret } == true }

    /// The format of a field that declares none.
    package var format: FieldFormat {
        if isSecret { return .password }
        return switch kind {
        case .integer: .integer
        case .number: .decimal
        case .boolean: .toggle
        case .date: .dateTime
        case .constants: .choice
        case .text, .uuid, .object, .list, .json: .text
        }
    }
}

extension ValueType {
    /// Reads a schema (JSON Schema 2020-12) from the catalog. A schema that is not understood describes any value.
    package init(schema: JSONValue) {
        var reader = SchemaReader(schema)
        self = reader.type(of: schema, in: SchemaReader.Context())
    }
}

extension ScreenForm {
    /// The limits of a value: keywords of its JSON Schema.
    ///
    /// ```swift
    /// if let longest = field.limits.maxLength { text = String(text.unicodeScalars.prefix(longest)) }
    /// ```
    public struct Limits: Hashable, Sendable {
        /// The least number of characters (Unicode code points).
        public var minLength: Int?
        /// The largest number of characters.
        public var maxLength: Int?
        /// The regular expression that the whole text matches.
        public var pattern: String?
        /// The smallest number.
        public var minimum: Decimal?
        /// The largest number.
        public var maximum: Decimal?
        /// The number that every value is a multiple of.
        public var step: Decimal?

        init() {}
    }
}

extension ScreenForm.Limits {
    /// The keywords may stand beside an `anyOf` or a reference, or in it.
    init(_ schemas: [JSONValue]) {
        func value(_ keyword: String) -> JSONValue? { schemas.lazy.compactMap { $0[keyword] }.first }
        func decimal(_ keyword: String) -> Decimal? {
            if case .number(let number)? = value(keyword) { number.decimal } else { nil }
        }
        minLength = value("minLength")?.int
        maxLength = value("maxLength")?.int
        pattern = value("pattern")?.string
        minimum = decimal("minimum")
        maximum = decimal("maximum")
        step = decimal("multipleOf")
    }
}
