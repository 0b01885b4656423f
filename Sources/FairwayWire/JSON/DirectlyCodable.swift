/// A type that this coder writes in its own way, and not through the type's `encode(to:)`.
protocol DirectlyEncodable {
    /// Writes exactly one value.
    func encode(into encoder: ByteEncoder) throws
}

/// A type that this coder reads in its own way, and not through the type's `init(from:)`.
protocol DirectlyDecodable {
    init(at index: Int, of document: JSONDocument) throws
}

typealias DirectlyCodable = DirectlyEncodable & DirectlyDecodable
