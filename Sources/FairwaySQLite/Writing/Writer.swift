import CSQLite
import Dispatch
import Fairway
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The one that writes: all that waits goes into one transaction, which is synced once.
///
/// It is `@unchecked Sendable`, because `writing` is used on `queue` only; everything else is constant or a
/// mutex.
final class Writer: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue = DispatchQueue(label: "fairway.sqlite.writer", qos: .userInitiated)
    private let waiting = Mutex(Waiting())
    private let checkpointer: Checkpointer
    private let writing: WritingConnection
    private let mostWritesInGroup: Int

    /// A write and its caller.
    private struct PendingWrite: Sendable {
        /// Writes. It can be called again after its transaction was rolled back.
        let run: @Sendable (CommitWriter) throws -> Void
        /// Unsafe, because a checked continuation allocates. It is resumed once.
        let caller: UnsafeContinuation<StoreError?, Never>
    }

    private struct Waiting {
        var writes: [PendingWrite] = []
        var isScheduled = false
        var isClosed = false
        var statistics = WriteStatistics()
    }

    /// How long the writer spins for the next group at most.
    private static let longestSpin = Duration.microseconds(60)

    /// - Parameters:
    ///   - places: Where sessions are that readers have met.
    ///   - readers: What else has the file open.
    init(
        _ file: DatabaseFile,
        _ places: SessionPlaces,
        beside readers: [Reader],
        mostWritesInGroup: Int
    ) throws(StoreError) {
        self.file = file
        self.mostWritesInGroup = mostWritesInGroup
        let checkpointer = Checkpointer(file)
        self.checkpointer = checkpointer
        writing = try WritingConnection(file, places) {
            for reader in readers { reader.drop() }
            checkpointer.close()
        }
        do {
            // The file is locked: no other server goes on with what it has taken up.
            try writing.ready().work.releaseAll()
        } catch {
            throw file.storeError(error)
        }
    }

    /// What has been done so far.
    var statistics: WriteStatistics {
        waiting.withLock { waiting in
            var statistics = waiting.statistics
            statistics.waiting = waiting.writes.count
            return statistics
        }
    }

    /// Writes something with all else that waits, and returns once it is on disk.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (CommitWriter) throws -> Result
    ) async throws(StoreError) -> Result {
        // Unsafe: it is written on the queue, and read once that is done.
        nonisolated(unsafe) var result: Result?
        let failure: StoreError? = await withUnsafeContinuation { continuation in
            let write = PendingWrite(run: { result = try body($0) }, caller: continuation)
            let (isClosed, isFirst) = waiting.withLock { waiting in
                if waiting.isClosed { return (true, false) }
                waiting.writes.append(write)
                defer { waiting.isScheduled = true }
                return (false, !waiting.isScheduled)
            }
            if isClosed { continuation.resume(returning: StoreError(.unavailable, "The store has been closed.")) }
            if isFirst { queue.async { self.writeGroups() } }
        }
        if let failure { throw failure }
        guard let result else { preconditionFailure("a write was finished that had not been run") }
        return result
    }

    /// Lets what waits be written, and closes the file.
    func close() async {
        waiting.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            queue.async {
                self.writeGroups()
                if let connection = self.writing.current, !self.checkpointer.finish(connection) {
                    self.writing.closeKeepingLog()
                }
                self.checkpointer.close()
                self.writing.close()
                continuation.resume()
            }
        }
    }

    private func writeGroups() {
        while let group = nextGroup() {
            let start = ContinuousClock.now
            let failures = write(group)
            note(group.count, failures, ContinuousClock.now - start)
            // In one go, after the transaction: nobody is woken who would then have to wait for the others.
            for (index, write) in group.enumerated() { write.caller.resume(returning: failures[index]) }
            if group.count > 1 { spin(untilWaiting: group.count / 2) }
            if let connection = writing.current, !checkpointer.note(connection) { writing.closeKeepingLog() }
        }
    }

    /// Spins until half as many writes wait as were just answered: most clients send their next change at once, and two half-full
    /// groups take two syncs. Without it, 64 connections get 0.95 of the answers at 1.06 of the processor time.
    private func spin(untilWaiting count: Int) {
        let end = ContinuousClock.now + Self.longestSpin
        while waiting.withLock({ $0.writes.count }) < count, ContinuousClock.now < end { sched_yield() }
    }

    private func note(_ writes: Int, _ failures: [StoreError?], _ duration: Duration) {
        waiting.withLock { waiting in
            waiting.statistics.failedGroups += failures.allSatisfy { $0 != nil } ? 1 : 0
            waiting.statistics.groupSizes.add(writes)
            waiting.statistics.groupMicroseconds.add(Int(duration / .microseconds(1)))
            waiting.statistics.largestGroup = max(waiting.statistics.largestGroup, writes)
        }
    }

    private func nextGroup() -> [PendingWrite]? {
        waiting.withLock { waiting in
            guard !waiting.writes.isEmpty else {
                waiting.isScheduled = false
                return nil
            }
            let group = Array(waiting.writes.prefix(mostWritesInGroup))
            waiting.writes.removeFirst(group.count)
            return group
        }
    }

    /// Writes a group in one transaction; what went wrong, by place in the group.
    private func write(_ group: [PendingWrite], afterReopening isSecondTry: Bool = false) -> [StoreError?] {
        do {
            let writer = try writing.ready()
            do {
                try transaction(writer) { for write in group { try write.run(writer) } }
                return Array(repeating: nil, count: group.count)
            } catch let failure as SQLiteFailure where failure.concernsOnlyItsStatement {
                return try writeEach(group, writer)
            }
        } catch let failure as SQLiteFailure where failure.meansDamage && !isSecondTry {
            // A disk error can look like damage until file and log are read on a new connection.
            writing.closeKeepingLog()
            return write(group, afterReopening: true)
        } catch {
            return Array(repeating: file.storeError(error), count: group.count)
        }
    }

    /// The same once more, each write under a savepoint, so that one that fails does so alone. Only after one has failed:
    /// under a savepoint SQLite copies every page before it changes it (https://sqlite.org/lang_savepoint.html).
    private func writeEach(_ group: [PendingWrite], _ writer: CommitWriter) throws -> [StoreError?] {
        try transaction(writer) {
            try group.map { write in
                try writer.connection.execute("SAVEPOINT one")
                do {
                    try write.run(writer)
                    try writer.connection.execute("RELEASE one")
                    return nil
                } catch let failure as SQLiteFailure where failure.concernsOnlyItsStatement {
                    try writer.connection.execute("ROLLBACK TO one; RELEASE one")
                    return file.storeError(failure)
                }
            }
        }
    }

    private func transaction<Result>(_ writer: CommitWriter, _ body: () throws -> Result) throws -> Result {
        let connection = writer.connection
        // IMMEDIATE: the lock is taken now, and not in the middle (https://sqlite.org/lang_transaction.html, 2.2).
        try connection.statement("BEGIN IMMEDIATE").run()
        do {
            let result = try body()
            try commit(writer)
            return result
        } catch {
            // Some errors have rolled back already (https://sqlite.org/lang_transaction.html, section 3).
            if !connection.isOutsideTransactions { try? connection.statement("ROLLBACK").run() }
            throw error
        }
    }

    private func commit(_ writer: CommitWriter) throws(SQLiteFailure) {
        do throws(SQLiteFailure) {
            try writer.connection.statement("COMMIT").run()
        } catch {
            if !writer.connection.isOutsideTransactions { try? writer.connection.statement("ROLLBACK").run() }
            // The transaction may stand whole in the log, only not synced: should the process end now, recovery would
            // take it for committed. Whatever is written next is written over it (https://sqlite.org/fileformat2.html,
            // section 4.4), so something is, if the disk lets us.
            if (try? writer.connection.statement("BEGIN IMMEDIATE").run()) != nil {
                _ = try? writer.probe()
                _ = try? writer.connection.statement("COMMIT").run()
                if !writer.connection.isOutsideTransactions { try? writer.connection.statement("ROLLBACK").run() }
            }
            throw error
        }
    }
}
