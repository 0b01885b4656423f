#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A change to a folder that the store makes itself, beside what SQLite does to its files. Trials record it, or let it fail.
package enum FolderChange: Sendable {
    /// Gives a file one more name, where no file has that.
    case link(from: String, to: String)
    /// Takes a name away.
    case remove(String)
    /// Waits until a file or a folder is on the disk.
    case sync(String)

    /// Makes the change.
    ///
    /// - Returns: 0, or the `errno` that says why not.
    package func make() -> Int32 {
        switch self {
        case .link(let from, let to): linkat(AT_FDCWD, from, AT_FDCWD, to, 0) == 0 ? 0 : errno
        case .remove(let path): unlink(path) == 0 ? 0 : errno
        case .sync(let path): Self.sync(path)
        }
    }

    private static func sync(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? 0 : errno
    }
}
