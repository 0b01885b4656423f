/// Writes a JSON text, piece by piece, into one buffer.
///
/// For documents that are written often enough to be worth writing by hand:
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
/// Commas are put in; that the pieces make up a JSON text is up to the caller.
///
/// It owns plain memory rather than an array: an array asks at every byte whether it is shared, and this cannot be.
public struct JSONWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
    @usableFromInline var needsComma = false

    /// A writer with room for so many bytes before it has to grow.
    public init(reserving capacity: Int = 1024) {
        base = .obtain(capacity: max(capacity, 16))
        self.capacity = max(capacity, 16)
    }

    deinit { base.giveBack() }

    /// What has been written.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// Calls `body` with what has been written, which is valid for so long only.
    package borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Ends a line: what comes next is another text, on the next.
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

    /// Writes the name of the member whose value comes next. It must be printable ASCII without `"` and `\`.
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

    /// Writes the name of the member whose value comes next, whatever characters it has.
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

    /// Writes an array of what is written for each element.
    @inlinable
    public mutating func array<Element, Failure: Error>(
        _ elements: some Sequence<Element>,
        _ write: (inout JSONWriter, Element) throws(Failure) -> Void
    ) throws(Failure) {
        beginArray()
        for element in elements { try write(&self, element) }
        endArray()
    }

    /// Writes a value that is JSON already.
    public mutating func raw(_ json: RawJSON) { raw(json.bytes) }
}

// MARK: - Pieces

extension JSONWriter {
    @inlinable
    @inline(__always)
    mutating func reserve(_ space: Int) {
        if capacity - count < space { grow(by: space) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(by space: Int) {
        let larger = max(capacity * 2, count + space)
        let moved = UnsafeMutablePointer<UInt8>.obtain(capacity: larger)
        moved.update(from: base, count: count)
        base.giveBack()
        base = moved
        capacity = larger
    }

    /// Writes a byte for which room has been reserved.
    @inlinable
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        base[count] = byte
        count &+= 1
    }

    /// Writes bytes for which room has been reserved.
    @inlinable
    @inline(__always)
    mutating func putAll(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let start = bytes.baseAddress { (base + count).update(from: start, count: bytes.count) }
        count &+= bytes.count
    }

    /// Writes the comma between two values, for which room has been reserved.
    @inlinable
    @inline(__always)
    mutating func comma() {
        if needsComma { put(UInt8(ascii: ",")) }
    }

    /// Writes bytes as they are.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        putAll(bytes)
    }

    /// Writes a value that is JSON already.
    mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer {
            reserve($0.count + 1)
            comma()
            putAll($0)
        }
        needsComma = true
    }

    /// What has been written from an offset on.
    func bytes(from start: Int) -> [UInt8] { Array(UnsafeBufferPointer(start: base + start, count: count - start)) }

    @inlinable
    @inline(__always)
    mutating func open(_ bracket: UInt8) {
        reserve(2)
        comma()
        put(bracket)
        needsComma = false
    }

    @inlinable
    @inline(__always)
    mutating func close(_ bracket: UInt8) {
        reserve(1)
        put(bracket)
        needsComma = true
    }

    @inlinable
    @inline(__always)
    mutating func literal(_ text: StaticString) {
        reserve(6)
        comma()
        text.withUTF8Buffer { putAll($0) }
        needsComma = true
    }
}
