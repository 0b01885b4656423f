import CSQLite
import Dispatch
import Synchronization

/// Moves what is in the log into the database file, off the way of commits.
///
/// With SQLite's own checkpoints the commit that makes the log too long pays for all (https://sqlite.org/wal.html, 3.1).
/// Here a connection of its own moves most of it while commits go on. The log can begin anew only at a moment at which
/// all of it has been moved, so the writer moves the little that has been written meanwhile.
///
/// It is `@unchecked Sendable`, because `connection` is used on `queue` only.
final class Checkpointer: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue = DispatchQueue(label: "fairway.sqlite.checkpoints", qos: .utility)
    private let stage = Atomic<Stage>(.idle)
    private var connection: Connection?

    private enum Stage: UInt8, AtomicRepresentable {
        case idle
        /// This connection is moving what is in the log.
        case running
        /// It has moved nearly all: what has come since is left to the writer.
        case moved
        /// The disk has failed it.
        case failed
    }

    /// What the writer may have to move and to sync: a few milliseconds' work at most.
    private static let fewFrames = 256
    /// Where the disk is too slow to catch up with the writer, the writer waits for it in the end.
    private static let mostRounds = 5

    init(_ file: DatabaseFile) { self.file = file }

    /// Whether the database file may lack what SQLite takes to be in it. A system may forget what it could not write out
    /// as a file was synced, and say so but once, while SQLite does not move again what it has moved.
    var hasFailed: Bool { stage.load(ordering: .acquiring) == .failed }

    /// Checkpoints when the log is long. To be called on the writer's queue, between its transactions.
    ///
    /// - Returns: False where ``hasFailed`` was found to be so: all of the log has then to be moved once more.
    func note(_ writing: Connection) -> Bool {
        switch stage.load(ordering: .acquiring) {
        case .idle:
            guard writing.framesInLog > file.mostFramesInLog else { return true }
            stage.store(.running, ordering: .relaxed)
            queue.async { self.stage.store(self.moveMost() ? .moved : .failed, ordering: .releasing) }
            return true
        case .running: return true
        case .moved:
            stage.store(.idle, ordering: .relaxed)
            return isSound {
                // Not always: where the log grows again, each sync costs more than where it is written over.
                if writing.logHoldsErasedContent { try writing.truncateLog() } else { _ = try writing.checkpoint() }
            }
        case .failed:
            stage.store(.idle, ordering: .relaxed)
            return false
        }
    }

    /// Moves the whole log into the file and truncates it, unless another process reads it. To be called on the writer's queue,
    /// after the last transaction.
    ///
    /// - Returns: False if the disk failed: the log has to stay.
    func finish(_ writing: Connection) -> Bool {
        close()
        return !hasFailed && isSound { _ = try writing.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) }
    }

    /// Waits for a checkpoint under way and closes its connection. To be called on the writer's queue.
    func close() { queue.sync { connection = nil } }

    /// Moves what is in the log, then what has been written to it meanwhile, until that is little.
    private func moveMost() -> Bool {
        isSound {
            let connection = try opened()
            var (moved, round) = (0, 0)
            while round < Self.mostRounds {
                let checkpoint = try connection.checkpoint()
                // SQLite itself syncs the file only when nothing has been written meanwhile.
                try connection.syncFile()
                guard checkpoint.movedFrames - moved > Self.fewFrames else { return }
                moved = checkpoint.movedFrames
                round += 1
            }
        }
    }

    /// Whether the disk did what it was to do. What another process kept from being done is tried again when the log is
    /// longer.
    private func isSound(_ work: () throws -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            return (error as? SQLiteFailure)?.primaryCode != SQLITE_IOERR
        }
    }

    private func opened() throws(SQLiteFailure) -> Connection {
        if let connection { return connection }
        let opened = try Connection(file.path, .write, vfs: file.vfs)
        try opened.execute("PRAGMA synchronous = FULL; PRAGMA busy_timeout = \(DatabaseFile.patienceMilliseconds)")
        connection = opened
        return opened
    }
}
