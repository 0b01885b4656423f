package import FairwayWire

/// Learns how long the steps of changes take, and attempts at jobs. `FairwayTraces` implements it.
///
/// The calls are on the path of an action and cannot fail it. An engine without a tracer makes none.
package protocol EngineTracer: Sendable {
    /// A change begins. Its caller was authorised.
    ///
    /// - Parameter attempt: The trace of the attempt at a job whose result the change delivers, as in `traceparent`.
    func beginChange(after attempt: String?) -> any ChangeTrace

    /// A performer begins.
    func beginAttempt(at work: StoredWork) -> any AttemptTrace
}

/// The trace of a change.
package protocol ChangeTrace: AnyObject, Sendable {
    func begin(_ step: TracedStep)
    func end(_ step: TracedStep)

    /// The place of the change in its trace, as in `traceparent`, for the work that it asks for.
    ///
    /// - Parameters:
    ///   - session: The id of the session.
    ///   - revision: The revision that the change makes.
    func place(inSession session: String, revision: Int) -> String

    /// The change was answered.
    ///
    /// - Parameters:
    ///   - session: The id of the session.
    ///   - revision: The revision that the change has made; nil if it was not made.
    ///   - change: What is traced of it. Not evaluated if the change is not recorded, as most are not.
    func end(inSession session: String, revision: Int?, _ change: @autoclosure () -> TracedChange)
}

/// A step of a change that takes time. It is repeated if another node commits first.
package enum TracedStep: Sendable {
    case wait, handler, commit
}

/// A change that was answered.
package struct TracedChange: Sendable {
    /// The kind of change, as in the journal.
    package var kind: String
    /// The journal entry; nil if the change was not made.
    package var entry: JournalEntry?
    /// The revision of the answer; if it has none, that of the session in memory. Nil if there is neither.
    package var revision: Int?
    /// The code of the problem that it was answered with.
    package var code: ProblemCode?
    /// The id of the request.
    package var request: String?
    /// The timer or the job that it delivers.
    package var work: WorkItem?
}

/// The trace of an attempt at a job.
package protocol AttemptTrace: Sendable {
    /// The place of the attempt, for the header `traceparent` of calls that the performer makes.
    var traceparent: String { get }

    /// The performer has returned, or its time is over.
    ///
    /// - Parameter failure: What has failed; nil if the job has a result.
    func end(failure: String?)
}
