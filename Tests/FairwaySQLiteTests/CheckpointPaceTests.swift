import Dispatch
import Foundation
import Synchronization
import Testing

@testable import FairwaySQLite

/// Who moves pages goes on when changes have been written, when nobody writes, and when it is waited for.
struct CheckpointPaceTests {
    private let folder: TemporaryFolder
    private var path: String { folder["log.sqlite"] }

    /// Asked once SQLite is set up, as it is wherever a checkpoint asks.
    static let areWritesOurs = (try? Connection(":memory:", .create)) != nil && CheckpointPace.areWritesOurs

    init() throws {
        folder = try TemporaryFolder()
        // An empty file is an empty database.
        try Data().write(to: URL(filePath: path))
    }

    @Test(.enabled(if: areWritesOurs), .timeLimit(.minutes(10)))
    func aCheckpointPausesUntilChangesHaveBeenWritten() async throws {
        let pace = CheckpointPace(patience: .never)
        async let isComplete = moveALog(at: pace)
        // Else a test that fails would wait for a move that waits for it.
        defer { pace.hurry() }
        var pages: [Int] = []
        for _ in 0..<2 {
            try await pace.waitForPause()
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

    @Test(.enabled(if: areWritesOurs), .timeLimit(.minutes(10)))
    func itGoesOnWhenItIsWaitedFor() async throws {
        let pace = CheckpointPace(patience: .never)
        async let isComplete = moveALog(at: pace)
        // Else a test that fails would wait for a move that waits for it.
        defer { pace.hurry() }
        try await pace.waitForPause()
        pace.hurry()
        #expect(try await isComplete)
    }

    @Test(.enabled(if: areWritesOurs), .timeLimit(.minutes(10)))
    func itDoesNotEvenPauseWhereItWasWaitedForBefore() async throws {
        let pace = CheckpointPace(patience: .never)
        pace.begin()
        pace.hurry()
        // Else a test that fails would not end with its time.
        #expect(
            try await withTaskCancellationHandler {
                try await moveALog(at: pace)
            } onCancel: {
                pace.hurry()
            }
        )
        defer { pace.hurry() }
        // The next checkpoint keeps the pace again.
        pace.begin()
        async let isCalled = onAThread { pace.pause(after: 3) }
        try await pace.waitForPause()
        #expect(pace.advance(pagesWritten: 1_000))
        #expect(await isCalled)
    }

    /// A call that comes as the patience ends is for that pause and not for the next.
    @Test func whoIsCalledAsItGivesUpIsCalledOnce() async {
        let pace = CheckpointPace(patience: .nanoseconds(1))
        let isOver = Atomic(false)
        async let calls = onAThread {
            var count = 0
            while !isOver.load(ordering: .relaxed) {
                if pace.isWaiting, pace.advance(pagesWritten: 2) { count += 1 }
            }
            return count
        }
        let called = await onAThread {
            var (pauses, called) = (0, 0)
            // Most give up before they are called. With one processor it takes a while until the first is.
            while pauses < 500_000 || called == 0 && pauses < 50_000_000 {
                pauses += 1
                if pace.pause(after: 3) { called += 1 }
            }
            isOver.store(true, ordering: .relaxed)
            return called
        }
        #expect(called > 0)
        #expect(await calls == called)
        // No call is left over for a pause in which nobody calls.
        pace.begin()
        #expect(!pace.pause(after: 3))
    }

    /// Writes 300 pages to a log and moves them from there.
    ///
    /// - Returns: Whether all have been moved.
    private func moveALog(at pace: CheckpointPace) async throws -> Bool {
        try await onAThread {
            Result {
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
        }
        .get()
    }

    /// Does what waits on a thread that may wait.
    private func onAThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }
}

extension CheckpointPace {
    /// Waits until it pauses, or the test is over: a move that has failed never pauses.
    func waitForPause() async throws {
        while !isWaiting {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
