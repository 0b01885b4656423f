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
    /// Under how many names it can be reached; none once it has been deleted.
    let nameCount: Int

    /// The file at a path; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The open file.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether this is the same file as another, whatever its size.
    func isSame(as other: FileIdentity?) -> Bool { device == other?.device && number == other?.number }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        byteCount = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        nameCount = Int(status.st_nlink)
    }
}
