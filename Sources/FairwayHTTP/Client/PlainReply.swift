/// What a server answered.
public struct PlainReply: Sendable {
    /// The status.
    public let status: Int
    /// The header fields, their names in lower case.
    public let headers: [String: String]
    /// The body.
    public let body: [UInt8]
}
