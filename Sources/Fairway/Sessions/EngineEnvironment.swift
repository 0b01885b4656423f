/// What an engine is given besides its app, and its name.
final class EngineEnvironment: Sendable {
    let store: any Store
    let clock: any WallClock
    let identifiers: any IdentifierSource
    let limits: EngineLimits
    /// Runs the app's code and the engine's own tasks. Nil: threads of the engine run the code, and Swift's default
    /// executor runs the tasks.
    let executor: (any TaskExecutor)?
    /// The name of this node, which no other node has.
    let name: String

    init(
        store: any Store,
        clock: any WallClock,
        identifiers: any IdentifierSource,
        limits: EngineLimits,
        executor: (any TaskExecutor)?
    ) {
        self.store = store
        self.clock = clock
        self.identifiers = identifiers
        self.limits = limits
        self.executor = executor
        name = Base64URL.encode(identifiers.bytes(9))
    }
}
