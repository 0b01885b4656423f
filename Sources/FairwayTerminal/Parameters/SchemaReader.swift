import FairwayWire

/// Reads one schema, which is a document of its own.
struct SchemaReader {
    private let document: JSONValue
    /// More values than any form asks for: what comes after them is asked for as JSON.
    private var valuesLeft = 500

    /// What leads to a part of the document.
    struct Surroundings {
        /// The references on the way.
        var references: Set<String> = []
        /// Whether it is a part of something secret.
        var isSecret = false
    }

    init(_ document: JSONValue) { self.document = document }

    /// What a part of the document says about a value.
    mutating func type(of schema: JSONValue, in around: Surroundings) -> ParameterType {
        var around = around
        let found = resolved(schema, &around.references)
        let (plain, isOptional) = withoutNull(found, &around.references)
        around.isSecret = around.isSecret || [schema, found, plain].contains { $0["writeOnly"] == true }
        var type = ParameterType(kind: kind(of: plain, in: around), isOptional: isOptional, initial: plain["default"])
        // What is asked for in one line is secret when anything in that line is.
        type.isSecret = around.isSecret || type.item?.holdsSecret == true
        if !type.isSecret, type.kind == .json {
            var followed: Set<String> = []
            type.isSecret = holdsSecret(schema, &followed)
        }
        return type
    }

    /// Whether anything that a value may consist of is secret, however it comes to be there.
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

    private mutating func kind(of schema: JSONValue, in around: Surroundings) -> ParameterType.Kind {
        guard valuesLeft > 0 else { return .json }
        valuesLeft -= 1
        if let choices = schema["enum"]?.array { return .choice(choices.filter { !$0.isNull }) }
        let types = schema["type"]?.array ?? schema["type"].map { [$0] } ?? []
        switch types.compactMap(\.string).first(where: { $0 != "null" }) {
        case "string": return .text(format: schema["format"]?.string)
        case "integer": return number(schema, isWhole: true)
        case "number": return number(schema, isWhole: false)
        case "boolean": return .boolean
        case "array": return .list(type(of: schema["items"] ?? [:], in: around))
        case "object": return schema["properties"]?.object.map { object($0, schema, around) } ?? .json
        default: return .json
        }
    }

    private func number(_ schema: JSONValue, isWhole: Bool) -> ParameterType.Kind {
        func bound(_ name: String) -> JSONNumber? {
            if case .number(let number)? = schema[name] { number } else { nil }
        }
        return .number(isWhole: isWhole, least: bound("minimum"), most: bound("maximum"))
    }

    private mutating func object(
        _ properties: JSONObject,
        _ schema: JSONValue,
        _ around: Surroundings
    ) -> ParameterType.Kind {
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        var members: [ParameterType.Member] = []
        for (name, member) in properties.members {
            var type = type(of: member, in: around)
            if !required.contains(name) { type.isOptional = true }
            members.append(ParameterType.Member(name: name, type: type))
        }
        return .object(members)
    }

    /// Where references lead, which are noted. What lies within itself has no end, and is anything.
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
