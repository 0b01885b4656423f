/// Why there was no answer.
public enum PlainClientError: Error, Sendable, CustomStringConvertible {
    /// Nobody is at that address, as the system says it.
    case unreachable(String, String)
    /// The connection broke before the answer was whole.
    case cutOff
    /// What came back is no HTTP answer, or a larger one than is taken.
    case unreadable

    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .unreachable(let server, let reason):
            "\(server) cannot be reached: \(reason). Is the server running there?"
        case .cutOff: "The connection broke before the answer was whole; ask again."
        case .unreadable: "What answers there is not an HTTP server as this client knows them."
        }
    }
}
