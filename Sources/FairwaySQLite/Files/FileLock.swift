import Fairway
import Glibc

/// Keeps a second server off a database file.
///
/// The lock is on the file itself: another name of the file does not bypass it, and deleting a name does not release it.
/// It is an open file description lock (fcntl(2)) on a byte that SQLite does not lock. When a process closes any descriptor of a
/// file, it loses SQLite's locks on that file (https://sqlite.org/howtocorrupt.html, section 2.2). So the lock must outlive every
/// connection of its store.
final class FileLock: Sendable {
    /// The locked file.
    let identity: FileIdentity
    private let descriptor: Int32

    private static let mostAttempts = 500

    /// Locks a database file.
    ///
    /// With `mayCreate`, as when a server starts, a missing file is created empty. If another process then has the lock,
    /// but has not opened the store, the lock is requested again after each `pause`.
    init(
        _ path: String,
        mayCreate: Bool,
        pause: () -> Void = { usleep(10_000) }
    ) throws(StoreError) {
        while true {
            let descriptor = open(path, O_RDWR | O_CLOEXEC | (mayCreate ? O_CREAT : 0), 0o644)
            guard descriptor >= 0 else { throw Self.unopened(path, errno, mayCreate: mayCreate) }
            var request = Self.lock(Self.ownByte, count: 1)
            var attempts = 1
            while fcntl(descriptor, Self.setLock, &request) != 0 {
                let code = errno
                let holder = Self.holder(descriptor)
                // A child of the last server has copies of its descriptors, and so its lock, until the child calls `exec`.
                if mayCreate, holder == nil, Self.isHeld(code), attempts < Self.mostAttempts {
                    attempts += 1
                    pause()
                    continue
                }
                // If this process is the holder, closing the descriptor would release SQLite's locks.
                if holder != getpid() { close(descriptor) }
                throw Self.unlocked(path, code, holder)
            }
            // The file may have been deleted or replaced between the two calls.
            guard let identity = FileIdentity(descriptor: descriptor), identity.isSame(as: FileIdentity(path)) else {
                close(descriptor)
                continue
            }
            self.identity = identity
            self.descriptor = descriptor
            return
        }
    }

    deinit { close(descriptor) }

    /// The number of hard links to the file; 0 once it is deleted.
    var nameCount: Int { FileIdentity(descriptor: descriptor)?.nameCount ?? 0 }

    // MARK: fcntl

    // F_OFD_GETLK and F_OFD_SETLK, which Swift does not import from Glibc.
    private static let (getLock, setLock): (Int32, Int32) = (36, 37)

    /// SQLite locks two bytes at 1 GiB and the 510 bytes after them, which readers share. This lock is on the next byte.
    /// https://sqlite.org/fileformat2.html#the_lock_byte_page
    private static let sharedBytes = 0x4000_0002
    private static let ownByte = 0x4000_0200

    private static func lock(_ start: Int, count: Int) -> flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(start)
        lock.l_len = off_t(count)
        return lock
    }

    /// The process that was the first to open the file in SQLite: the server, if one runs. Not positive for a process
    /// whose id this one cannot see, such as one in another container.
    private static func holder(_ descriptor: Int32) -> pid_t? {
        var found = lock(sharedBytes, count: 510)
        guard fcntl(descriptor, getLock, &found) == 0, found.l_type != Int16(F_UNLCK) else { return nil }
        return found.l_pid
    }

    /// Whether the error means that another descriptor has the lock.
    private static func isHeld(_ code: Int32) -> Bool { [EAGAIN, EACCES].contains(code) }

    // MARK: Messages

    private static func unlocked(_ path: String, _ code: Int32, _ holder: pid_t?) -> StoreError {
        guard isHeld(code) else {
            return StoreError(
                .unusable,
                "\(path) cannot be locked: move the store to a local disk.",
                cause: String(cString: strerror(code))
            )
        }
        let process = holder.flatMap { $0 > 0 ? " (process \($0))" : nil } ?? ""
        return StoreError(
            .unusable,
            "\(path) is in use by another server\(process): stop that server, or name another file."
        )
    }

    private static func unopened(_ path: String, _ code: Int32, mayCreate: Bool) -> StoreError {
        let (kind, sentence): (StoreError.Code, String) =
            switch code {
            case ENOENT where !mayCreate:
                (.unavailable, "\(path) was deleted or moved away. Put it back; the server then continues.")
            case ENOENT, ENOTDIR:
                (.unusable, "\(path) cannot be created: check that its folder is there.")
            case EISDIR: (.unusable, "\(path) is a folder: name a file in it for the store.")
            case EACCES, EPERM:
                (.unusable, "\(path) cannot be opened: let this user read and write the file and its folder.")
            case EROFS:
                (.unavailable, "The disk that holds \(path) is mounted read-only: check the system log.")
            case ENOSPC, EDQUOT: (.unavailable, "The disk that holds \(path) is full: free some space.")
            default: (.unavailable, "\(path) cannot be opened: check the system log and the disk.")
            }
        return StoreError(kind, sentence, cause: String(cString: strerror(code)))
    }
}

/// The identity and the metadata of a file.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    let byteCount: Int
    let isFolder: Bool
    /// The number of hard links; 0 once the file is deleted.
    let nameCount: Int

    /// The file at a path; nil if none is there.
    init?(_ path: String) {
        var found = stat()
        // A path that is passed as a string is copied.
        guard path.withCString({ stat($0, &found) }) == 0 else { return nil }
        self.init(found)
    }

    init?(descriptor: Int32) {
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { return nil }
        self.init(found)
    }

    private init(_ found: stat) {
        device = UInt64(truncatingIfNeeded: found.st_dev)
        number = UInt64(found.st_ino)
        byteCount = Int(found.st_size)
        isFolder = found.st_mode & S_IFMT == S_IFDIR
        nameCount = Int(found.st_nlink)
    }

    /// Whether both are the same file, regardless of metadata.
    func isSame(as other: FileIdentity?) -> Bool { device == other?.device && number == other?.number }
}
