import CSQLite
import Dispatch
import Fairway
import Synchronization

/// The one that writes: all that waits goes into one transaction, which is synced once.
///
/// It is `@unchecked Sendable`, because `open` is touched on `queue` only; everything else is constant or a mutex.
final class Writer: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue = DispatchQueue(label: "fairway.sqlite.writer", qos: .userInitiated)
    private let waiting = Mutex(Waiting())
    private let checkpointer: Checkpointer
    private var open: CommitWriter?

    private struct Waiting {
        var writes: [any PendingWrite] = []
        var isScheduled = false
        var isClosed = false
    }

    /// How many writes go into one transaction at most, so that the first of them does not wait for ever.
    private static let mostWritesInGroup = 1_024

    init(_ file: DatabaseFile) throws(StoreError) {
        self.file = file
        let connection = try file.openForWriting()
        do {
            open = try CommitWriter(connection)
        } catch {
            throw file.storeError(error)
        }
        checkpointer = Checkpointer(file)
    }

    /// Writes something with all else that waits, and returns once it is on disk.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (CommitWriter) throws -> Result
    ) async throws(StoreError) -> Result {
        let result = await withCheckedContinuation { continuation in
            let write = PendingWriteOf(body, continuation)
            let (isClosed, isFirst) = waiting.withLock { waiting in
                if waiting.isClosed { return (true, false) }
                waiting.writes.append(write)
                defer { waiting.isScheduled = true }
                return (false, !waiting.isScheduled)
            }
            if isClosed { write.finish(StoreError(.unavailable, "The store has been closed.")) }
            if isFirst { queue.async { self.writeGroups() } }
        }
        return try result.get()
    }

    /// Lets what waits be written, and closes the file.
    func close() async {
        waiting.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            queue.async {
                self.writeGroups()
                self.checkpointer.close()
                self.open = nil
                continuation.resume()
            }
        }
    }

    private func writeGroups() {
        while let group = nextGroup() {
            let failures = write(group)
            // In one go, after the transaction: nobody is woken who would then have to wait for the others.
            for (index, write) in group.enumerated() { write.finish(failures[index]) }
            if let open { checkpointer.note(open.connection, queue) }
        }
    }

    private func nextGroup() -> [any PendingWrite]? {
        waiting.withLock { waiting in
            guard !waiting.writes.isEmpty else {
                waiting.isScheduled = false
                return nil
            }
            let group = Array(waiting.writes.prefix(Self.mostWritesInGroup))
            waiting.writes.removeFirst(group.count)
            return group
        }
    }

    /// Writes a group in one transaction; what went wrong, by place in the group.
    private func write(_ group: [any PendingWrite]) -> [StoreError?] {
        do {
            guard let open else { throw StoreError(.unavailable, "The store has been closed.") }
            do {
                try transaction(open.connection) { for write in group { try write.run(open) } }
                return Array(repeating: nil, count: group.count)
            } catch let failure as SQLiteFailure where failure.concernsOnlyItsStatement {
                return try writeEach(group, open)
            }
        } catch {
            return Array(repeating: file.storeError(error), count: group.count)
        }
    }

    /// The same once more, each write under a savepoint, so that one that fails does so alone. Only after one has failed:
    /// under a savepoint SQLite copies every page before it changes it (https://sqlite.org/lang_savepoint.html).
    private func writeEach(_ group: [any PendingWrite], _ open: CommitWriter) throws -> [StoreError?] {
        try transaction(open.connection) {
            try group.map { write in
                try open.connection.execute("SAVEPOINT one")
                do {
                    try write.run(open)
                    try open.connection.execute("RELEASE one")
                    return nil
                } catch let failure as SQLiteFailure where failure.concernsOnlyItsStatement {
                    try open.connection.execute("ROLLBACK TO one; RELEASE one")
                    return file.storeError(failure)
                }
            }
        }
    }

    private func transaction<Result>(_ connection: Connection, _ body: () throws -> Result) throws -> Result {
        // IMMEDIATE: the lock is taken now, and not in the middle (https://sqlite.org/lang_transaction.html, 2.2).
        try connection.statement("BEGIN IMMEDIATE").run()
        do {
            let result = try body()
            try connection.statement("COMMIT").run()
            return result
        } catch {
            // Some errors have rolled back already (https://sqlite.org/lang_transaction.html, section 3).
            if !connection.isOutsideTransactions { try? connection.statement("ROLLBACK").run() }
            throw error
        }
    }
}
