/// How a session ended.
public enum SessionOutcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// The root flow finished with its output.
    case completed
    /// The user went back off the root flow's first screen, or the root flow dismissed itself.
    case dismissed
    /// A client or an operator deleted it.
    case ended
    /// Nobody touched it for longer than the server keeps idle sessions.
    case expired
}
