import FairwayWire

/// What the schemas of types refer to, moved to where a whole document keeps what is shared.
///
/// A type's schema is a document of its own, with what it refers to in its `$defs`. Within another document, `#` is that
/// document's root (RFC 3986, section 4.4), so that such references would lead nowhere.
struct SharedDefinitions {
    private(set) var schemas: JSONObject

    /// - Parameter schemas: Those that are there already; of two of one name, the one that was there stays.
    init(_ schemas: JSONObject) { self.schemas = schemas }

    /// The value with its definitions moved here, and referred to here.
    mutating func taking(from value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements):
            return .array(elements.map { taking(from: $0) })
        case .object(let object):
            var result = JSONObject()
            for (name, member) in object.members {
                switch name {
                case "$defs": take(member.object ?? [:])
                case "$ref": result[name] = Self.here(member)
                default: result[name] = taking(from: member)
                }
            }
            return .object(result)
        default:
            return value
        }
    }

    private mutating func take(_ definitions: JSONObject) {
        for (name, schema) in definitions.members where schemas[name] == nil {
            let moved = taking(from: schema)
            schemas[name] = moved
        }
    }

    private static func here(_ reference: JSONValue) -> JSONValue {
        guard let path = reference.string, path.hasPrefix("#/$defs/") else { return reference }
        return .string("#/components/schemas/\(path.dropFirst("#/$defs/".count))")
    }
}
