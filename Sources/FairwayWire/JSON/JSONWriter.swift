/// Writes a JSON text into one buffer, token by token.
///
/// Use it for documents that are encoded often enough to justify a hand-written encoder:
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.key("revision")
/// writer.int(4)
/// writer.key("actions")
/// writer.beginArray()
/// for action in actions { writer.string(action) }
/// writer.endArray()
/// writer.endObject()
/// return writer.bytes
/// ```
///
/// Commas are inserted. The caller must make calls that form a valid JSON text.
///
/// The buffer is plain memory. An array would check its uniqueness at every write.
public struct JSONWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
    @usableFromInline var needsComma = false

    /// Creates a writer with an initial capacity in bytes.
    public init(reserving capacity: Int = 1024) {
        base = .obtain(capacity: max(capacity, 16))
        self.capacity = max(capacity, 16)
    }

    deinit { base.giveBack(capacity: capacity) }

    /// The bytes written so far.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// Calls `body` with the bytes written so far. They are valid only during the call.
    package borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Removes the bytes written so far. The next value begins a new JSON text.
    package mutating func removeAll() {
        count = 0
        needsComma = false
    }

    /// Ends a line. The next value begins a new JSON text.
    package mutating func endLine() {
        reserve(1)
        put(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Opens an object.
    @inlinable
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes the innermost object.
    @inlinable
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    @inlinable
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes the innermost array.
    @inlinable
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of the next member. It must be printable ASCII without `"` and `\`.
    @inlinable
    public mutating func key(_ name: StaticString) {
        assert(name.description.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C })
        let length = name.utf8CodeUnitCount
        reserve(length + 4)
        comma()
        put(UInt8(ascii: "\""))
        if name.hasPointerRepresentation {
            (base + count).update(from: name.utf8Start, count: length)
            count += length
        } else {
            name.withUTF8Buffer { putAll($0) }
        }
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of the next member. Any characters are allowed.
    @inlinable
    public mutating func key(named name: String) {
        string(name)
        reserve(1)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes `true` or `false`.
    @inlinable
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes `null`.
    @inlinable
    public mutating func null() { literal("null") }

    /// Writes an array, calling `write` for each element.
    @inlinable
    public mutating func array<Element, Failure: Error>(
        _ elements: some Sequence<Element>,
        _ write: (inout JSONWriter, Element) throws(Failure) -> Void
    ) throws(Failure) {
        beginArray()
        for element in elements { try write(&self, element) }
        endArray()
    }

    /// Writes a JSON text. Only U+2028 and U+2029 are escaped in it.
    public mutating func raw(_ json: RawJSON) { raw(json.bytes) }
}

// MARK: - Helpers

extension JSONWriter {
    @inlinable
    mutating func reserve(_ space: Int) {
        if capacity - count < space { grow(by: space) }
    }

    @usableFromInline
    mutating func grow(by space: Int) {
        let larger = max(capacity * 2, count + space)
        let moved = UnsafeMutablePointer<UInt8>.obtain(capacity: larger)
        moved.update(from: base, count: count)
        base.giveBack(capacity: capacity)
        base = moved
        capacity = larger
    }

    /// Writes a byte. Its space must be reserved.
    @inlinable
    mutating func put(_ byte: UInt8) {
        base[count] = byte
        count &+= 1
    }

    /// Writes bytes. Their space must be reserved.
    @inlinable
    mutating func putAll(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let start = bytes.baseAddress { (base + count).update(from: start, count: bytes.count) }
        count &+= bytes.count
    }

    /// Writes the comma between two values, if one is due. Its space must be reserved.
    @inlinable
    mutating func comma() {
        if needsComma { put(UInt8(ascii: ",")) }
    }

    /// Writes bytes unchanged.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        putAll(bytes)
    }

    /// Writes a JSON text. Only its line separators are escaped.
    mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer { json in
            reserve(json.count + 1)
            comma()
            if LineSeparator.first(in: json) == nil { return putAll(json) }
            reserve(json.count * 2)
            escapeSeparators(in: json) { $0.putAll($1) }
        }
        needsComma = true
    }

    /// The bytes written since an offset.
    func bytes(from start: Int) -> [UInt8] { Array(UnsafeBufferPointer(start: base + start, count: count - start)) }

    @inlinable
    mutating func open(_ bracket: UInt8) {
        reserve(2)
        comma()
        put(bracket)
        needsComma = false
    }

    @inlinable
    mutating func close(_ bracket: UInt8) {
        reserve(1)
        put(bracket)
        needsComma = true
    }

    @inlinable
    mutating func literal(_ text: StaticString) {
        reserve(6)
        comma()
        text.withUTF8Buffer { putAll($0) }
        needsComma = true
    }
}

/// A document that is encoded with ``JSONWriter``, about ten times as fast as with a synthesized `Encodable`.
///
/// Its `encode(to:)` encodes the written bytes as ``RawJSON``, so ``JSON/encode(_:userInfo:limits:)`` returns the text
/// that ``write(to:)`` appends.
public protocol HandWritten: Encodable {
    /// Appends the document to the writer.
    func write(to writer: inout JSONWriter)
}

extension HandWritten {
    /// The document's bytes.
    public var json: RawJSON {
        var writer = JSONWriter()
        write(to: &writer)
        return RawJSON(writer)
    }

    /// Encodes the document's bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json)
    }
}
