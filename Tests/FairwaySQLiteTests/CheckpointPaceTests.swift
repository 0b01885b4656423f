import Dispatch
import Foundation
import Testing

@testable import FairwaySQLite

/// Who moves pages goes on when changes have been written, when nobody writes, and when it is waited for.
struct CheckpointPaceTests {
    private let folder: TemporaryFolder
    private var path: String { folder["log.sqlite"] }

    init() throws {
        folder = try TemporaryFolder()
        // An empty file is an empty database.
        try Data().write(to: URL(filePath: path))
    }

    @Test(.enabled(if: CheckpointPace.areWritesOurs), .timeLimit(.minutes(10)))
    func aCheckpointPausesUntilChangesHaveBeenWritten() async throws {
        let pace = CheckpointPace(patience: .never)
        async let isComplete = moveALog(at: pace)
        // Else a test that fails would wait for a move that waits for it.
        defer { pace.hurry() }
        var pages: [Int] = []
        for _ in 0..<2 {
            try await waitForPause(of: pace)
            pages.append(try #require(FileIdentity(path)).byteCount / 4_096)
            pace.advance(pagesWritten: CheckpointPace.pagesAtOnce)
        }
        // The fewest at first. Then three for each that was written, and those that were moved before count among them.
        #expect(pages == [64, 4 * 64 - 64])
        pace.advance(pagesWritten: 1_000)
        #expect(try await isComplete)
    }

    @Test func itGoesOnWhereNobodyWrites() async throws {
        #expect(try await moveALog(at: CheckpointPace(patience: .nanoseconds(1))))
    }

    @Test(.enabled(if: CheckpointPace.areWritesOurs), .timeLimit(.minutes(10)))
    func itGoesOnWhenItIsWaitedFor() async throws {
        let pace = CheckpointPace(patience: .never)
        async let isComplete = moveALog(at: pace)
        // Else a test that fails would wait for a move that waits for it.
        defer { pace.hurry() }
        try await waitForPause(of: pace)
        pace.hurry()
        #expect(try await isComplete)
    }

    @Test func itDoesNotEvenPauseWhereItWasWaitedForBefore() async throws {
        let pace = CheckpointPace(patience: .never)
        pace.begin()
        pace.hurry()
        #expect(try await moveALog(at: pace))
        // The next checkpoint keeps the pace again.
        pace.begin()
        async let isCalled = pause(pace)
        try await waitForPause(of: pace)
        #expect(pace.advance(pagesWritten: 1_000))
        #expect(await isCalled)
    }

    /// A call that comes as the patience ends is for that pause and not for the next.
    @Test func whoIsCalledAsItGivesUpIsCalledOnce() async {
        let pace = CheckpointPace(patience: .nanoseconds(1))
        let calls = Task {
            var count = 0
            while !Task.isCancelled {
                if pace.isWaiting, pace.advance(pagesWritten: 2) { count += 1 }
            }
            return count
        }
        let called = (0..<500_000).count { _ in pace.pause(after: 3) }
        calls.cancel()
        #expect(await calls.value == called)
        // No call is left over for a pause in which nobody calls.
        pace.begin()
        #expect(!pace.pause(after: 3))
    }

    /// Writes 300 pages to a log and moves them from there.
    ///
    /// - Returns: Whether all have been moved.
    private func moveALog(at pace: CheckpointPace) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        let connection = try Connection(path, .write)
                        try connection.execute(
                            """
                            PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                            CREATE TABLE filling (number INTEGER PRIMARY KEY, bytes BLOB);
                            INSERT INTO filling (bytes) VALUES (zeroblob(300 * 4096));
                            """
                        )
                        return try pace.keep { try connection.checkpoint() }.isComplete
                    }
                )
            }
        }
    }

    private func pause(_ pace: CheckpointPace) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: pace.pause(after: 3)) }
        }
    }

    private func waitForPause(of pace: CheckpointPace) async throws {
        while !pace.isWaiting {
            // A move that has failed never pauses.
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
