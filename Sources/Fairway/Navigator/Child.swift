/// A flow that another one started.
public struct Child: Hashable, Sendable {
    /// Its id in the session.
    public let id: String
    /// The place it was started in, where the parent named one.
    public let slot: String?
}
