import FairwayWire

/// The shared schemas of a document. It moves the `$defs` of all schemas to the `components`.
///
/// The schema of a type has its own `$defs`, and refers to them from its root, `#`. In an OpenAPI document, `#` is the
/// root of that document (RFC 3986, section 4.4), so the references are rewritten.
struct SharedDefinitions {
    private(set) var schemas = JSONObject()

    /// Adds a definition, which takes precedence over later ones of the same name.
    mutating func add(_ name: String, _ schema: JSONObject) {
        let moved = taking(from: .object(schema))
        schemas[name] = moved
    }

    /// Moves the definitions in `value` to ``schemas``. Returns `value` without them, and with rewritten references.
    mutating func taking(from value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements):
            return .array(elements.map { taking(from: $0) })
        case .object(let object):
            var result = JSONObject()
            for (name, member) in object.members {
                switch name {
                case "$defs": take(member.object ?? [:])
                case "$ref": result[name] = Self.inComponents(member)
                default: result[name] = taking(from: member)
                }
            }
            return .object(result)
        default:
            return value
        }
    }

    private mutating func take(_ definitions: JSONObject) {
        for (name, schema) in definitions.members {
            // The schemas of the protocol are added under their own names.
            let isOfProtocol = WireSchema(rawValue: WireSchema.name(ofType: name)) != nil
            guard !isOfProtocol, schemas[name] == nil else { continue }
            let moved = taking(from: schema)
            schemas[name] = moved
        }
    }

    private static func inComponents(_ reference: JSONValue) -> JSONValue {
        guard let path = reference.string, path.hasPrefix("#/$defs/") else { return reference }
        let type = String(path.dropFirst("#/$defs/".count))
        return .string("#/components/schemas/\(WireSchema.name(ofType: type))")
    }
}
