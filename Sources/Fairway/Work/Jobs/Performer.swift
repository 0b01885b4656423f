import FairwayWire

/// Executes one kind of job, at least once per job, after the change that requested the job is committed.
///
/// ```swift
/// Performer(ChargeCard.self, concurrency: 4) { job, attempt in
///     try await attempt.dependencies[PaymentService.self].charge(job.amount, reference: attempt.id)
/// }
/// ```
///
/// If the server stops between the work and the commit of its result, the job runs again. External services must
/// therefore deduplicate by ``JobAttempt/id``.
public struct Performer: AppPart {
    let name: String
    let concurrency: Int
    let retry: RetryPolicy
    let seconds: Double
    /// The version of the job's output.
    let outputVersion: Int
    let read: @Sendable (WorkItem, MemberNotes) throws(UnreadableJob) -> any Job
    let perform: @Sendable (any Job, JobAttempt) async throws -> RawJSON

    /// A performer of a kind of job.
    ///
    /// - Parameters:
    ///   - type: The kind of job.
    ///   - concurrency: The number of these jobs that one server runs at a time.
    ///   - retry: When failed attempts are repeated. Throw ``GiveUp`` to prevent further attempts.
    ///   - limit: The time limit of one attempt. An attempt that exceeds it is cancelled and has failed.
    ///   - perform: Does the work and returns its result.
    public init<J: Job>(
        _ type: J.Type,
        concurrency: Int = 8,
        retry: RetryPolicy = RetryPolicy(),
        limit: Duration = .seconds(60),
        _ perform: @escaping @Sendable @concurrent (J, JobAttempt) async throws -> J.Output
    ) {
        name = J.name
        self.concurrency = max(1, concurrency)
        self.retry = retry
        seconds = limit / .seconds(1)
        outputVersion = J.outputVersion
        let stored = StoredType(.job, J.name)
        read = { item, notes throws(UnreadableJob) in
            do {
                return try J.decode(stored: item.payload.bytes, version: item.version, as: stored, noting: notes)
            } catch {
                throw UnreadableJob(reason: "\(error)")
            }
        }
        self.perform = { job, attempt in
            try RawJSON(encoding: try await perform(unboxed(job, as: J.self), attempt))
        }
    }
}

/// This build cannot decode the stored job. Another build may.
package struct UnreadableJob: Error {
    package let reason: String
}
