/// Sets are kept in a random order in memory; their text must not be.
extension Set: DirectlyEncodable where Element: Encodable {
    func encode(into encoder: ByteEncoder) throws {
        try encoder.sortedArray(of: self) { encoder, element in
            encoder.nextElement()
            try encoder.encodeValue(element)
        }
    }
}

extension ByteEncoder {
    /// Writes an array of what each item is written as, sorted by those bytes.
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
