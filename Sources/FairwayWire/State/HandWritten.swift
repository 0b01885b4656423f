/// A document that is written often enough to be written by hand, an order of magnitude faster than synthesised coding.
///
/// There is one way to write it: an encoder of whatever kind is given the same bytes.
public protocol HandWritten: Encodable {
    /// Appends the document.
    func write(to writer: inout JSONWriter)
}

extension HandWritten {
    /// The document's bytes.
    public var json: RawJSON {
        var writer = JSONWriter()
        write(to: &writer)
        return RawJSON(writer)
    }

    /// Hands the document's bytes to an encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json)
    }
}
