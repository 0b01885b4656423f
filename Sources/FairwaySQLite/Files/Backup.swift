import Dispatch
import Fairway
import Glibc

/// A copy of a database file as of a single moment.
struct Backup: Sendable {
    let file: DatabaseFile
    let target: String

    /// Writes the copy on a connection and a thread of its own, because it may take long.
    func run() async throws(StoreError) {
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { () throws(StoreError) in try copy() })
            }
        }
        try result.get()
    }

    private func copy() throws(StoreError) {
        // The copy has another name until it is complete, so a partial copy cannot be mistaken for a backup.
        let unfinished = target + "-unfinished"
        _ = file.change(.remove(unfinished))
        do {
            let connection = try file.openForReading()
            // SQLite counts VACUUM INTO as a write.
            try connection.execute("PRAGMA query_only = OFF")
            // https://sqlite.org/lang_vacuum.html#vacuuminto: a consistent copy that blocks no writer.
            try connection.statement("VACUUM INTO ?").bind(unfinished).run()
            try Self.sync(unfinished, file)
            try Self.name(unfinished, target, file)
        } catch {
            _ = file.change(.remove(unfinished))
            throw file.storeError(error)
        }
    }

    /// Syncs a file or a folder. VACUUM INTO does not sync.
    static func sync(_ path: String, _ file: DatabaseFile) throws(StoreError) {
        try make(.sync(path), "\(path) cannot be synced to the disk", file)
    }

    /// Gives a synced copy its final name. Throws if a file has that name.
    static func name(_ copy: String, _ target: String, _ file: DatabaseFile) throws(StoreError) {
        try make(.link(from: copy, to: target), "\(target) cannot be created", file)
        _ = file.change(.remove(copy))
        let folder = target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) }
        try sync(folder ?? ".", file)
    }

    static func make(_ change: FolderChange, _ failing: String, _ file: DatabaseFile) throws(StoreError) {
        let code = file.change(change)
        guard code != 0 else { return }
        throw StoreError(
            .unavailable,
            "\(failing): check that the folder exists and that the disk has free space.",
            cause: String(cString: strerror(code))
        )
    }
}

/// A change that the store itself makes to files, not SQLite. Tests record such changes or make them fail.
package enum FolderChange: Sendable {
    /// Copies a file to a new name.
    case copy(from: String, to: String)
    /// Gives a file a second name. Fails if a file has that name.
    case link(from: String, to: String)
    /// Removes a name.
    case remove(String)
    /// Syncs a file or a folder.
    case sync(String)

    /// Makes the change, and returns 0 or an `errno`.
    package func make() -> Int32 {
        switch self {
        case .copy(let from, let to): return Self.copy(from, to)
        case .link(let from, let to): return linkat(AT_FDCWD, from, AT_FDCWD, to, 0) == 0 ? 0 : errno
        case .remove(let path): return unlink(path) == 0 ? 0 : errno
        case .sync(let path):
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno }
            defer { close(descriptor) }
            return fsync(descriptor) == 0 ? 0 : errno
        }
    }

    private static func copy(_ path: String, _ target: String) -> Int32 {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return errno }
        defer { close(source) }
        // Only this user may read it, as the log may have values that are sensitive.
        let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { return errno }
        defer { close(copy) }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { bytes in
            while true {
                let count = read(source, bytes.baseAddress, bytes.count)
                guard count > 0 else { return count == 0 ? 0 : errno }
                var written = 0
                while written < count {
                    let more = write(copy, bytes.baseAddress.map { $0 + written }, count - written)
                    guard more >= 0 else { return errno }
                    written += more
                }
            }
        }
    }
}
