/// What waits in one line: all timers, or the jobs of one kind.
public enum WorkQueue: Hashable, Sendable {
    /// All timers.
    case timers
    /// The jobs of that name.
    case jobs(String)

    /// The name under which it is stored and counted; no job has an empty one.
    public var name: String {
        switch self {
        case .timers: ""
        case .jobs(let name): name
        }
    }
}

extension WorkItem {
    /// Where it waits.
    public var queue: WorkQueue { kind == .timer ? .timers : .jobs(name) }
}
