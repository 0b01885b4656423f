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
        line = draft.line
        framing = draft.isChunked ? .chunked : .length(draft.contentLength ?? 0)
        isPersistent = isOld ? draft.saysKeepAlive && !draft.saysClose : !draft.saysClose
        expectsContinue = draft.expectsContinue && !isOld
    }

    var method: Method { line.method }

    func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    }

    /// The value of the first field of that name, without the blanks around it.
    func value(_ name: HeaderName) -> String? {
        field(name).map { text(Int($0.valueStart)..<Int($0.valueEnd)) }
    }

    /// The host and port the client asked, from the target or from `Host`.
    var authority: String? { line.authority.isEmpty ? value(.host) : text(line.authority) }

    var acceptsGzip: Bool { withValue(.acceptEncoding) { AcceptEncoding.allowsGzip($0) } ?? false }

    /// Calls `body` with the bytes of the first field of that name, if there is one.
    func withValue<Result>(_ known: KnownHeader, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard let field = fields.first(where: { $0.known == known }) else { return nil }
        return bytes.withUnsafeBytes { body($0.part(Int(field.valueStart)..<Int(field.valueEnd))) }
    }

    func field(_ name: HeaderName) -> Field? { fields.first { isField($0, name) } }

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
