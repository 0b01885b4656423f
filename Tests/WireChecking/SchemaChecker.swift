public import FairwayWire

/// Checks values against JSON Schemas (2020-12). It supports the keywords that this project's schemas use.
///
/// An unknown keyword is reported as a violation, since ignoring it would hide an error.
public struct SchemaChecker: Sendable {
    /// The document that contains the schema. `$ref` refers to it.
    private let document: JSONValue

    /// Creates a checker for the schemas of a document.
    public init(document: JSONValue) { self.document = document }

    /// The violations of a value, with their positions; empty if the value is valid.
    public static func complaints(_ value: JSONValue, against schema: JSONObject) -> [String] {
        SchemaChecker(document: .object(schema)).complaints(value, against: .object(schema))
    }

    /// The violations of a value, with their positions; empty if the value is valid.
    public func complaints(_ value: JSONValue, against schema: JSONValue, at place: String = "") -> [String] {
        if let admits = schema.bool { return admits ? [] : ["\(place): nothing is admitted here"] }
        guard let schema = schema.object else { return ["\(place): the schema is neither an object nor a truth value"] }
        return schema.members.flatMap { keyword, argument in
            check(keyword, argument, value, schema, place)
        }
    }

    private static let annotations: Set<String> = [
        "$defs", "$schema", "contentEncoding", "contentMediaType", "default", "description", "example", "examples",
        "format", "title", "writeOnly",
    ]

    private func check(
        _ keyword: String,
        _ argument: JSONValue,
        _ value: JSONValue,
        _ schema: JSONObject,
        _ place: String
    ) -> [String] {
        switch keyword {
        case _ where Self.annotations.contains(keyword): return []
        case "type":
            let types = argument.array ?? [argument]
            return types.contains { isOf($0, value) } ? [] : ["\(place): not of type \(argument)"]
        case "enum": return argument.array?.contains(value) == true ? [] : ["\(place): none of the constants"]
        case "const": return argument == value ? [] : ["\(place): not the constant"]
        case "$ref": return reference(argument, value, place)
        case "allOf": return (argument.array ?? []).flatMap { complaints(value, against: $0, at: place) }
        case "anyOf": return admitting(argument, value, place) > 0 ? [] : ["\(place): none of the alternatives"]
        case "oneOf":
            let count = admitting(argument, value, place)
            return count == 1 ? [] : ["\(place): \(count) of the alternatives instead of one"]
        default: return checkParts(keyword, argument, value, schema, place)
        }
    }

    private func checkParts(
        _ keyword: String,
        _ argument: JSONValue,
        _ value: JSONValue,
        _ schema: JSONObject,
        _ place: String
    ) -> [String] {
        switch keyword {
        case "properties":
            return (value.object?.members ?? []).flatMap { name, member in
                argument[name].map { complaints(member, against: $0, at: "\(place)/\(name)") } ?? []
            }
        case "required":
            guard let object = value.object else { return [] }
            return (argument.array ?? []).compactMap { name in
                name.string.flatMap { object[$0] == nil ? "\(place): \($0) is missing" : nil }
            }
        case "additionalProperties":
            return (value.object?.members ?? []).filter { schema["properties"]?[$0.name] == nil }.flatMap {
                complaints($0.value, against: argument, at: "\(place)/\($0.name)")
            }
        case "items":
            return (value.array ?? []).enumerated().flatMap {
                complaints($0.element, against: argument, at: "\(place)/\($0.offset)")
            }
        case "minimum":
            return (value.double ?? .infinity) >= (argument.double ?? 0) ? [] : ["\(place): too small"]
        case "maximum":
            return (value.double ?? -.infinity) <= (argument.double ?? 0) ? [] : ["\(place): too large"]
        case "minLength":
            return length(value) ?? .max >= argument.int ?? 0 ? [] : ["\(place): too short"]
        case "maxLength":
            return length(value) ?? 0 <= argument.int ?? .max ? [] : ["\(place): too long"]
        case "maxProperties":
            return value.object?.members.count ?? 0 <= argument.int ?? .max ? [] : ["\(place): too many members"]
        case "pattern":
            return matches(argument, value) ? [] : ["\(place): does not match \(argument)"]
        default: return ["\(place): the keyword \(keyword) is not known to this checker"]
        }
    }

    private func length(_ value: JSONValue) -> Int? { value.string?.unicodeScalars.count }

    private func matches(_ pattern: JSONValue, _ value: JSONValue) -> Bool {
        guard let text = value.string else { return true }
        guard let pattern = pattern.string, let regex = try? Regex(pattern) else { return false }
        return text.contains(regex)
    }

    private func admitting(_ alternatives: JSONValue, _ value: JSONValue, _ place: String) -> Int {
        (alternatives.array ?? []).count { complaints(value, against: $0, at: place).isEmpty }
    }

    private func isOf(_ type: JSONValue, _ value: JSONValue) -> Bool {
        switch (type.string, value) {
        case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
            ("object", .object):
            true
        // A number without a fraction is an integer (JSON Schema Core 2020-12, section 4.2.3), however large.
        case ("integer", .number): value.double.map { $0.rounded() == $0 } ?? false
        default: false
        }
    }

    /// Resolves a JSON Pointer into the document (RFC 6901).
    private func reference(_ reference: JSONValue, _ value: JSONValue, _ place: String) -> [String] {
        guard let path = reference.string, path.hasPrefix("#") else { return ["\(place): \(reference) is elsewhere"] }
        var target: JSONValue? = document
        for part in path.dropFirst().split(separator: "/") {
            target = target?[String(part.replacing("~1", with: "/").replacing("~0", with: "~"))]
        }
        guard let target else { return ["\(place): \(path) leads nowhere"] }
        return complaints(value, against: target, at: place)
    }
}
