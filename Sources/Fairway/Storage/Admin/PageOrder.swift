/// From which end a list is read.
public enum PageOrder: String, Codable, Hashable, Sendable, CaseIterable {
    /// What was started last comes first.
    case newest
    /// What was started first comes first.
    case oldest
}
