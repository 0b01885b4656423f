import Fairway

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Keeps a second server off a database file, for as long as this value lives and no longer than its process does.
///
/// A file of its own, `PATH-lock`: closing any descriptor of the database file would drop all locks that SQLite holds on
/// it in this process (https://sqlite.org/howtocorrupt.html, section 2.2).
final class FileLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Takes the lock of a database file.
    init(_ database: String) throws(StoreError) {
        path = database + "-lock"
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw Self.unwritable(path, errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let holder = Self.read(descriptor)
                close(descriptor)
                throw StoreError(
                    .unusable,
                    "\(database) is in use by another server\(holder): stop that one, or name another file."
                )
            }
            // Whoever held it before may have removed the file between our two calls: then this lock keeps nobody off.
            guard let held = FileIdentity(descriptor: descriptor) else {
                defer { close(descriptor) }
                throw Self.unwritable(path, errno)
            }
            guard held.isSame(as: FileIdentity(path)) else {
                close(descriptor)
                continue
            }
            self.descriptor = descriptor
            Self.write("\(getpid())\n", descriptor)
            return
        }
    }

    deinit {
        // While it is still held, so that nobody can hold a lock on a file that is about to go.
        unlink(path)
        close(descriptor)
    }

    private static func write(_ text: String, _ descriptor: Int32) {
        ftruncate(descriptor, 0)
        // Only for the message to who comes second: that it may fail does not matter.
        _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
    }

    /// ` (process 123)`, when that can be told.
    private static func read(_ descriptor: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &text, text.count, 0)
        let digits = text.prefix(max(count, 0)).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
    }

    private static func unwritable(_ path: String, _ code: Int32) -> StoreError {
        StoreError(
            .unusable,
            "\(path) cannot be made: see that its folder is there and that this user may write in it.",
            cause: String(cString: strerror(code))
        )
    }
}
