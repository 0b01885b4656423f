import FairwayWire

extension Shape {
    /// A client's value for operators. Masks sensitive parts, and parts that the shape does not describe.
    func masked(_ value: JSONValue, _ definitions: [String: Shape]) -> JSONValue {
        if value.isNull { return value }
        switch self {
        // A value of unknown type may be sensitive.
        case .secret, .any, .nothing, .null: return .mask
        case .scalar, .constants: return value.object == nil && value.array == nil ? value : .mask
        case .array(let element):
            guard let elements = value.array else { return .mask }
            return .array(elements.map { element.masked($0, definitions) })
        case .dictionary(let shape):
            return Self.masked(value) { _, value in shape.masked(value, definitions) }
        case .object(let members), .cases(let members):
            return Self.masked(value) { name, value in
                members.first { $0.name == name }?.shape.masked(value, definitions) ?? .mask
            }
        case .optional(let shape), .bounded(let shape, _): return shape.masked(value, definitions)
        case .named(let name): return definitions[name]?.masked(value, definitions) ?? .mask
        case .either(let shapes):
            // The value may be of the alternative that shows less.
            let alternatives = Set(shapes.map { $0.masked(value, definitions) })
            return alternatives.count == 1 ? alternatives.first ?? .mask : .mask
        }
    }

    private static func masked(_ value: JSONValue, _ mask: (_ name: String, JSONValue) -> JSONValue) -> JSONValue {
        guard let object = value.object else { return .mask }
        return .object(JSONObject(object.members.map { ($0.name, mask($0.name, $0.value)) }))
    }
}

extension JSONValue {
    /// Replaces a sensitive value.
    fileprivate static let mask = JSONValue.string(SensitiveMask.text)
}

extension RawJSON {
    /// Replaces a value of unknown type.
    package static let mask = RawJSON(known: Array("\"\(SensitiveMask.text)\"".utf8))
}
