/// What kind of change one is: by name in the journal, by number where it is counted.
enum ChangeKind: Int, CaseIterable, Sendable {
    case start, action, back, select, link, signal, timer, job, refresh, device, end

    /// The name under which the journal has it.
    var name: String {
        switch self {
        case .start: "start"
        case .action: "action"
        case .back: "back"
        case .select: "select"
        case .link: "link"
        case .signal: "signal"
        case .timer: "timer"
        case .job: "job"
        case .refresh: "refresh"
        case .device: "device"
        case .end: "end"
        }
    }
}
