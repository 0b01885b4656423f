import FairwayWire
import Synchronization

/// Counts what is under way in an engine, and sends away what is too much.
final class Traffic: Sendable {
    private let limits: EngineLimits
    private let changes = Atomic<Int>(0)
    private let commits = Atomic<Int>(0)

    init(limits: EngineLimits) { self.limits = limits }

    /// What is going on now.
    var load: Load {
        Load(changes: changes.load(ordering: .relaxed), commits: commits.load(ordering: .relaxed))
    }

    /// Runs a call that a client makes, if it can be taken on.
    func admit(_ call: () async throws -> Answer) async throws -> Answer {
        if let obstacle = load.obstacle(limits) { throw obstacle }
        return try await run(call)
    }

    /// Runs what operators and the server itself ask for: a timer, a sweep. It is bounded where it comes from.
    func run(_ call: () async throws -> Answer) async throws -> Answer {
        changes.add(1, ordering: .relaxed)
        defer { changes.subtract(1, ordering: .relaxed) }
        return try await call()
    }

    /// Writes something to the store.
    func write<Result>(_ body: () async throws(StoreError) -> Result) async throws(StoreError) -> Result {
        commits.add(1, ordering: .relaxed)
        defer { commits.subtract(1, ordering: .relaxed) }
        return try await body()
    }
}
