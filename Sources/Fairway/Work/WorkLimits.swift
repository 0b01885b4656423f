/// Everything that bounds the doing of work.
public struct WorkLimits: Sendable {
    /// How many timers one server delivers at a time. Few: users' own actions go first, and each takes but a moment.
    public var timersAtOnce = 4
    /// How many threads may run performers, those included that block; what finds none in time is tried again.
    public var performerThreads = 256
    /// How often, and after how long, a timer or a result whose change failed is told again.
    public var telling = RetryPolicy(attempts: 10)
    /// How often a server may end in the middle of work before the work is taken for the reason.
    public var interruptions = 3
    /// How long nobody else takes up what this server has, beyond what its attempt may take.
    public var leaseSeconds = 30.0
    /// How long at most until it looks for work that nobody told it of: another server's, of which the bell is silent.
    public var secondsBetweenLooks = 5.0
    /// How much of an error's text is kept.
    public var errorCharacters = 500

    /// The limits as they are unless something else is asked for.
    public init() {}
}
