package import Foundation

/// Learns what has happened in an engine. Modules beside the engine are built on it, see `FairwayOperators`.
///
/// The committed changes of a session come in the order of its revisions, while the session's mailbox is held. A refusal is told
/// after the change has left the mailbox, so it may come after a later change; ``RefusedChange/revision`` is the revision that it
/// was decided at. The calls are on the path of the change and cannot fail it: an observer takes note and returns, and does what
/// takes time in a task of its own.
package protocol EngineObserver: Sendable {
    /// Whether states have to contain what a kept state needs: the open work, and the view models with sensitive values masked.
    var keepsStates: Bool { get }

    /// A change was committed.
    func committed(_ change: CommittedChange)

    /// A change was refused, or has failed. The session is unchanged.
    func refused(_ change: RefusedChange)

    /// The app's code has written a line to the log.
    func logged(_ line: AppLogLine)

    /// About this many changes were made without a call of ``committed(_:)``: by other nodes, or by deleting sessions.
    func missed(_ changes: Int)
}

extension EngineObserver {
    package var keepsStates: Bool { false }
    package func committed(_ change: CommittedChange) {}
    package func refused(_ change: RefusedChange) {}
    package func logged(_ line: AppLogLine) {}
    package func missed(_ changes: Int) {}
}

/// A change that was committed. The rows of ``Commit`` were written in the same transaction.
package struct CommittedChange: Sendable {
    private let transition: Transition
    private let before: Tree
    package let blueprint: Blueprint

    init(_ transition: Transition, since before: Tree, _ blueprint: Blueprint) {
        self.transition = transition
        self.before = before
        self.blueprint = blueprint
    }

    /// The session after the change.
    package var state: SessionState { transition.state }
    /// The rows of flows that have started or changed.
    package var flows: [FlowRow] { transition.flows }

    /// Whether a flow existed before the change.
    package func hadFlow(_ node: Int) -> Bool { before[NodeID(node)] != nil }

    /// The flows that have ended, as they were before the change.
    package var endedFlows: [EndedFlow] {
        transition.removedFlows.compactMap { before[NodeID($0)] }.map(EndedFlow.init)
    }

    /// The journal entry.
    package var journal: JournalEntry? { transition.journal }
    /// The timers and jobs that were added, cancelled or finished.
    package var work: [WorkChange] { transition.work }
}

/// The columns of an ended flow's row that need no code of the app.
package struct EndedFlow: Sendable {
    package let node: Int
    package let parent: Int?
    package let depth: Int
    package let path: String
    package let flow: String
    package let version: Int
    package let screen: String?
    package let startedAt: Date

    init(_ node: Node) {
        self.node = node.id.number
        parent = node.parent?.number
        depth = node.depth
        path = node.path
        flow = node.type.name
        version = node.type.version
        screen = node.screens.last?.type.name
        startedAt = node.startedAt
    }
}

extension Engine {
    /// Tells of a committed change.
    func tell(of transition: Transition, since before: Tree) {
        guard !observers.isEmpty else { return }
        let change = CommittedChange(transition, since: before, blueprint)
        for observer in observers { observer.committed(change) }
    }

    /// Tells about how many changes were made elsewhere.
    package func tell(ofMissed changes: Int) {
        for observer in observers { observer.missed(changes) }
    }
}
