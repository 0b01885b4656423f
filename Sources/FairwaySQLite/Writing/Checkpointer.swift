import CSQLite
import Dispatch
import Synchronization

/// Checkpoints the log on a connection of its own, while changes are committed.
///
/// With SQLite's automatic checkpoints, the commit that exceeds the limit waits for the whole checkpoint
/// (https://sqlite.org/wal.html, 3.1). SQLite overwrites the log only after all of it has been copied, so the writer copies the
/// last few frames, between two transactions.
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
        /// The disk failed, and the system may have dropped pages that it could not write. They are still in the log. SQLite copies
        /// them again after the file is reopened.
        case failed
    }

    /// The number of frames that the writer can copy and sync in a few milliseconds.
    private static let fewFrames = 256
    /// If the disk is slower than the writer, many frames are still left after these rounds, and changes wait for the rest.
    private static let mostRounds = 5

    init(_ file: DatabaseFile) { self.file = file }

    /// Starts a checkpoint if the log is long, or finishes one. Must be called on the writer's queue, outside transactions.
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
                // Truncated only if necessary: syncs of a log that grows cost more than of one that is overwritten.
                if writing.logHoldsErasedContent { try writing.truncateLog() } else { try writing.checkpoint() }
            }
        case .failed:
            stage.store(.idle, ordering: .relaxed)
            return false
        }
    }

    /// Checkpoints and truncates the log, unless another connection uses it. Must be called on the writer's queue, outside
    /// transactions.
    ///
    /// - Returns: False if the disk failed. The file then has to be reopened with the whole log.
    func truncate(_ writing: SQLiteConnection) -> Bool {
        guard stage.load(ordering: .acquiring) != .failed else {
            stage.store(.idle, ordering: .relaxed)
            return false
        }
        return diskWorks { try writing.truncateLog() }
    }

    /// Checkpoints the whole log and truncates it, unless another process reads it. Must be called on the writer's queue, after
    /// the last transaction.
    ///
    /// - Returns: False if the disk failed. In this case the log has to be kept.
    func finish(_ writing: SQLiteConnection) -> Bool {
        close()
        return stage.load(ordering: .acquiring) != .failed
            && diskWorks { try writing.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) }
    }

    /// Waits for a running checkpoint and closes its connection. Must be called on the writer's queue.
    func close() { queue.sync { connection = nil } }

    /// Copies the log in rounds, until few frames are left.
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

    /// Returns false after a disk error. Any other error, such as a lock, is ignored, because the next checkpoint tries again.
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
