/// Dictionaries are kept in a random order in memory; their text must not be.
///
/// The shapes are the standard library's, which decodes them: an object for keys that are strings, integers or
/// `CodingKeyRepresentable`, else an array in which each key is followed by its value.
extension Dictionary: DirectlyEncodable where Key: Encodable, Value: Encodable {
    func encode(into encoder: ByteEncoder) throws {
        guard let named = namedMembers() else { return try encodePairs(into: encoder) }
        let sorted = named.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        try encoder.object { encoder in
            for member in sorted {
                encoder.name(member.name)
                try encoder.encodeValue(member.value)
            }
        }
    }

    private func namedMembers() -> [(name: String, value: Value)]? {
        // An empty dictionary can be cast to one with any other keys, so the types are compared before.
        if Key.self == String.self, let named = self as? [String: Value] { return named.map { ($0.key, $0.value) } }
        if Key.self == Int.self, let numbered = self as? [Int: Value] {
            return numbered.map { (String($0.key), $0.value) }
        }
        guard Key.self is any CodingKeyRepresentable.Type else { return nil }
        return compactMap { key, value in
            (key as? any CodingKeyRepresentable).map { ($0.codingKey.stringValue, value) }
        }
    }

    private func encodePairs(into encoder: ByteEncoder) throws {
        try encoder.sortedArray(of: self) { encoder, pair in
            encoder.nextElement()
            try encoder.encodeValue(pair.key)
            encoder.nextElement()
            try encoder.encodeValue(pair.value)
        }
    }
}
