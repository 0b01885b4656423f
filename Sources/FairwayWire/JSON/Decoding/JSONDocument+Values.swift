extension JSONDocument {
    func isNull(at index: Int) -> Bool { self[index].kind == .null }

    func bool(at index: Int) throws -> Bool {
        try expect(.bool, at: index)
        return self[index].length == 4
    }
    func string(at index: Int) throws -> String {
        try expect(.string, at: index)
        return stringValue(at: index)
    }

    /// The value of a token that is known to be a string.
    func stringValue(at index: Int) -> String {
        let bytes = bytes(at: index)
        return self[index].isComplex ? JSONText.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    func number(at index: Int) throws -> NumberText {
        try expect(.number, at: index)
        return NumberText(bytes(at: index))
    }
    func integer<Integer: FixedWidthInteger>(at index: Int) throws -> Integer {
        guard self[index].kind == .number else { throw mismatch(expected: "an integer", at: index) }
        guard let value = NumberText(bytes(at: index)).integer(Integer.self) else {
            throw mismatch(
                expected: "an integer from \(Integer.min) to \(Integer.max)",
                found: "another number",
                at: index
            )
        }
        return value
    }

    func double(at index: Int) throws -> Double {
        guard let value = try number(at: index).double() else { throw beyond("Double", at: index) }
        return value
    }

    func float(at index: Int) throws -> Float {
        guard let value = try number(at: index).float() else { throw beyond("Float", at: index) }
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        if type == String.self, let value = try string(at: index) as? Value { return value }
        if type == Int.self, let value = try integer(at: index) as Int as? Value { return value }
        if let direct = type as? any DirectlyDecodable.Type, let value = try direct.init(at: index, of: self) as? Value
        {
            return value
        }
        return try decodeThroughConformance(type, at: index)
    }

    private func decodeThroughConformance<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        do {
            return try type.init(from: ValueDecoding(document: self, index: index))
        } catch let error as DecodingError {
            throw explained(error, from: type, at: index)
        }
    }
}

extension JSONDocument {
    /// A document with the members of `defaults` that the outermost object lacks, after its own. Returns itself if
    /// nothing is added.
    func filled(from defaults: [UInt8], limits: JSONLimits) throws -> JSONDocument {
        let fallback = try defaults.withUnsafeBufferPointer { try JSONDocument($0, userInfo: [:], limits: limits) }
        guard let filled = filled(from: fallback) else { return self }
        return try filled.withUnsafeBufferPointer {
            try JSONDocument($0, userInfo: userInfo, limits: .init(depth: limits.depth, bytes: JSONLimits.mostBytes))
        }
    }

    private func filled(from defaults: JSONDocument) -> [UInt8]? {
        guard self[0].kind == .object, defaults[0].kind == .object else { return nil }
        let absent = defaults.members(of: 0).filter { name, _ in
            var name = defaults.stringValue(at: name)
            return name.withUTF8 { member($0, of: 0) } == nil
        }
        guard !absent.isEmpty else { return nil }
        var writer = JSONWriter(reserving: Int(self[0].length + defaults[0].length))
        writer.beginObject()
        for (document, members) in [(self, Array(members(of: 0))), (defaults, absent)] {
            for (name, value) in members {
                writer.key(named: document.stringValue(at: name))
                writer.raw(document.text(at: value))
            }
        }
        writer.endObject()
        return writer.bytes
    }
}

extension JSONDocument {
    func expect(_ kind: JSONToken.Kind, at index: Int) throws {
        if self[index].kind != kind { throw mismatch(expected: kind.description, at: index) }
    }

    /// The error for JSON of another kind than expected.
    func mismatch(expected: String, found: String? = nil, at index: Int) -> JSONError {
        let found = found ?? self[index].kind.description
        return JSONError(.typeMismatch, "expected \(expected), found \(found)", pointer: path(of: index).jsonPointer)
    }

    /// The error for a string or a number that is not a value of the type.
    func invalid(_ message: String, at index: Int) -> JSONError {
        JSONError(.invalidValue, message, pointer: path(of: index).jsonPointer)
    }

    func beyond(_ type: String, at index: Int) -> JSONError {
        invalid("the number is beyond what a \(type) can hold", at: index)
    }
    func missing(_ key: JSONKey, in container: Int) -> JSONError {
        let message = key.isIndex ? "the array has no more elements" : JSONError.missingMember
        return JSONError(.missingMember, message, pointer: (path(of: container) + [key]).jsonPointer)
    }

    /// The error for a `DecodingError` that a type's own `init(from:)` threw.
    func explained(_ error: DecodingError, from type: Any.Type, at index: Int) -> JSONError {
        let place = path(of: index)
        let explained = JSONError(error, inside: place)
        switch error {
        case .typeMismatch(let mismatched, let context)
        where mismatched == type && self[index].kind == .object
            && context.debugDescription.hasPrefix("Invalid number of keys found"):
            // The synthesized code for enums with associated values throws this unless exactly one member has the name of a
            // case.
            let names = members(of: index).map { JSONKey(name: stringValue(at: $0.name)) }
            guard let name = names.first, names.count == 1 else {
                return JSONError(.typeMismatch, "expected an object with one member", pointer: place.jsonPointer)
            }
            return JSONError(.unknownCase, "there is no such case", pointer: (place + [name]).jsonPointer)
        case .dataCorrupted
        where type is any RawRepresentable.Type && explained.pointer == place.jsonPointer:
            return JSONError(.unknownCase, "the value is not one of the allowed values", pointer: place.jsonPointer)
        default:
            return explained
        }
    }
}

extension JSONToken.Kind: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
