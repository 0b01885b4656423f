/// The names of a screen's actions, in declaration order.
enum ActionNames {
    /// The raw values of an enum, or the coding keys of one with payloads. If neither is known, the names of the cases.
    static func of<Action: Decodable>(_ type: Action.Type) -> [String] {
        if type == Never.self { return [] }
        if let raw = type as? any RawRepresentable<String>.Type, let names = rawValues(of: raw) { return names }
        let probe = CodingKeyProbe()
        _ = try? Action(from: probe)
        if let names = probe.found.names { return names }
        if let listed = type as? any CaseIterable.Type { return names(of: listed) }
        return CaseNames.of(type) ?? []
    }

    private static func rawValues<Raw: RawRepresentable<String>>(of type: Raw.Type) -> [String]? {
        CaseNames.values(of: type)?.map(\.rawValue)
    }

    private static func names<Listed: CaseIterable>(of type: Listed.Type) -> [String] {
        type.allCases.map { ($0 as? any RawRepresentable<String>)?.rawValue ?? String(describing: $0) }
    }
}

/// A decoder that learns the coding keys of an enum with synthesized `Codable`. The metadata of an enum lists its cases
/// with payloads first, but its coding keys are in declaration order.
private struct CodingKeyProbe: Decoder {
    let found = Found()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    final class Found {
        var names: [String]?
    }

    struct Stop: Error {}

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keys<Key>(found: found))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Stop() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Stop() }

    /// Contains one key without a value. A type asks for all keys only if it decides by the keys that are present, as
    /// synthesized code for enums does. The list has one key, because a hand-written `init(from:)` may take the first
    /// key without checking that it exists.
    private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let found: Found
        let codingPath: [any CodingKey] = []

        var allKeys: [Key] {
            let keys = CaseNames.values(of: Key.self)
            found.names = keys?.map(\.stringValue)
            return [keys?.first ?? Key(stringValue: Recording.placeholderKey)].compactMap(\.self)
        }

        func contains(_ key: Key) -> Bool { false }
        func decodeNil(forKey key: Key) throws -> Bool { throw Stop() }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { throw Stop() }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Stop() }
        func superDecoder() throws -> any Decoder { throw Stop() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw Stop() }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            throw Stop()
        }
    }
}

/// The names of types on the wire and in the store.
enum TypeName {
    /// The qualified name without its module, such as `Tutorial.Page1`.
    ///
    /// The address in the name of a private or local type, `(unknown context at $1048).`, is removed. The call takes
    /// microseconds, so cache the result.
    static func of(_ type: Any.Type) -> String {
        var name = Substring(String(reflecting: type))
        var parts: [Substring] = []
        while !name.isEmpty {
            if name.first == "(" {
                name = name.drop { $0 != ")" }.dropFirst()
            } else {
                parts.append(name.prefix { $0 != "." })
                name = name.drop { $0 != "." }
            }
            name = name.first == "." ? name.dropFirst() : name
        }
        return parts.dropFirst().joined(separator: ".")
    }

    /// Whether a name is valid on the wire and in the store. The names of generic types are not stable.
    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
    }
}
