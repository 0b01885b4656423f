/// A request's line and header fields. It keeps the bytes as they came and where each part lies in them; text is made
/// when it is asked for.
///
/// A class, because it is handed from the parser to the request and on to whoever answers it: as a value it is copied each time.
final class RequestHead: Sendable {
    /// A header field's place in `bytes`. 16 bits do, because `Limits` keeps a head below 64 KiB.
    struct Field: Sendable {
        var nameStart: UInt16
        var nameEnd: UInt16
        var valueStart: UInt16
        var valueEnd: UInt16
        var known: KnownHeader

        /// Where the value lies, without the blanks around it.
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// What precedes the fields.
    struct Line: Sendable {
        var method: Method = .get
        /// The minor of HTTP/1.x.
        var minorVersion: UInt8 = 1
        /// Without scheme and authority, which the absolute form has (RFC 9112 section 3.2.2).
        var path: Range<Int> = 0..<0
        /// What follows the question mark, which itself belongs to neither.
        var query: Range<Int> = 0..<0
        /// Set for the absolute form; it counts more than `Host`.
        var authority: Range<Int> = 0..<0
    }

    /// How the end of the body is found (RFC 9112 section 6.3).
    enum Framing: Sendable, Equatable {
        case length(Int)
        case chunked
    }

    let bytes: [UInt8]
    let fields: [Field]
    /// The known fields that have several lines.
    let repeated: KnownHeaders
    let line: Line
    let framing: Framing
    /// Whether the connection may carry another request after this one (RFC 9112 section 9.3).
    let isPersistent: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool

    /// The head that was read, of which nothing contradicts the rest.
    init(_ draft: HeadDraft, _ bytes: UnsafeRawBufferPointer) {
        let isOld = draft.line.minorVersion == 0
        self.bytes = [UInt8](bytes)
        fields = draft.fields
        repeated = draft.repeated
        line = draft.line
        framing = draft.isChunked ? .chunked : .length(draft.contentLength ?? 0)
        isPersistent = isOld ? draft.saysKeepAlive && !draft.saysClose : !draft.saysClose
        expectsContinue = draft.expectsContinue && !isOld
    }

    var method: Method { line.method }

    func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    }

    /// The value of the field of that name, without the blanks around it. Several lines are one list, in the order in which
    /// they came (RFC 9110 section 5.3).
    func value(_ name: HeaderName) -> String? {
        var lines = fields.lazy.filter { self.isField($0, name) }.map { self.text($0.value) }.makeIterator()
        guard var value = lines.next() else { return nil }
        guard name.known == .other || repeated.contains(name.known) else { return value }
        while let line = lines.next() { value += ", " + line }
        return value
    }

    /// The host and port the client asked, from the target or from `Host`.
    var authority: String? { line.authority.isEmpty ? value(.host) : text(line.authority) }

    var acceptsGzip: Bool { withValue(.acceptEncoding) { AcceptEncoding.allowsGzip($0) } ?? false }

    /// Calls `body` with the bytes of the field's value, if there is one: where they lie, unless there are several lines.
    func withValue<Result>(_ known: KnownHeader, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard let field = fields.first(where: { $0.known == known }) else { return nil }
        guard repeated.contains(known) else { return bytes.withUnsafeBytes { body($0.part(field.value)) } }
        let lines = fields.lazy.filter { $0.known == known }.map { self.bytes[$0.value] }
        return Array(lines.joined(separator: ", ".utf8)).withUnsafeBytes(body)
    }

    func isField(_ field: Field, _ name: HeaderName) -> Bool {
        guard field.known == name.known else { return false }
        return name.known != .other || isField(field, named: name.description)
    }

    func isField(_ field: Field, named lowercased: String) -> Bool {
        let range = Int(field.nameStart)..<Int(field.nameEnd)
        guard range.count == lowercased.utf8.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            zip(bytes[range], lowercased.utf8).allSatisfy { $0.lowercased == $1 }
        }
    }
}
