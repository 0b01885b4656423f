extension JSONValue: Codable {
    /// Reads what a decoder of another kind shows.
    public init(from decoder: any Decoder) throws {
        if let object = try? JSONObject(from: decoder) {
            self = .object(object)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(JSONNumber.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .array(try container.decode([JSONValue].self))
        }
    }

    /// Shows the value to an encoder of another kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        switch document[index].kind {
        case .null: self = .null
        case .bool: self = .bool(try document.bool(at: index))
        case .number: self = .number(try JSONNumber(at: index, of: document))
        case .string: self = .string(document.stringValue(at: index))
        case .array: self = .array(try document.elements(of: index).map { try JSONValue(at: $0, of: document) })
        case .object: self = .object(try JSONObject(at: index, of: document))
        }
    }

    func encode(into encoder: ByteEncoder) throws {
        switch self {
        case .null: encoder.writer.null()
        case .bool(let value): encoder.writer.bool(value)
        case .number(let value): value.encode(into: encoder)
        case .string(let value): encoder.writer.string(value)
        case .array(let elements):
            try encoder.array { encoder in
                for element in elements {
                    encoder.nextElement()
                    try element.encode(into: encoder)
                }
            }
        case .object(let object): try object.encode(into: encoder)
        }
    }
}
