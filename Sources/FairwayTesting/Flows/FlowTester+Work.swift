public import Fairway
import FairwayWire
public import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Time, and background work, which the test does in the place of whoever would do it.
extension FlowTester {
    /// The events that are scheduled, in order of due time.
    public var timers: [WorkItem] { last.work.filter { $0.kind == .timer } }

    /// Lets time pass. What comes due meanwhile is delivered in order of due time, each at its moment and as a change of
    /// its own; what that schedules within the same time, too.
    ///
    /// - Throws: ``TestMistake`` when that would never end, because a timer schedules the next with no delay.
    public func advance(by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let end = clock.now.addingTimeInterval(duration / .seconds(1))
        var delivered = 0
        while let timer = timers.first, timer.due <= end {
            delivered += 1
            guard delivered <= 1_000 else {
                throw mistake("more than 1000 timers in \(duration): does one schedule the next with no delay?")
            }
            clock.advance(by: max(0, timer.due.timeIntervalSince(clock.now)))
            try await perform(.work(timer, .due), at: sourceLocation)
        }
        clock.advance(by: max(0, end.timeIntervalSince(clock.now)))
    }

    /// The background work of that type which has been asked for and is not done, oldest first.
    public func pending<J: Job>(_ type: J.Type) throws -> [J] {
        try items(of: type).map { try JSON.decode(J.self, from: $0.payload.bytes) }
    }

    /// The oldest background work of that type is done.
    public func complete<J: Job>(
        _ type: J.Type,
        with output: J.Output,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = WorkResult.completed(try RawJSON(encoding: output))
        try await perform(.work(try first(type), result), at: sourceLocation)
    }

    /// The oldest background work of that type, which has nothing to tell, is done.
    public func complete<J: Job>(
        _ type: J.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws where J.Output == Done {
        try await complete(type, with: Done(), sourceLocation: sourceLocation)
    }

    /// The oldest background work of that type is given up.
    public func fail<J: Job>(
        _ type: J.Type,
        _ message: String = "it failed",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let failure = JobFailure(message: message, attempts: 1)
        try await perform(.work(try first(type), .failed(failure)), at: sourceLocation)
    }

    /// The app's own performers do what is due at this moment, in the place of the test.
    ///
    /// What fails and is to be tried again is due later: let time pass and call it again.
    public func performJobs(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        await (try Worker(engine)).doWhatIsDue()
        try await note(nil)
        try await checkRestoring(at: sourceLocation)
    }

    private func items<J: Job>(of type: J.Type) -> [WorkItem] {
        last.work.filter { $0.kind == .job && $0.name == J.name }
    }

    private func first<J: Job>(_ type: J.Type) throws -> WorkItem {
        guard let item = items(of: type).first else { throw mistake("no \(J.name) has been asked for") }
        return item
    }
}
