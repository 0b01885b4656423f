import CSQLite
import Dispatch
import Fairway
import Glibc
import Synchronization

/// Group commit: all pending writes go into one transaction, which is synced once.
///
/// It is `@unchecked Sendable`, because `writing` and `group` are used on `queue` only. The other properties are immutable or
/// thread-safe.
final class Writer: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue = DispatchQueue(label: "fairway.sqlite.writer", qos: .userInitiated)
    private let state = Mutex(State())
    private let checkpointer: Checkpointer
    private let writing: WritingConnection
    /// The writes of the present transaction. Its memory is used again by the next one.
    private var group: [PendingWrite] = []
    private let mostWritesInGroup: Int
    /// Whether an earlier server has ended during an erasure.
    let hasOpenErasure: Bool
    /// The warning about damage that the log had when the store was opened.
    var logWarning: StoreWarning? { writing.logWarning }

    private struct PendingWrite: Sendable {
        /// May be called again if the transaction of the first call was rolled back.
        let run: @Sendable (CommitWriter) throws -> Void
        /// Unsafe, because a checked continuation allocates. It is resumed once.
        let caller: UnsafeContinuation<StoreError?, Never>
        var failure: StoreError?
    }

    private struct State {
        var pending: [PendingWrite] = []
        var isScheduled = false
        var isClosed = false
        var statistics = WriteStatistics()
    }

    private static let longestSpin = Duration.microseconds(60)

    /// - Parameter readers: The other connections to the file.
    init(_ file: DatabaseFile, beside readers: [Reader], mostWritesInGroup: Int) throws(StoreError) {
        self.file = file
        self.mostWritesInGroup = mostWritesInGroup
        let checkpointer = Checkpointer(file)
        self.checkpointer = checkpointer
        writing = try WritingConnection(file) {
            for reader in readers { reader.drop() }
            checkpointer.close()
        }
        do {
            // The file is locked, so all leases belong to a server that no longer runs.
            let writer = try writing.ready()
            try writer.releaseWork()
            hasOpenErasure = try writer.isErasureOpen
        } catch {
            throw file.storeError(error)
        }
    }

    var statistics: WriteStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.waiting = state.pending.count
            return statistics
        }
    }

    /// Runs `body` in a transaction, and returns after the commit.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (CommitWriter) throws -> Result
    ) async throws(StoreError) -> Result {
        // Unsafe: the queue writes it before it resumes the continuation.
        nonisolated(unsafe) var result: Result?
        let failure: StoreError? = await withUnsafeContinuation { continuation in
            let write = PendingWrite(run: { result = try body($0) }, caller: continuation)
            let (isClosed, isFirst) = state.withLock { state in
                if state.isClosed { return (true, false) }
                state.pending.append(write)
                defer { state.isScheduled = true }
                return (false, !state.isScheduled)
            }
            if isClosed { continuation.resume(returning: .closed) }
            if isFirst { queue.async { self.writeGroups() } }
        }
        if let failure { throw failure }
        guard let result else { preconditionFailure("a write succeeded without having run") }
        return result
    }

    /// Checkpoints and truncates the log. Returns false if another connection reads or checkpoints it.
    func truncateLog() async throws(StoreError) -> Bool {
        let result: Result<Bool, StoreError> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(StoreError) in try self.truncateLogNow() })
            }
        }
        return try result.get()
    }

    private func truncateLogNow() throws(StoreError) -> Bool {
        guard !state.withLock(\.isClosed) else { throw StoreError.closed }
        let connection = try writing.ready().connection
        guard checkpointer.truncate(connection) else {
            writing.closeKeepingLog()
            return false
        }
        return !connection.logHoldsErasedContent
    }

    /// Finishes pending writes, checkpoints and closes the file.
    func close() async {
        state.withLock { $0.isClosed = true }
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
        while takeGroup() {
            let start = ContinuousClock.now
            write(group.indices)
            record(ContinuousClock.now - start)
            for write in group { write.caller.resume(returning: write.failure) }
            let count = group.count
            group.removeAll(keepingCapacity: true)
            if count > 1 { spin(untilPending: count / 2) }
            if let connection = writing.current, !checkpointer.checkpointIfNeeded(connection) {
                writing.closeKeepingLog()
            }
        }
    }

    /// Most clients send their next change immediately, and two half-full groups need two syncs. Without the spin, 64
    /// connections get 5 % fewer answers for 6 % more processor time.
    private func spin(untilPending count: Int) {
        let end = ContinuousClock.now + Self.longestSpin
        while state.withLock({ $0.pending.count }) < count, ContinuousClock.now < end { sched_yield() }
    }

    private func record(_ duration: Duration) {
        let (count, hasFailed) = (group.count, group.allSatisfy { $0.failure != nil })
        state.withLock { state in
            state.statistics.failedGroups += hasFailed ? 1 : 0
            state.statistics.groupSizes.add(count)
            state.statistics.groupMicroseconds.add(Int(duration / .microseconds(1)))
            state.statistics.largestGroup = max(state.statistics.largestGroup, count)
        }
    }

    /// Moves the next writes into ``group``, which is empty. Returns false if none is pending.
    private func takeGroup() -> Bool {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isScheduled = false
                return false
            }
            if state.pending.count <= mostWritesInGroup {
                swap(&group, &state.pending)
            } else {
                group += state.pending.prefix(mostWritesInGroup)
                state.pending.removeFirst(mostWritesInGroup)
            }
            return true
        }
    }

    /// Writes a part of the group in one transaction, and notes the failure in each of its writes.
    private func write(_ part: Range<Int>, afterReopening isSecondTry: Bool = false) {
        do {
            let writer = try writing.ready()
            try transaction(writer) { for index in part { try group[index].run(writer) } }
        } catch let failure as SQLiteFailure where failure.concernsOnlyItsStatement && part.count > 1 {
            // Each write is repeated in a transaction of its own, so only the faulty write fails.
            for index in part { write(index..<index + 1) }
        } catch let failure as SQLiteFailure where failure.meansDamage && !isSecondTry {
            // A disk error can look like damage until a new connection reads the file and the log.
            writing.closeKeepingLog()
            write(part, afterReopening: true)
        } catch {
            let failure = file.storeError(error)
            for index in part { group[index].failure = failure }
        }
    }

    private func transaction(_ writer: CommitWriter, _ body: () throws -> Void) throws {
        // IMMEDIATE takes the lock at the beginning (https://sqlite.org/lang_transaction.html, 2.2).
        try writer.connection.statement("BEGIN IMMEDIATE").run()
        do {
            try body()
            try commit(writer)
        } catch {
            writer.connection.rollBack()
            throw error
        }
    }

    private func commit(_ writer: CommitWriter) throws(SQLiteFailure) {
        do throws(SQLiteFailure) {
            try writer.connection.statement("COMMIT").run()
        } catch {
            writer.connection.rollBack()
            // The log may contain the whole transaction although its sync failed. After a crash, recovery would treat it as
            // committed. Another write overwrites it (https://sqlite.org/fileformat2.html, section 4.4).
            if (try? writer.connection.statement("BEGIN IMMEDIATE").run()) != nil {
                _ = try? writer.probe()
                _ = try? writer.connection.statement("COMMIT").run()
                writer.connection.rollBack()
            }
            throw error
        }
    }
}

extension StoreError {
    fileprivate static let closed = StoreError(.unavailable, "The store has been closed.")
}
