import Dispatch
import Fairway

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A copy of a database file, as it is at one moment.
struct Backup: Sendable {
    let file: DatabaseFile
    let target: String

    /// Writes the copy on a connection and a queue of its own: however long it takes, nobody waits for it.
    func run() async throws(StoreError) {
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { () throws(StoreError) in try copy() })
            }
        }
        try result.get()
    }

    private func copy() throws(StoreError) {
        // Under another name until it is whole: a backup that was cut short must not pass for one.
        let unfinished = target + "-unfinished"
        unlink(unfinished)
        do {
            let connection = try file.openForReading()
            // To SQLite the copy is a write like any other.
            try connection.execute("PRAGMA query_only = OFF")
            // https://sqlite.org/lang_vacuum.html#vacuuminto: reads as of one moment, without locking anyone out.
            try connection.statement("VACUUM INTO ?").bind(unfinished).run()
            try sync(unfinished)
            guard link(unfinished, target) == 0 else { throw failure("cannot be made") }
            unlink(unfinished)
            try sync(folder)
        } catch {
            unlink(unfinished)
            throw file.storeError(error)
        }
    }

    /// VACUUM INTO leaves it to the system when what it wrote gets to the disk.
    private func sync(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw failure("cannot be synced to the disk") }
    }

    private var folder: String {
        target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    }

    private func failure(_ what: String) -> StoreError {
        StoreError(
            .unavailable,
            "The backup \(target) \(what): see that its folder is there and that the disk has room.",
            cause: String(cString: strerror(errno))
        )
    }
}
