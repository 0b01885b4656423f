package import Fairway
package import Foundation

/// A step that was running when a server's process ended, or its handler in all sessions.
package struct QuarantinedStep: Hashable, Sendable {
    /// The step, with texts as short as in a ``FlightRecorder``; for a handler in all sessions, ``RunningStep/handler``.
    package var step: RunningStep
    /// The build of the process.
    package var build: String
    /// When the last of these ends was found.
    package var at: Date
    /// Whether that build refuses the step. Otherwise the step is a suspect, and a handler is only counted.
    package var isRefused: Bool
    /// The number of ends during which it was running; of a handler, only those by a fault.
    package var ends: Int

    package init(_ step: RunningStep, build: String, at: Date, isRefused: Bool = false, ends: Int = 1) {
        self.step = step
        self.build = build
        self.at = at
        self.isRefused = isRefused
        self.ends = ends
    }

    /// Whether it is a handler in all sessions.
    package var isHandler: Bool { step.session.isEmpty }

    /// Identifies the step in the store. A timer or job is the same at every revision.
    package var id: String { "\(build) \(step.session) \(step.place) \(step.kind) \(step.rootFlow) \(step.name)" }
}

extension RunningStep {
    /// The timer or job, or else the revision.
    var place: String { work.isEmpty ? "\(revision)" : work }

    /// Whether both are the same code on the same state. Of steps with a ``work``, the revision may differ. A performer has
    /// no ``rootFlow``, so it differs from the handler that gets its result.
    func isSame(as other: RunningStep) -> Bool {
        session == other.session && place == other.place && kind == other.kind && rootFlow == other.rootFlow
            && name == other.name
    }

    /// What the step has in common with the same step of other sessions. Nil for a handler without a name, which may be that
    /// of any flow.
    var handler: RunningStep? {
        name.isEmpty
            ? nil : RunningStep(session: "", revision: 0, kind: kind, rootFlow: rootFlow, name: name, work: "")
    }
}

/// Stores what is in quarantine, for all servers of a store and for their later starts.
package protocol QuarantineStore: Sendable {
    /// All steps in quarantine, oldest first.
    func quarantinedSteps() async throws(StoreError) -> [QuarantinedStep]

    /// Adds steps. Those with the ``QuarantinedStep/id`` of a stored step replace it. Then deletes refused steps down to
    /// ``QuarantinedStep/mostStored``, and as many of the others: those with the fewest ends first, and of these the oldest.
    func quarantine(_ steps: [QuarantinedStep]) async throws(StoreError)

    /// Deletes the step with an id.
    func release(step id: String) async throws(StoreError)

    /// Deletes the steps of a session.
    func release(session: String) async throws(StoreError)
}

extension QuarantinedStep {
    /// More than one end of a process can add: a step and a handler for each slot of its flight recorder.
    package static let mostStored = 2_000

    /// The order in which the first ``mostStored`` are kept, in SQL.
    package static let keptFirst = "ends DESC, at_ms DESC, number DESC"

    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "session_id", "revision", "kind", "root_flow", "name", "work", "build", "at_ms", "is_refused", "ends",
    ]

    /// Replaces the columns of a stored step by those of the inserted one.
    package static let replacement = columnNames.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    package init(_ row: some StoredRow) {
        self.init(
            RunningStep(
                session: row.text(0),
                revision: row.int(1),
                kind: row.text(2),
                rootFlow: row.text(3),
                name: row.text(4),
                work: row.text(5)
            ),
            build: row.text(6),
            at: row.date(7),
            isRefused: row.bool(8),
            ends: row.int(9)
        )
    }
}
