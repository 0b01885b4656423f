package import FairwayWire

/// The type of a value, read from its JSON Schema.
package struct ValueType: Hashable, Sendable {
    package var kind: Kind
    package var isOptional = false
    /// Whether the value, or a part of a value that is entered as JSON, must not be shown.
    package var isSecret = false
    /// The default in the schema.
    package var initial: JSONValue?
    package var limits = FieldLimits()

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

extension ValueType {
    /// The rules that the server checks before it decodes the value.
    func rules(as format: FieldFormat?, unit: String?) -> ValueRules {
        // The server checks a secret that is not a text only by decoding it.
        let isChecked = !isSecret || kind == .text
        return ValueRules(isChecked ? checkedKind : .other, format: format, limits: limits, currency: unit)
    }

    /// The kind of the value, whatever its limits.
    var checkedKind: ValueKind {
        switch kind {
        case .text: .text
        case .number: .number
        case .boolean: .toggle
        case .integer(let range): .integer(range)
        case .date: .date
        case .uuid: .uuid
        case .constants(let values): .constants(values)
        case .object, .list, .json: .other
        }
    }
}
