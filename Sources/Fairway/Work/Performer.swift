import FairwayWire

/// Does a kind of background work: after the change that asked for it was committed, at least once.
///
/// ```swift
/// Performer(ChargeCard.self, concurrency: 4) { job, attempt in
///     try await attempt.dependencies[PaymentService.self].charge(job.amount, reference: attempt.id)
/// }
/// ```
///
/// The end of a server between the work and the note that it is done makes it happen again: whoever is asked to do
/// something outside has to know it by ``JobAttempt/id``.
public struct Performer: AppPart {
    let name: String
    let concurrency: Int
    let retry: RetryPolicy
    let seconds: Double
    let perform: @Sendable (WorkItem, JobAttempt) async throws -> RawJSON

    /// A performer of a kind of job.
    ///
    /// - Parameters:
    ///   - type: the kind of job.
    ///   - concurrency: how many of that kind one server does at a time.
    ///   - retry: how often, and after how long, what failed is tried again. Throw ``GiveUp`` where that is no use.
    ///   - limit: how long one attempt may take before it is cancelled and counts as failed.
    ///   - perform: does the work, and gives what it brings back.
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
        self.perform = { item, attempt in
            let job: J
            do {
                job = try JSON.decode(J.self, from: item.payload.bytes)
            } catch {
                throw UnreadableJob(reason: "\(error)")
            }
            return try RawJSON(encoding: try await perform(job, attempt))
        }
    }
}
