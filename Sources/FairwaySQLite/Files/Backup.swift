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
        _ = file.change(.remove(unfinished))
        do {
            let connection = try file.openForReading()
            // To SQLite the copy is a write like any other.
            try connection.execute("PRAGMA query_only = OFF")
            // https://sqlite.org/lang_vacuum.html#vacuuminto: reads as of one moment, without locking anyone out.
            try connection.statement("VACUUM INTO ?").bind(unfinished).run()
            try Self.sync(unfinished, file)
            try Self.name(unfinished, target, file)
        } catch {
            _ = file.change(.remove(unfinished))
            throw file.storeError(error)
        }
    }

    /// Waits until a file or a folder is on the disk. VACUUM INTO leaves it to the system when that is.
    static func sync(_ path: String, _ file: DatabaseFile) throws(StoreError) {
        try make(.sync(path), "\(path) cannot be synced to the disk", file)
    }

    /// Gives a copy that is on the disk its name. A file that has the name already stays.
    static func name(_ copy: String, _ target: String, _ file: DatabaseFile) throws(StoreError) {
        try make(.link(from: copy, to: target), "\(target) cannot be made", file)
        _ = file.change(.remove(copy))
        try sync(folder(of: target), file)
    }

    /// The folder that a file is in.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static func make(_ change: FolderChange, _ failing: String, _ file: DatabaseFile) throws(StoreError) {
        let code = file.change(change)
        guard code != 0 else { return }
        throw StoreError(
            .unavailable,
            "\(failing): see that the folder is there and that the disk has room.",
            cause: String(cString: strerror(code))
        )
    }
}
