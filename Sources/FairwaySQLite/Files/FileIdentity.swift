#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Which file a path leads to: two paths lead to the same file when their identities are the same.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    /// How large it is.
    let byteCount: Int
    let isFolder: Bool
    /// How many names the file has; none once it has been deleted.
    let nameCount: Int

    /// The file at a path; nil if there is none.
    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        self.init(found)
    }

    /// The open file.
    init?(descriptor: Int32) {
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { return nil }
        self.init(found)
    }

    /// Whether this is the same file as another, whatever its size.
    func isSame(as other: FileIdentity?) -> Bool { device == other?.device && number == other?.number }

    private init(_ found: stat) {
        device = UInt64(truncatingIfNeeded: found.st_dev)
        number = UInt64(found.st_ino)
        byteCount = Int(found.st_size)
        isFolder = found.st_mode & S_IFMT == S_IFDIR
        nameCount = Int(found.st_nlink)
    }
}
