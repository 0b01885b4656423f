/// What came of a commit.
public enum CommitOutcome: Hashable, Sendable {
    /// It is on disk.
    case committed
    /// The session is at another version, or exists already; nothing was written.
    case conflict
    /// Another request has used the idempotency key before; nothing was written.
    indirect case answered(StoredReply)
    /// Another request has used the creation's idempotency key before; nothing was written.
    indirect case created(StoredCreation)
}
