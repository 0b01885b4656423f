package import FairwayWire

/// Learns which code of the app runs, and may refuse to run some. `FairwayQuarantine` implements it.
///
/// Each call is on the path of an action: it must not allocate, block or make a system call.
package protocol StepMonitor: Sendable {
    /// Whether it will know which steps were running, if the process ends.
    var isRecording: Bool { get }

    /// Called before code of the app runs. Throws the problem to answer with if it must not run.
    func begin(_ step: RunningStep) throws(Problem) -> StepTicket

    /// Called when the app's code has returned. The step's commit may follow.
    func handlerReturned(_ ticket: StepTicket)

    /// Called when the step has ended, after ``handlerReturned(_:)``.
    func end(_ ticket: StepTicket)
}

/// Code of the app that is about to run: the handler of a change, the performer of a job, or what reads a stored session.
package struct RunningStep: Hashable, Sendable {
    /// The id of the session. A session that starts has a new one.
    package var session: String
    /// The revision that the change begins with; 0 for a performer, whose session may change meanwhile.
    package var revision: Int
    /// The kind of change, as in the journal. `drop` for a timer or job that is dropped, and `load` for a session that is read.
    package var kind: String
    /// The session's root flow; empty for a performer.
    package var rootFlow: String
    /// The name of the action, tab, signal, event or job; of a start, that of the flow. Empty for other kinds.
    package var name: String
    /// The id of the timer or job within the session; empty for other steps.
    package var work: String

    package init(session: String, revision: Int, kind: String, rootFlow: String, name: String, work: String) {
        self.session = session
        self.revision = revision
        self.kind = kind
        self.rootFlow = rootFlow
        self.name = name
        self.work = work
    }
}

/// Identifies a running step for its ``StepMonitor``.
package struct StepTicket: Sendable {
    package var slot: Int
    /// The number of the trial, if the step was running when an earlier process ended.
    package var trial: Int?

    package init(slot: Int, trial: Int? = nil) {
        self.slot = slot
        self.trial = trial
    }
}

extension RunningStep {
    /// The handler of a change. Dropped work has a kind of its own, so that work in quarantine can be cancelled: its handler
    /// does not run, but screens are made again.
    init(_ change: Change, on row: SessionRow) {
        let kind = if case .work(_, .dropped) = change { "drop" } else { change.kind }
        let (name, work): (String, String) =
            switch change {
            case .start: (row.rootFlow, "")
            case .action(let name, _, _, _), .signal(let name, _), .select(_, let name): (name, "")
            case .work(let item, _): (item.name, item.id)
            // A link is not its handler's name: a client that varies it runs the same code.
            case .back, .link, .refresh, .device, .signIn, .end: ("", "")
            }
        self.init(
            session: row.id,
            revision: row.revision,
            kind: kind,
            rootFlow: row.rootFlow,
            name: name,
            work: work
        )
    }

    /// The performer of a job.
    init(performing work: StoredWork) {
        self.init(
            session: work.session,
            revision: 0,
            kind: ChangeKind.job.name,
            rootFlow: "",
            name: work.item.name,
            work: work.item.id
        )
    }
    /// The code that reads a stored session: the decoders of its flows, and their migrations.
    init(loading row: SessionRow) {
        self.init(
            session: row.id,
            revision: row.revision,
            kind: "load",
            rootFlow: row.rootFlow,
            name: "",
            work: ""
        )
    }
}
