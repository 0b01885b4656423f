package import Fairway
package import Foundation

/// A step that was running when a server's process ended.
package struct QuarantinedStep: Hashable, Sendable {
    /// The step, with texts as short as in a ``FlightRecorder``.
    package var step: RunningStep
    /// The build of the process.
    package var build: String
    /// When the end of the process was found.
    package var at: Date
    /// Whether that build refuses the step. Otherwise the step is a suspect: other steps were running, too.
    package var isRefused: Bool
    /// The symbolised stack of the process's end, if it is known.
    package var stack: String?

    package init(_ step: RunningStep, build: String, at: Date, isRefused: Bool, stack: String? = nil) {
        self.step = step
        self.build = build
        self.at = at
        self.isRefused = isRefused
        self.stack = stack
    }

    /// Identifies the step in the store. A timer or job is the same at every revision.
    package var id: String { "\(build) \(step.session) \(step.place) \(step.kind) \(step.name)" }
}

extension RunningStep {
    /// The timer or job, or else the revision.
    var place: String { work.isEmpty ? "\(revision)" : work }

    /// Whether both are the same code on the same state. Of steps with a ``work``, the revision may differ.
    func isSame(as other: RunningStep) -> Bool {
        session == other.session && place == other.place && kind == other.kind && name == other.name
    }
}

/// Stores what is in quarantine, for all servers of a store and for their later starts.
package protocol QuarantineStore: Sendable {
    /// All steps in quarantine, oldest first.
    func quarantinedSteps() async throws(StoreError) -> [QuarantinedStep]

    /// Adds steps. Those with the ``QuarantinedStep/id`` of a stored step replace it. Then deletes the oldest, down to
    /// ``QuarantinedStep/mostStored``.
    func quarantine(_ steps: [QuarantinedStep]) async throws(StoreError)

    /// Deletes the step with an id.
    func release(step id: String) async throws(StoreError)

    /// Deletes the steps of a session.
    func release(session: String) async throws(StoreError)
}

extension QuarantinedStep {
    package static let mostStored = 1_000

    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "session_id", "revision", "kind", "root_flow", "name", "work", "build", "at_ms", "is_refused", "stack",
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
            stack: row.optionalText(9)
        )
    }
}
