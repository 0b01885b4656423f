import CSQLite
import Dispatch
import Synchronization

/// Checkpoints the log on a connection of its own, while commits go on.
///
/// With SQLite's automatic checkpoints, the commit that exceeds the limit waits for the whole checkpoint
/// (https://sqlite.org/wal.html, 3.1). The log restarts only when all of it has been copied, so the writer copies the last few
/// frames.
///
/// It is `@unchecked Sendable`, because `connection` is used on `queue` only.
final class Checkpointer: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue = DispatchQueue(label: "fairway.sqlite.checkpoints", qos: .utility)
    private let stage = Atomic<Stage>(.idle)
    private var connection: SQLiteConnection?

    private enum Stage: UInt8, AtomicRepresentable {
        case idle
        case running
        /// All but a few frames have been copied. The writer copies the rest.
        case copied
        /// The disk failed. The system may have dropped pages that it could not write. SQLite copies them again after the file is
        /// reopened with the whole log.
        case failed
    }

    /// The writer copies and syncs these in a few milliseconds.
    private static let fewFrames = 256
    /// On a disk that is slower than the writer, the writer waits in the end.
    private static let mostRounds = 5

    init(_ file: DatabaseFile) { self.file = file }

    /// Starts a checkpoint if the log is long, or finishes one. To be called on the writer's queue, outside transactions.
    ///
    /// - Returns: False if the disk failed. The file then has to be reopened with the whole log.
    func checkpointIfNeeded(_ writing: SQLiteConnection) -> Bool {
        switch stage.load(ordering: .acquiring) {
        case .idle:
            guard writing.framesInLog > file.mostFramesInLog else { return true }
            stage.store(.running, ordering: .relaxed)
            queue.async { self.stage.store(self.copyMost() ? .copied : .failed, ordering: .releasing) }
            return true
        case .running: return true
        case .copied:
            stage.store(.idle, ordering: .relaxed)
            return diskWorks {
                // Not always: a sync costs more where the log grows than where it is overwritten.
                if writing.logHoldsErasedContent { try writing.truncateLog() } else { try writing.checkpoint() }
            }
        case .failed:
            stage.store(.idle, ordering: .relaxed)
            return false
        }
    }

    /// Checkpoints the whole log and truncates it, unless another process reads it. To be called on the writer's queue, after the
    /// last transaction.
    ///
    /// - Returns: False if the disk failed. The log has to be kept then.
    func finish(_ writing: SQLiteConnection) -> Bool {
        close()
        return stage.load(ordering: .acquiring) != .failed
            && diskWorks { try writing.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) }
    }

    /// Waits for a running checkpoint and closes its connection. To be called on the writer's queue.
    func close() { queue.sync { connection = nil } }

    /// Copies the log, and repeats that until few frames are left.
    private func copyMost() -> Bool {
        diskWorks {
            let connection = try opened()
            var copied = 0
            for _ in 0..<Self.mostRounds {
                let checkpoint = try connection.checkpoint()
                // SQLite syncs the file only if all of the log has been copied.
                try connection.syncFile()
                guard checkpoint.copiedFrames - copied > Self.fewFrames else { return }
                copied = checkpoint.copiedFrames
            }
        }
    }

    /// Whether work ended without a disk error. Any other error, such as a lock, is ignored: the next checkpoint tries again.
    private func diskWorks(_ work: () throws -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            return (error as? SQLiteFailure)?.primaryCode != SQLITE_IOERR
        }
    }

    private func opened() throws(SQLiteFailure) -> SQLiteConnection {
        if let connection { return connection }
        let opened = try SQLiteConnection(file.path, vfs: file.vfs)
        try opened.execute("PRAGMA synchronous = FULL; PRAGMA busy_timeout = \(DatabaseFile.busyMilliseconds)")
        connection = opened
        return opened
    }
}
