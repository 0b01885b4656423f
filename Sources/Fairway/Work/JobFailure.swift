/// Why background work was given up.
public struct JobFailure: Codable, Hashable, Sendable {
    /// What the last attempt said.
    public var message: String
    /// How often it was tried.
    public var attempts: Int

    /// A failure after some attempts.
    public init(message: String, attempts: Int) {
        self.message = message
        self.attempts = attempts
    }
}
