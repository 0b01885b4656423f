public import FairwayWire

/// A change to a session.
public indirect enum Change: Sendable {
    /// Starts the root flow.
    case start(StartRequest)
    /// An action on a screen, by default the frontmost.
    case action(name: String, params: RawJSON?, screen: String?, draft: RawJSON?)
    /// A system back gesture, or going back to an earlier screen.
    case back(screen: String?, to: String?, draft: RawJSON?)
    /// Selection of another tab.
    case select(container: String?, tab: String)
    /// A deep link.
    case link(String)
    /// A signal from outside.
    case signal(name: String, params: RawJSON?)
    /// A timer or the result of a job.
    case work(WorkItem, WorkResult)
    /// Computes the view models again.
    case refresh
    /// The client sent a new description of itself. `usesLink` if it comes from a device that used a return link.
    case device(Device, usesLink: Bool = false)
    /// The anonymous session becomes a user's.
    case signIn(User)
    /// Ends the session.
    case end(SessionOutcome)

    /// Whether the change comes from a timer or a job.
    var isWork: Bool {
        if case .work = self { true } else { false }
    }

    /// Whether the user makes the change. Work, signals and refreshes come from elsewhere. A client may describe its device again
    /// without its user.
    var isOfUser: Bool {
        switch self {
        case .start, .action, .back, .select, .link, .signIn: true
        case .signal, .work, .refresh, .device, .end: false
        }
    }

    /// The kind's name in the journal.
    public var kind: String { countedKind.name }

    /// The kind for metrics.
    var countedKind: ChangeKind {
        switch self {
        case .start: .start
        case .action: .action
        case .back: .back
        case .select: .select
        case .link: .link
        case .signal: .signal
        case .work(let item, _): item.kind.change
        case .refresh: .refresh
        case .device: .device
        case .signIn: .user
        case .end: .end
        }
    }
}

extension WorkItem.Kind {
    /// The kind of change that delivers it.
    var change: ChangeKind {
        switch self {
        case .timer: .timer
        case .job: .job
        case .signal: .signal
        }
    }
}

/// The kind of a change. The raw value indexes its metrics.
package enum ChangeKind: Int, CaseIterable, Sendable {
    case start, action, back, select, link, signal, timer, job, refresh, device, user, end

    /// The name in the journal.
    package var name: String {
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
        case .user: "user"
        case .end: "end"
        }
    }
}

/// The parameters for starting a session.
///
/// ```swift
/// await engine.start(StartRequest(link: "/planets/mars"))
/// ```
public struct StartRequest: Sendable {
    /// The name of the root flow. Nil for the app's initial flow.
    public var flow: String?
    /// The root flow's input.
    public var input: RawJSON?
    /// A deep link to open on top of the initial flow.
    public var link: String?
    /// The client's device.
    public var device: Device
    /// Whether the flow may be one that only the app's own code starts. Clients may not name such a flow.
    package var mayStartAppOnlyFlow = false
    /// The root flow, if the app's own code starts the session.
    package var prepared: (any FlowController)?
    /// The signal that starts the session.
    var signal: StartingSignal?

    /// Creates a request.
    public init(flow: String? = nil, input: RawJSON? = nil, link: String? = nil, device: Device = Device()) {
        self.flow = flow
        self.input = input
        self.link = link
        self.device = device
    }

    /// Creates a request of the app's own code.
    package init<F: FlowController>(_ flow: F, link: String? = nil, device: Device = Device()) {
        self.init(flow: F.name, link: link, device: device)
        prepared = flow
    }
}

extension Change {
    /// The user's unsaved input, sent with the change.
    var draft: RawJSON? {
        switch self {
        case .action(_, _, _, let draft), .back(_, _, let draft): draft
        default: nil
        }
    }

    /// The draft's screen, if it is still shown.
    func draftScreen(in state: SessionState) -> ScreenID? {
        switch self {
        case .action(_, _, let screen, _), .back(let screen, _, _):
            guard let id = screen == nil ? state.tree.front?.screen : screen.flatMap(ScreenID.init) else { return nil }
            return state.tree.shown(id) == nil ? nil : id
        default:
            return nil
        }
    }
}
