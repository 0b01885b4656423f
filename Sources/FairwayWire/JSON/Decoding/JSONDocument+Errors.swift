extension JSONDocument {
    @inline(__always)
    func expect(_ kind: JSONToken.Kind, at index: Int) throws {
        if self[index].kind != kind { throw mismatch(expected: kind.description, at: index) }
    }

    /// JSON of another kind than asked for.
    @inline(never)
    func mismatch(expected: String, found: String? = nil, at index: Int) -> JSONError {
        let found = found ?? self[index].kind.description
        return JSONError(.typeMismatch, "expected \(expected), found \(found)", pointer: path(of: index).jsonPointer)
    }

    /// A string or a number that is no value of the type.
    @inline(never)
    func invalid(_ message: String, at index: Int) -> JSONError {
        JSONError(.invalidValue, message, pointer: path(of: index).jsonPointer)
    }

    func beyond(_ type: String, at index: Int) -> JSONError {
        invalid("the number is beyond what a \(type) can hold", at: index)
    }

    @inline(never)
    func missing(_ key: JSONKey, in container: Int) -> JSONError {
        let message = key.isIndex ? "the array has no more elements" : JSONError.missingMember
        return JSONError(.missingMember, message, pointer: (path(of: container) + [key]).jsonPointer)
    }

    /// What a type's own `init(from:)` threw while it was reading a value.
    func explained(_ error: DecodingError, from type: Any.Type, at index: Int) -> JSONError {
        let place = path(of: index)
        let explained = JSONError(error, inside: place)
        switch error {
        case .typeMismatch(let mismatched, let context)
        where mismatched == type && self[index].kind == .object
            && context.debugDescription.hasPrefix("Invalid number of keys found"):
            // How the compiler's implementation for an enum with payloads says that none of its cases is there.
            let names = members(of: index).map { JSONKey(name: stringValue(at: $0.name)) }
            guard let name = names.first, names.count == 1 else {
                return JSONError(.typeMismatch, "expected an object of one case", pointer: place.jsonPointer)
            }
            return JSONError(.unknownCase, "there is no such case", pointer: (place + [name]).jsonPointer)
        case .dataCorrupted
        where type is any RawRepresentable.Type && explained.pointer == place.jsonPointer:
            return JSONError(.unknownCase, "the value is not one of those that there are", pointer: place.jsonPointer)
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
