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
            try Self.sync(unfinished)
            guard link(unfinished, target) == 0 else { throw Self.failure("\(target) cannot be made") }
            unlink(unfinished)
            try Self.sync(Self.folder(of: target))
        } catch {
            unlink(unfinished)
            throw file.storeError(error)
        }
    }

    /// Waits until a file or a folder is on the disk. VACUUM INTO leaves it to the system when that is.
    static func sync(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw failure("\(path) cannot be synced to the disk") }
    }

    /// The folder that a file is in.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static func failure(_ what: String) -> StoreError {
        StoreError(
            .unavailable,
            "\(what): see that the folder is there and that the disk has room.",
            cause: String(cString: strerror(errno))
        )
    }
}
