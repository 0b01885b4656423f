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
    private let report: @Sendable (StoreError) -> Void
    private let state = Mutex(State())

    private struct State {
        /// Whether the start is recorded.
        var isStarted = false
        /// The durations that are stored.
        var stored = Histogram.microseconds
        /// The task of the latest record.
        var recording: Task<StoreError?, Never>?
    }

    /// - Parameters:
    ///   - node: The name of the server's process.
    ///   - report: Receives the errors of ``start()`` and of the records of each minute.
    package init(
        _ operators: Operators,
        _ build: ServerBuild,
        node: String? = nil,
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) {
        self.operators = operators
        self.build = build
        self.node = node ?? operators.engine.name
        self.report = report
    }

    /// Records the start, and then every minute until the recorder is released. Changes that are committed later belong to the build.
    /// If the store fails, the next minute's record tries again. Until then, changes belong to no build.
    package func start() async {
        await reportingErrors { () async throws(StoreError) in try await self.recordStart() }
        recordRegularly()
    }

    /// Records the start, or that the server still runs.
    package func recordStart() async throws(StoreError) {
        try await inTurn { () async throws(StoreError) in try await self.recordBuild() }
    }

    /// Records that the server runs.
    package func record() async throws(StoreError) {
        try await inTurn { () async throws(StoreError) in
            try await self.recordBuild()
            try await self.recordCounts()
        }
    }

    private func recordRegularly() {
        operators.clock.after(Self.secondsBetweenRecords) { [weak self] in
            guard let self else { return }
            recordRegularly()
            // If the store fails, the next minute's record has these durations, too.
            Task { await self.reportingErrors { () async throws(StoreError) in try await self.record() } }
        }
    }

    private func recordBuild() async throws(StoreError) {
        let isStart = state.withLock { !$0.isStarted }
        let sighting = BuildSighting(build, node: node, at: operators.clock.now, isStart: isStart)
        try await operators.store.recordBuild(sighting)
        state.withLock { $0.isStarted = true }
    }

    private func recordCounts() async throws(StoreError) {
        let active = try await operators.store.summary().activeSessions
        let hour = operators.clock.now.hour
        let durations = operators.store.writeStatistics?.groupMicroseconds ?? .microseconds
        let new = durations.since(state.withLock(\.stored))
        let counts = ServerCount.counts(of: new, .commits, in: hour)
        try await operators.store.addServerCounts([ServerCount(hour: hour, .active, count: active)] + counts)
        state.withLock { $0.stored = durations }
    }

    /// Runs `body` after the earlier records have ended, because two at the same time would add the same durations.
    private func inTurn(_ body: @escaping @Sendable () async throws(StoreError) -> Void) async throws(StoreError) {
        let task = state.withLock { state in
            let earlier = state.recording
            let task = Task { () -> StoreError? in
                _ = await earlier?.value
                do throws(StoreError) {
                    try await body()
                    return nil
                } catch {
                    return error
                }
            }
            state.recording = task
            return task
        }
        if let error = await task.value { throw error }
    }

    private func reportingErrors(_ body: () async throws(StoreError) -> Void) async {
        do throws(StoreError) {
            try await body()
        } catch {
            report(error)
        }
    }
}
