/// The methods that HTTP knows (RFC 9110 section 9, RFC 5789), but for `CONNECT`, which only a proxy answers.
public enum Method: UInt8, Sendable, Hashable, CaseIterable {
    case get, head, post, put, patch, delete, options, trace

    /// The method as it is written in a request line.
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

    /// The method that these bytes spell; names are case-sensitive.
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
