import CFiles

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

    /// Whether this is the same file as another, whatever its size.
    func isSame(as other: FileIdentity?) -> Bool { device == other?.device && number == other?.number }
}

#if canImport(Darwin)
extension FileIdentity {
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

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        byteCount = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        nameCount = Int(status.st_nlink)
    }
}
#else
extension FileIdentity {
    /// The file at a path; nil when there is none.
    init?(_ path: String) { self.init(AT_FDCWD, path, 0) }

    /// The open file.
    init?(descriptor: Int32) { self.init(descriptor, "", Int32(AT_EMPTY_PATH)) }

    /// Not `stat`, which asks for the times, too: since Linux 6.13 the next write to a file whose times somebody has seen gives
    /// it new ones, and the sync after that has one more block to write and to wait for.
    /// https://docs.kernel.org/filesystems/multigrain-ts.html
    private init?(_ folder: Int32, _ path: String, _ flags: Int32) {
        var status = statx()
        let asked = UInt32(STATX_TYPE | STATX_INO | STATX_SIZE | STATX_NLINK)
        guard statx(folder, path, flags, asked, &status) == 0 else { return nil }
        device = UInt64(status.stx_dev_major) << 32 | UInt64(status.stx_dev_minor)
        number = status.stx_ino
        byteCount = Int(status.stx_size)
        isFolder = mode_t(status.stx_mode) & S_IFMT == S_IFDIR
        nameCount = Int(status.stx_nlink)
    }
}
#endif
