/// One attempt at a job.
public struct JobAttempt: Sendable {
    /// An idempotency key for external services: the same for every attempt at this job, and used by no other job.
    public let id: String
    /// The number of the attempt, from 1.
    public let number: Int
    /// The session that requested the job.
    public let session: String
    /// The app's services. Services of session scope are created for this attempt alone.
    public let dependencies: Dependencies
}
