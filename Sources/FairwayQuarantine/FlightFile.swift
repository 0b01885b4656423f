import Glibc

/// A flight recorder's file, which one process at a time has locked. The lock ends with the process.
final class FlightFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Processes with the same store on one machine that have a file each.
    private static let mostFiles = 64

    /// The files of processes that have ended, and one for this process, which comes first.
    ///
    /// - Parameter path: The path of the first file. Further ones have a number at the end.
    static func free(at path: String) throws(FlightFileFailure) -> [FlightFile] {
        var files: [FlightFile] = []
        for number in 1...mostFiles {
            let path = number == 1 ? path : "\(path).\(number)"
            if let file = try FlightFile(path, mayCreate: files.isEmpty) { files.append(file) }
        }
        guard !files.isEmpty else { throw FlightFileFailure(path: path, verb: "lock", code: EAGAIN) }
        return files
    }

    /// A file that no process has used before.
    static func unused(at path: String) throws(FlightFileFailure) -> FlightFile {
        guard let file = try free(at: path).first(where: { $0.log == nil }) else {
            throw FlightFileFailure(path: path, verb: "create", code: EAGAIN)
        }
        return file
    }

    /// Locks a file. Nil if it does not exist and may not be created, if another process has locked it, or if another
    /// process deleted it before it was locked.
    private init?(_ path: String, mayCreate: Bool) throws(FlightFileFailure) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | (mayCreate ? O_CREAT : 0), 0o600)
        self.path = path
        guard descriptor >= 0 else {
            if errno == ENOENT, !mayCreate { return nil }
            throw FlightFileFailure(path: path, verb: "open", code: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            if errno == EWOULDBLOCK { return nil }
            throw FlightFileFailure(path: path, verb: "lock", code: errno)
        }
        guard isAtItsPath else { return nil }
    }

    /// False once the file was deleted, also if there is another one at its path now.
    private var isAtItsPath: Bool {
        var (opened, found) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(path, &found) == 0 && opened.st_ino == found.st_ino
            && opened.st_dev == found.st_dev
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// What the file says about the last process; nil if the file is empty.
    var log: FlightLog? {
        let bytes = [UInt8](unsafeUninitializedCapacity: FlightLayout.fileBytes) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return FlightLog(bytes)
    }

    /// Lets no later process read the log.
    func forget() {
        var none: UInt64 = 0
        pwrite(descriptor, &none, MemoryLayout.size(ofValue: none), 0)
    }

    /// Deletes the file. Only while it is locked: another process could have created one with this path otherwise.
    func delete() { unlink(path) }

    /// Maps the file into memory.
    ///
    /// Its blocks are allocated before, because a full disk would otherwise end the process when a page is written. The
    /// pages are locked, if the system allows it, because a failing disk would otherwise do so when a page is read again.
    func map() throws(FlightFileFailure) -> UnsafeMutableRawPointer {
        let code = posix_fallocate(descriptor, 0, off_t(FlightLayout.fileBytes))
        guard code == 0 else { throw FlightFileFailure(path: path, verb: "extend", code: code) }
        let memory = mmap(nil, FlightLayout.fileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw FlightFileFailure(path: path, verb: "map", code: errno) }
        mlock(memory, FlightLayout.fileBytes)
        return memory
    }

    /// The start of the machine, in seconds since 1970.
    static var bootedAt: Int {
        var (now, up) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &now)
        clock_gettime(CLOCK_BOOTTIME, &up)
        return now.tv_sec - up.tv_sec
    }
}

/// A flight recorder's file cannot be used.
struct FlightFileFailure: Error, CustomStringConvertible {
    let path: String
    let verb: String
    let code: Int32

    var description: String {
        "Cannot \(verb) \(path): \(String(cString: strerror(code))). If an action ends the process, the next start cannot "
            + "tell which one. Name a folder on a local disk that the server may write to with --recorder."
    }
}
