package import Fairway
import Foundation
import Synchronization

/// Records the build of a server at its start, and each minute that it runs, with the number of active sessions and the durations of
/// the store's transactions.
package final class BuildRecorder: Sendable {
    private static let secondsBetweenRecords = 60.0

    private let operators: Operators
    private let build: ServerBuild
    private let node: String
    /// The durations that are stored.
    private let stored = Mutex(Histogram.microseconds)

    /// - Parameter node: The name of the server's process.
    package init(_ operators: Operators, _ build: ServerBuild, node: String? = nil) {
        self.operators = operators
        self.build = build
        self.node = node ?? operators.engine.name
    }

    /// Records the start. Changes that are committed later belong to the build.
    package func recordStart() async throws(StoreError) {
        try await operators.store.recordBuild(BuildSighting(build, node: node, at: operators.clock.now))
    }

    /// Records every minute until the recorder is released.
    package func recordRegularly() {
        operators.clock.after(Self.secondsBetweenRecords) { [weak self] in
            guard let self else { return }
            recordRegularly()
            // If the store fails, the next minute's record has these durations, too.
            Task { try? await self.record() }
        }
    }

    /// Records that the server runs.
    package func record() async throws(StoreError) {
        try await recordStart()
        let active = try await operators.store.summary().activeSessions
        let hour = operators.clock.now.hour
        let durations = operators.store.writeStatistics?.groupMicroseconds ?? .microseconds
        let new = durations.since(stored.withLock(\.self))
        let counts = ServerCount.counts(of: new, .commits, in: hour)
        try await operators.store.addServerCounts([ServerCount(hour: hour, .active, count: active)] + counts)
        stored.withLock { $0 = durations }
    }
}
