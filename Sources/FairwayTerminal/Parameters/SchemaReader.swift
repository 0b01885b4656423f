import FairwayWire

/// Reads a self-contained JSON Schema document.
struct SchemaReader {
    private let document: JSONValue
    /// The number of values that the form can still hold. After it reaches 0, values are entered as JSON.
    private var valuesLeft = 500

    /// Inherited from the enclosing schemas: the references followed, and whether the value is secret.
    struct Context {
        var references: Set<String> = []
        var isSecret = false
    }

    init(_ document: JSONValue) { self.document = document }

    /// The type that a part of the document describes.
    mutating func type(of schema: JSONValue, in context: Context) -> FormFieldType {
        var context = context
        let found = resolved(schema, &context.references)
        let (plain, isOptional) = withoutNull(found, &context.references)
        context.isSecret = context.isSecret || [schema, found, plain].contains { $0["writeOnly"] == true }
        var type = FormFieldType(kind: kind(of: plain, in: context), isOptional: isOptional, initial: plain["default"])
        // A line is hidden if any part of its value is secret.
        type.isSecret = context.isSecret || type.item?.holdsSecret == true
        if !type.isSecret, type.kind == .json {
            var followed: Set<String> = []
            type.isSecret = holdsSecret(schema, &followed)
        }
        return type
    }

    /// Whether the schema, or any schema that it contains or refers to, is `writeOnly`.
    private func holdsSecret(_ schema: JSONValue, _ followed: inout Set<String>) -> Bool {
        if schema["writeOnly"] == true { return true }
        if let reference = schema["$ref"]?.string, followed.insert(reference).inserted,
            holdsSecret(target(of: reference), &followed)
        {
            return true
        }
        let parts = schema.array ?? schema.object?.members.map(\.value) ?? []
        for part in parts where holdsSecret(part, &followed) { return true }
        return false
    }

    private mutating func kind(of schema: JSONValue, in context: Context) -> FormFieldType.Kind {
        guard valuesLeft > 0 else { return .json }
        valuesLeft -= 1
        if let choices = schema["enum"]?.array { return .choice(choices.filter { !$0.isNull }) }
        let types = schema["type"]?.array ?? schema["type"].map { [$0] } ?? []
        switch types.compactMap(\.string).first(where: { $0 != "null" }) {
        case "string": return .text(format: schema["format"]?.string)
        case "integer": return number(schema, isWhole: true)
        case "number": return number(schema, isWhole: false)
        case "boolean": return .boolean
        case "array": return .list(type(of: schema["items"] ?? [:], in: context))
        case "object": return schema["properties"]?.object.map { object($0, schema, context) } ?? .json
        default: return .json
        }
    }

    private func number(_ schema: JSONValue, isWhole: Bool) -> FormFieldType.Kind {
        func bound(_ name: String) -> JSONNumber? {
            if case .number(let number)? = schema[name] { number } else { nil }
        }
        return .number(isWhole: isWhole, least: bound("minimum"), most: bound("maximum"))
    }

    private mutating func object(
        _ properties: JSONObject,
        _ schema: JSONValue,
        _ context: Context
    ) -> FormFieldType.Kind {
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        var members: [FormFieldType.Member] = []
        for (name, member) in properties.members {
            var type = type(of: member, in: context)
            if !required.contains(name) { type.isOptional = true }
            members.append(FormFieldType.Member(name: name, type: type))
        }
        return .object(members)
    }

    /// Follows references and records them. Replaces a recursive reference by `{}`, which accepts any value.
    private func resolved(_ schema: JSONValue, _ references: inout Set<String>) -> JSONValue {
        var found = schema
        while let reference = found["$ref"]?.string {
            guard references.insert(reference).inserted else { return [:] }
            found = target(of: reference)
        }
        return found
    }

    private func target(of reference: String) -> JSONValue {
        let path = reference.drop { $0 == "#" || $0 == "/" }.split(separator: "/").map { JSONPointer.plain($0) }
        return path.reduce(document) { $0[$1] ?? [:] }
    }

    private func withoutNull(
        _ schema: JSONValue,
        _ references: inout Set<String>
    ) -> (JSONValue, isOptional: Bool) {
        guard let all = (schema["anyOf"] ?? schema["oneOf"])?.array else {
            let mayBeNull =
                schema["type"]?.array?.contains("null") == true || schema["enum"]?.array?.contains(nil) == true
            return (schema, mayBeNull)
        }
        var some: [JSONValue] = []
        for one in all {
            let found = resolved(one, &references)
            if found["type"] != "null" { some.append(found) }
        }
        return (some.count == 1 ? some[0] : [:], some.count < all.count)
    }
}

extension FormFieldType {
    /// Reads a schema (JSON Schema 2020-12) from the catalog. If it is not understood, its value is entered as JSON.
    init(schema: JSONValue) {
        var reader = SchemaReader(schema)
        self = reader.type(of: schema, in: SchemaReader.Context())
    }
}
