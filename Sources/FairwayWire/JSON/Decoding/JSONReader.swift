/// One value of a text that is read by hand.
///
/// For documents that are read often enough: the counterpart of ``JSONWriter``. What is refused, and with which error, is
/// the same as in ``JSON/decode(_:from:userInfo:limits:)``.
///
/// ```swift
/// let reader = try JSONReader(bytes)
/// let point = try Point(x: reader.member("x").int, y: reader.member("y").int, label: reader.optional("label")?.string)
/// ```
///
/// None of it is generic: what is made of the parts is compiled where it is made.
package struct JSONReader {
    private let document: JSONDocument
    private let index: Int

    /// One JSON text.
    ///
    /// - Throws: ``JSONError`` for bytes that are not JSON, as the properties and methods do for JSON of another kind.
    package init(_ bytes: [UInt8]) throws {
        document = try bytes.withUnsafeBufferPointer { try JSONDocument($0, userInfo: [:], limits: .reading) }
        index = 0
    }

    fileprivate init(_ document: JSONDocument, at index: Int) {
        self.document = document
        self.index = index
    }

    /// The value as an integer.
    package var int: Int {
        get throws { try document.integer(at: index) }
    }

    /// The value as a boolean.
    package var bool: Bool {
        get throws { try document.bool(at: index) }
    }

    /// The value as a string.
    package var string: String {
        get throws { try document.string(at: index) }
    }

    /// The value as it stands.
    package var raw: RawJSON { RawJSON(known: document.text(at: index)) }

    /// A member of the object that this is.
    package func member(_ name: StaticString) throws -> JSONReader {
        guard let value = try find(name) else { throw document.missing(JSONKey(name: "\(name)"), in: index) }
        return JSONReader(document, at: value)
    }

    /// A member of the object that this is; nil when it is absent or null.
    package func optional(_ name: StaticString) throws -> JSONReader? {
        guard let value = try find(name), !document.isNull(at: value) else { return nil }
        return JSONReader(document, at: value)
    }

    /// The values of the members of the object that this is, each of which knows its ``name``.
    package var members: Values {
        get throws {
            try document.expect(.object, at: index)
            return Values(document, in: index, namesBefore: 1)
        }
    }

    /// The elements of the array that this is.
    package var elements: Values {
        get throws {
            try document.expect(.array, at: index)
            return Values(document, in: index, namesBefore: 0)
        }
    }

    /// The name of the member whose value this is.
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
    /// Not the document's own sequences, which call a closure for each step: other modules compile this one into their loops.
    package struct Values: Sequence, IteratorProtocol {
        private let document: JSONDocument
        private var place: Int
        private let end: Int
        /// How many tokens stand before each value: in an object its name.
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
