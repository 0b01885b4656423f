/// Dictionaries are sorted, because their order in memory is random.
///
/// A dictionary is encoded in the form that the standard library decodes: an object if the keys are strings,
/// integers or `CodingKeyRepresentable`; otherwise an array of alternating keys and values.
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
        // Compare the types first, because a cast of an empty dictionary succeeds for any key type.
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

/// Sets are sorted, because their order in memory is random.
extension Set: DirectlyEncodable where Element: Encodable {
    func encode(into encoder: ByteEncoder) throws {
        try encoder.sortedArray(of: self) { encoder, element in
            encoder.nextElement()
            try encoder.encodeValue(element)
        }
    }
}

extension ByteEncoder {
    /// Writes the items as an array, sorted by the bytes of their JSON.
    func sortedArray<Items: Collection>(
        of items: Items,
        _ write: (ByteEncoder, Items.Element) throws -> Void
    ) throws {
        try array { encoder in
            var texts: [[UInt8]] = []
            texts.reserveCapacity(items.count)
            let start = encoder.writer.count
            for item in items {
                encoder.writer.needsComma = false
                try write(encoder, item)
                texts.append(encoder.writer.bytes(from: start))
                encoder.writer.count = start
            }
            texts.sort { $0.lexicographicallyPrecedes($1) }
            encoder.writer.needsComma = false
            for text in texts { encoder.writer.raw(text) }
        }
    }
}
