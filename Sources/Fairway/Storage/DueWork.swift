/// A timer or a piece of background work, and whose it is.
public struct DueWork: Hashable, Sendable {
    /// The session.
    public var session: String
    /// The work.
    public var item: WorkItem

    /// An item of a session.
    public init(session: String, item: WorkItem) {
        self.session = session
        self.item = item
    }
}
