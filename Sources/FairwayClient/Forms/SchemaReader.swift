package import FairwayWire

/// Reads a self-contained JSON Schema document.
package struct SchemaReader {
    private let document: JSONValue
    /// The number of values that can still be read. After it reaches 0, values have no type.
    private var valuesLeft = 500

    /// Inherited from the enclosing schemas: the references followed, and whether the value is secret.
    package struct Context {
        var references: Set<String> = []
        var isSecret = false

        package init() {}
    }

    package init(_ document: JSONValue) { self.document = document }

    /// The type that a part of the document describes.
    package mutating func type(of schema: JSONValue, in context: Context) -> ValueType {
        var context = context
        let found = resolved(schema, &context.references)
        let (plain, isOptional) = withoutNull(found, &context.references)
        context.isSecret = context.isSecret || [schema, found, plain].contains { $0["writeOnly"] == true }
        var type = ValueType(kind: kind(of: plain, in: context), isOptional: isOptional, initial: plain["default"])
        type.limits = FieldLimits([schema, found, plain])
        // A list is hidden if any part of it is secret.
        type.isSecret = context.isSecret
        if case .list(let item) = type.kind { type.isSecret = type.isSecret || item.holdsSecret }
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
            holdsSecret(document.at(reference), &followed)
        {
            return true
        }
        let parts = schema.array ?? schema.object?.members.map(\.value) ?? []
        for part in parts where holdsSecret(part, &followed) { return true }
        return false
    }

    private mutating func kind(of schema: JSONValue, in context: Context) -> ValueType.Kind {
        guard valuesLeft > 0 else { return .json }
        valuesLeft -= 1
        if let constants = schema["enum"]?.array { return .constants(constants.filter { !$0.isNull }) }
        let types = schema["type"]?.array ?? schema["type"].map { [$0] } ?? []
        switch types.compactMap(\.string).first(where: { $0 != "null" }) {
        case "string":
            switch schema["format"] {
            case "date-time": return .date
            case "uuid": return .uuid
            default: return .text
            }
        case "integer":
            let isInt64 = schema["format"] == "int64"
            return .integer(isInt64 ? Int128(Int64.min)...Int128(Int64.max) : Int128.min...Int128.max)
        case "number": return .number
        case "boolean": return .boolean
        case "array": return .list(type(of: schema["items"] ?? [:], in: context))
        case "object": return schema["properties"]?.object.map { object($0, schema, context) } ?? .json
        default: return .json
        }
    }

    private mutating func object(
        _ properties: JSONObject,
        _ schema: JSONValue,
        _ context: Context
    ) -> ValueType.Kind {
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        var members: [ValueType.Member] = []
        for (name, member) in properties.members {
            var type = type(of: member, in: context)
            if !required.contains(name) { type.isOptional = true }
            members.append(ValueType.Member(name: name, type: type))
        }
        return .object(members)
    }

    /// Follows references and records them. Replaces a recursive reference by `{}`, which accepts any value.
    private func resolved(_ schema: JSONValue, _ references: inout Set<String>) -> JSONValue {
        var found = schema
        while let reference = found["$ref"]?.string {
            guard references.insert(reference).inserted else { return [:] }
            found = document.at(reference)
        }
        return found
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

/// JSON Pointers (RFC 6901).
package enum JSONPointer {
    /// The reference tokens of a pointer, or of the fragment `#/$defs/Name`.
    package static func tokens(_ pointer: String) -> [String] {
        pointer.drop { $0 == "#" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
            // Section 4: the order matters, so that `~01` becomes `~1`.
            String(token).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// A pointer with these tokens.
    package static func pointer(_ tokens: some Sequence<String>) -> String {
        tokens.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// The tokens below `/params`; nil for other pointers.
    package static func tokensInParameters(_ pointer: String) -> [String]? {
        let tokens = tokens(pointer)
        return tokens.first == "params" ? Array(tokens.dropFirst()) : nil
    }
}

extension JSONValue {
    /// The value at a JSON Pointer. Null if there is none.
    package func at(_ pointer: String) -> JSONValue {
        JSONPointer.tokens(pointer).reduce(self) { value, token in
            value[token] ?? value.array.flatMap { _ in Int(token) }.flatMap { value[$0] } ?? .null
        }
    }
}
