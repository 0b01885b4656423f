/// One try at a piece of background work.
public struct JobAttempt: Sendable {
    /// The same for every attempt at this work, and that of no other: what the outside deduplicates on.
    public let id: String
    /// Which try it is, from 1.
    public let number: Int
    /// The session that asked for it.
    public let session: String
    /// The app's services; those of a session are made for this attempt alone.
    public let dependencies: Dependencies
}
