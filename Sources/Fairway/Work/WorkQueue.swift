/// A queue of work: all timers, or the jobs of one kind.
public enum WorkQueue: Hashable, Sendable {
    /// All timers.
    case timers
    /// The jobs with that name.
    case jobs(String)

    /// The name in the store and in metrics. Empty for timers, since no job has an empty name.
    public var name: String {
        switch self {
        case .timers: ""
        case .jobs(let name): name
        }
    }
}

extension WorkItem {
    /// The queue of the item.
    public var queue: WorkQueue { kind == .timer ? .timers : .jobs(name) }
}
