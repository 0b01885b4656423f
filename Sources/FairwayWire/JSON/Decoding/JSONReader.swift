/// A value of a JSON text, read without `Decodable`.
///
/// The counterpart of ``JSONWriter``, for documents that are decoded often. It accepts and refuses the same texts, with
/// the same errors, as ``JSON/decode(_:from:userInfo:limits:)``.
///
/// ```swift
/// let reader = try JSONReader(bytes)
/// let point = try Point(x: reader.member("x").int, y: reader.member("y").int, label: reader.optional("label")?.string)
/// ```
package struct JSONReader {
    private let document: JSONDocument
    private let index: Int

    /// Parses one JSON text.
    ///
    /// - Throws: ``JSONError`` if the bytes are not JSON. The accessors throw it for JSON of another kind than requested.
    package init(_ bytes: [UInt8]) throws {
        document = try bytes.withUnsafeBufferPointer { try JSONDocument($0, userInfo: [:], limits: .reading) }
        index = 0
    }

    fileprivate init(_ document: JSONDocument, at index: Int) {
        self.document = document
        self.index = index
    }

    package var int: Int {
        get throws { try document.integer(at: index) }
    }

    package var bool: Bool {
        get throws { try document.bool(at: index) }
    }

    package var string: String {
        get throws { try document.string(at: index) }
    }

    /// The text of the value, unchanged.
    package var raw: RawJSON { RawJSON(known: document.text(at: index)) }

    package func member(_ name: StaticString) throws -> JSONReader {
        guard let value = try find(name) else { throw document.missing(JSONKey(name: "\(name)"), in: index) }
        return JSONReader(document, at: value)
    }

    /// A member of this object; nil if it is absent or null.
    package func optional(_ name: StaticString) throws -> JSONReader? {
        guard let value = try find(name), !document.isNull(at: value) else { return nil }
        return JSONReader(document, at: value)
    }

    /// The values of this object's members. Each has a ``name``.
    package var members: Values {
        get throws {
            try document.expect(.object, at: index)
            return Values(document, in: index, namesBefore: 1)
        }
    }

    package var elements: Values {
        get throws {
            try document.expect(.array, at: index)
            return Values(document, in: index, namesBefore: 0)
        }
    }

    /// The name of the member that has this value.
    package var name: String { document.stringValue(at: index - 1) }

    private func find(_ name: StaticString) throws -> Int? {
        try document.expect(.object, at: index)
        let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return document.member(bytes, of: index)
    }
}

extension JSONReader {
    /// The values in an object or an array.
    ///
    /// The sequences of `JSONDocument` call a closure for each element. This type calls none, because other modules
    /// cannot inline it.
    package struct Values: Sequence, IteratorProtocol {
        private let document: JSONDocument
        private var place: Int
        private let end: Int
        /// The number of tokens before each value: in an object one, its name.
        private let namesBefore: Int

        fileprivate init(_ document: JSONDocument, in container: Int, namesBefore: Int) {
            self.document = document
            self.namesBefore = namesBefore
            place = container + 1
            end = Int(document[container].next)
        }

        package mutating func next() -> JSONReader? {
            guard place < end else { return nil }
            let value = place + namesBefore
            place = Int(document[value].next)
            return JSONReader(document, at: value)
        }
    }
}
