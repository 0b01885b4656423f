import Dispatch
import Synchronization

/// Moves what is in the log into the database file, off the way of commits.
///
/// With SQLite's own checkpoints the commit that makes the log too long pays for all (https://sqlite.org/wal.html, 3.1).
/// Here a connection of its own moves most of it while commits go on. The log can begin anew only at a moment at which
/// all of it has been moved, so the writer moves the little that has been written meanwhile.
///
/// It is `@unchecked Sendable`, because `connection` is touched on `queue` only.
final class Checkpointer: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue = DispatchQueue(label: "fairway.sqlite.checkpoints", qos: .utility)
    private let stage = Atomic<Stage>(.idle)
    private var connection: Connection?

    private enum Stage: UInt8, AtomicRepresentable {
        case idle
        /// This connection is moving what is in the log.
        case running
        /// It has moved all that was there when it began: what has come since is left to the writer.
        case moved
    }

    /// 16 MiB of pages.
    private static let mostFramesInLog = 4_096

    init(_ file: DatabaseFile) { self.file = file }

    /// Checkpoints when the log is long. To be called on the writer's queue, between its transactions.
    func note(_ writing: Connection) {
        switch stage.load(ordering: .acquiring) {
        case .idle:
            guard writing.framesInLog > Self.mostFramesInLog else { return }
            stage.store(.running, ordering: .relaxed)
            queue.async {
                self.checkpoint()
                self.stage.store(.moved, ordering: .releasing)
            }
        case .running: return
        case .moved:
            // What fails is tried again after the next commit; until then the log grows.
            _ = try? writing.checkpoint()
            stage.store(.idle, ordering: .relaxed)
        }
    }

    /// Waits for a checkpoint under way and closes its connection.
    func close() {
        queue.sync { connection = nil }
    }

    private func checkpoint() {
        do {
            if connection == nil {
                let opened = try Connection(file.path, .write, vfs: file.vfs)
                try opened.execute("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000")
                connection = opened
            }
            _ = try connection?.checkpoint()
        } catch {
            // A disk that is full for a commit is full for a checkpoint: the commit reports it.
            connection = nil
        }
    }
}
