/// A request line with its header fields: the received bytes, and the ranges of the parts. Text is decoded when it is
/// read.
///
/// It is immutable. It is a class because a reference is cheaper to copy than all stored properties.
final class RequestHead: Sendable {
    /// A header field's position in `bytes`. 16 bits are sufficient, because `HTTPLimits` keeps a head below 64 KiB.
    struct Field: Sendable {
        var nameStart: UInt16
        var nameEnd: UInt16
        var valueStart: UInt16
        var valueEnd: UInt16
        var known: KnownHeader

        /// The range of the value, without surrounding whitespace.
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// The request line.
    struct Line: Sendable {
        var method: Method = .get
        /// The minor version of HTTP/1.x.
        var minorVersion: UInt8 = 1
        /// Without the scheme and authority of the absolute form (RFC 9112 section 3.2.2).
        var path: Range<Int> = 0..<0
        /// Without the question mark.
        var query: Range<Int> = 0..<0
        /// The authority of the absolute form, which takes precedence over `Host`.
        var authority: Range<Int> = 0..<0
    }

    /// How the body is framed (RFC 9112 section 6.3).
    enum Framing: Sendable, Equatable {
        case length(Int)
        case chunked
    }

    let bytes: [UInt8]
    let fields: [Field]
    /// The known fields that occur more than once.
    let repeated: KnownHeaders
    let line: Line
    let framing: Framing
    /// Whether another request may follow on the connection (RFC 9112 section 9.3).
    let isPersistent: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool

    init(_ draft: PartialHead, _ bytes: UnsafeRawBufferPointer) {
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

    /// The value of a field, without surrounding whitespace. Repeated fields form one list (RFC 9110 section 5.3).
    func value(_ name: HeaderName) -> String? {
        var lines = fields.lazy.filter { self.isField($0, name) }.map { self.text($0.value) }.makeIterator()
        guard var value = lines.next() else { return nil }
        guard name.known == .other || repeated.contains(name.known) else { return value }
        while let line = lines.next() { value += ", " + line }
        return value
    }

    /// The host and port that the client addressed, from the target or from `Host`.
    var authority: String? { line.authority.isEmpty ? value(.host) : text(line.authority) }

    var acceptsGzip: Bool { withValue(.acceptEncoding) { AcceptEncoding.allowsGzip($0) } ?? false }

    var wantsPage: Bool {
        guard method == .get || method == .head else { return false }
        return withValue(.accept, AcceptedType.prefersPage) ?? false
    }

    /// Calls `body` with the bytes of a field's value. They are copied only if the field is repeated. Returns nil if
    /// the field is missing.
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

/// The head that is being parsed.
struct PartialHead {
    var line = RequestHead.Line()
    var fields: [RequestHead.Field] = []
    var known = KnownHeaders()
    /// The known fields that occur more than once.
    var repeated = KnownHeaders()
    /// Where the header section starts.
    var fieldsStart = 0
    var contentLength: Int?
    var isChunked = false
    /// Whether `Transfer-Encoding` lists anything other than `chunked`.
    var hasOtherCoding = false
    var saysClose = false
    var saysKeepAlive = false
    var expectsContinue = false
}

/// A method of HTTP (RFC 9110 section 9, RFC 5789), except `CONNECT`, which is for proxies.
public enum Method: UInt8, Sendable, Hashable, CaseIterable {
    case get, head, post, put, patch, delete, options, trace

    /// The method's name in a request line.
    public var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .trace: "TRACE"
        }
    }

    /// The method with that name. Names are case-sensitive.
    init?(_ bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 3 where bytes.spells("GET"): self = .get
        case 3 where bytes.spells("PUT"): self = .put
        case 4 where bytes.spells("POST"): self = .post
        case 4 where bytes.spells("HEAD"): self = .head
        case 5 where bytes.spells("PATCH"): self = .patch
        case 5 where bytes.spells("TRACE"): self = .trace
        case 6 where bytes.spells("DELETE"): self = .delete
        case 7 where bytes.spells("OPTIONS"): self = .options
        default: return nil
        }
    }
}
