public import FairwayWire

/// What is to happen to a session.
public indirect enum Change: Sendable {
    /// The root flow starts; what a link or an input asks for with it.
    case start(StartRequest)
    /// The user did something on a screen: the one named, else the one in front.
    case action(name: String, params: RawJSON?, screen: String?, draft: RawJSON?)
    /// The user left a screen with the system gesture, or went back to an earlier one.
    case back(screen: String?, to: String?, draft: RawJSON?)
    /// The user brought another tab to the front.
    case select(container: String?, tab: String)
    /// A deep link was opened.
    case link(String)
    /// Something happened outside.
    case signal(name: String, params: RawJSON?)
    /// A timer or a result of background work is due.
    case work(WorkItem, WorkResult)
    /// The view models are to be computed again.
    case refresh
    /// The client says something else of itself.
    case device(Device)
    /// The session ends.
    case end(SessionOutcome)

    /// Whether it comes from a timer or from background work.
    var isWork: Bool {
        if case .work = self { true } else { false }
    }

    /// The name under which the journal has it.
    public var kind: String { countedKind.name }

    /// What it is counted as.
    var countedKind: ChangeKind {
        switch self {
        case .start: .start
        case .action: .action
        case .back: .back
        case .select: .select
        case .link: .link
        case .signal: .signal
        case .work(let item, _): item.kind == .timer ? .timer : .job
        case .refresh: .refresh
        case .device: .device
        case .end: .end
        }
    }
}
