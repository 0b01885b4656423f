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

    @Test(.timeLimit(.minutes(10)))
    func aCheckpointPausesUntilChangesHaveBeenWritten() async throws {
        let pace = CheckpointPace(patience: .never)
        async let isComplete = moveALog(at: pace)
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

    @Test(.timeLimit(.minutes(10)))
    func itGoesOnWhenItIsWaitedFor() async throws {
        let pace = CheckpointPace(patience: .never)
        async let isComplete = moveALog(at: pace)
        try await waitForPause(of: pace)
        pace.hurry()
        #expect(try await isComplete)
    }

    /// A call that comes as the patience ends is for that pause and not for the next.
    @Test func whoIsCalledAsItGivesUpIsCalledOnce() async {
        let pace = CheckpointPace(patience: .nanoseconds(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<5_000 { pace.pause(after: 3) } }
            group.addTask { for _ in 0..<5_000 { pace.advance(pagesWritten: 1) } }
        }
        pace.hurry()
        #expect(!pace.isWaiting)
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

    private func waitForPause(of pace: CheckpointPace) async throws {
        while !pace.isWaiting {
            // A move that has failed never pauses.
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
