/// The reason for giving up a job.
public struct JobFailure: Codable, Hashable, Sendable {
    /// The error of the last attempt.
    public var message: String
    /// The number of attempts.
    public var attempts: Int

    /// A failure after a number of attempts.
    public init(message: String, attempts: Int) {
        self.message = message
        self.attempts = attempts
    }
}
