extension JSONDocument {
    @inline(__always)
    func isNull(at index: Int) -> Bool { self[index].kind == .null }

    func bool(at index: Int) throws -> Bool {
        try expect(.bool, at: index)
        return self[index].length == 4
    }

    @inline(__always)
    func string(at index: Int) throws -> String {
        try expect(.string, at: index)
        return stringValue(at: index)
    }

    /// The value of what is known to be a string.
    @inline(__always)
    func stringValue(at index: Int) -> String {
        let bytes = bytes(at: index)
        return self[index].isComplex ? JSONText.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    func number(at index: Int) throws -> NumberText {
        try expect(.number, at: index)
        return NumberText(bytes(at: index))
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(at index: Int) throws -> Integer {
        guard self[index].kind == .number else { throw mismatch(expected: "an integer", at: index) }
        guard let value = NumberText(bytes(at: index)).integer(Integer.self) else {
            throw mismatch(
                expected: "an integer from \(Integer.min) to \(Integer.max)",
                found: "a number that is not",
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

    /// Decodes a value of any type.
    func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        switch CodingRoute.decoding(type) {
        case .string: return cast(try string(at: index))
        case .int: return cast(try integer(at: index) as Int)
        case .double: return cast(try double(at: index))
        case .bool: return cast(try bool(at: index))
        case .direct: return try decodeDirectly(type, at: index)
        case .codable: return try decodeThroughConformance(type, at: index)
        }
    }

    /// Apart from `decode`, which would otherwise look up the type of this function's optional for every value.
    @inline(never)
    private func decodeDirectly<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        guard
            let direct = type as? any DirectlyDecodable.Type,
            let value = try direct.init(at: index, of: self) as? Value
        else { return try decodeThroughConformance(type, at: index) }
        return value
    }

    private func decodeThroughConformance<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        do {
            return try type.init(from: ValueDecoding(document: self, index: index))
        } catch let error as DecodingError {
            throw explained(error, from: type, at: index)
        }
    }

    /// A cast between types that have been found equal: `as!` would look that up once more, at ten times the cost.
    @inline(__always)
    private func cast<From, To>(_ value: From, to: To.Type = To.self) -> To {
        withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: To.self).pointee }
    }
}
