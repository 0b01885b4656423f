/// A change to a session's timers and background work.
public enum WorkChange: Hashable, Sendable {
    /// A new item.
    case add(WorkItem)
    /// The item with that label, of that flow, is forgotten, or marked as cancelled where it is under way.
    case cancel(node: String, label: String)
    /// The item is done with.
    case finish(id: String)
    /// The item was given up, and waits for an operator with its error.
    case giveUp(id: String, error: String)
}
