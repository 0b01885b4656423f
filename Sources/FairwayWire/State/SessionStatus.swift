/// Whether a session goes on.
public enum SessionStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// A screen is in front and takes actions.
    case active
    /// Nothing more can happen; the state says how it ended.
    case over
}
