public import Fairway
import FairwayWire
import Foundation
public import Testing

/// Timers and jobs. The test decides when timers fire and when jobs end.
extension FlowTester {
    /// The pending timers, in order of due time.
    public var timers: [WorkItem] { last.work.filter { $0.kind == .timer } }

    /// Advances the clock and delivers the timers that become due, in order of due time. Each timer is delivered at its
    /// due time, as a separate change. Timers that these changes start are also delivered, if they become due within
    /// the duration.
    ///
    /// ```swift
    /// try await tester.advance(by: .seconds(60))
    /// ```
    ///
    /// - Throws: ``TestMistake`` after 1000 timers, which happens if a timer schedules the next one without a delay.
    public func advance(by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let end = clock.now.addingTimeInterval(duration / .seconds(1))
        var delivered = 0
        while let timer = timers.first, timer.due <= end {
            delivered += 1
            guard delivered <= 1_000 else {
                throw mistake("more than 1000 timers in \(duration): one probably schedules the next without a delay")
            }
            clock.advance(by: max(0, timer.due.timeIntervalSince(clock.now)))
            try await perform(.work(timer, .due), at: sourceLocation)
        }
        clock.advance(by: max(0, end.timeIntervalSince(clock.now)))
    }

    /// The pending jobs of a type, oldest first.
    public func pending<J: Job>(_ type: J.Type) throws -> [J] {
        try items(of: type).map { try JSON.decode(J.self, from: $0.payload.bytes) }
    }

    /// Completes the oldest pending job of a type.
    ///
    /// ```swift
    /// try await tester.complete(FetchOrders.self, with: [order])
    /// ```
    public func complete<J: Job>(
        _ type: J.Type,
        with output: J.Output,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = WorkResult.completed(try RawJSON(encoding: output), version: J.outputVersion)
        try await perform(.work(try first(type), result), at: sourceLocation)
    }

    /// Completes the oldest pending job of a type without output.
    public func complete<J: Job>(
        _ type: J.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws where J.Output == Done {
        try await complete(type, with: Done(), sourceLocation: sourceLocation)
    }

    /// Makes the oldest pending job of a type fail, without a retry. The message is the reason of a `GiveUp`. Without one,
    /// the flow gets the general sentence, as after any other error.
    public func fail<J: Job>(
        _ type: J.Type,
        _ message: Text? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let failure = message.map { JobFailure(message: $0, attempts: 1) } ?? JobFailure(attempts: 1)
        try await perform(.work(try first(type), .failed(failure)), at: sourceLocation)
    }

    /// Runs the app's performers for all jobs that are due. Timers that are due are delivered, too.
    ///
    /// A job that failed and will be retried is due later. Advance the clock and call this again.
    public func performJobs(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        await (try Worker(engine)).runDueWork()
        try await note(nil)
        try await checkDerivedScreens(at: sourceLocation)
        try await checkRestoring(at: sourceLocation)
    }

    private func items<J: Job>(of type: J.Type) -> [WorkItem] {
        last.work.filter { $0.kind == .job && $0.name == J.name }
    }

    private func first<J: Job>(_ type: J.Type) throws -> WorkItem {
        guard let item = items(of: type).first else {
            throw mistake("no \(J.name) is pending: none was started, or it has already ended")
        }
        return item
    }
}
