/// The output of a flow that finishes with nothing to tell.
public struct Done: Codable, Hashable, Sendable {
    /// There is only one.
    public init() {}
}
