/// A timer or a piece of background work, whose it is, and how far it has come.
public struct StoredWork: Hashable, Sendable {
    /// The session.
    public var session: String
    /// What was asked for.
    public var item: WorkItem
    /// How far it has come.
    public var progress: WorkProgress

    /// An item of a session.
    public init(session: String, item: WorkItem, progress: WorkProgress? = nil) {
        self.session = session
        self.item = item
        self.progress = progress ?? WorkProgress(next: item.due)
    }
}
