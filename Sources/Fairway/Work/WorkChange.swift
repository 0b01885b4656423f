/// A change to a session's timers and background work.
public enum WorkChange: Hashable, Sendable {
    /// Adds an item.
    case add(WorkItem)
    /// Deletes the flow's item with that label. An item with a running attempt is marked as cancelled instead.
    case cancel(node: String, label: String)
    /// Deletes a finished item.
    case finish(id: String)
    /// Marks an item as given up, so that it waits for an operator.
    case giveUp(id: String, error: String)
}
