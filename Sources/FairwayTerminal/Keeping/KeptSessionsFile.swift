import FairwayWire
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file that sessions are kept in: whoever reads it can act as the user, so that it is for its owner alone.
struct KeptSessionsFile: Sendable {
    private let folder: String
    private var path: String { "\(folder)/play.json" }

    /// What went wrong with it, and what to do.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter stateFolder: The user's folder for state (XDG Base Directory Specification).
    init(stateFolder: String) { folder = "\(stateFolder)/fairway" }

    /// What is kept; nothing when there is no file, or one that is no such thing.
    func read() -> KeptSessions {
        let bytes = FileManager.default.contents(atPath: path).map(Array.init) ?? []
        return (try? JSON.decode(KeptSessions.self, from: bytes)) ?? KeptSessions()
    }

    /// Changes what is kept, one process at a time.
    func change(_ change: (inout KeptSessions) -> Void) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure(description: "\(folder) cannot be made: set XDG_STATE_HOME to a folder of yours.")
        }
        let lock = open("\(folder)/play.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw failure() }
        defer { close(lock) }
        var kept = read()
        change(&kept)
        guard let bytes = try? JSON.encode(kept) else { throw failure() }
        try write(bytes)
    }

    /// In whole or not at all: a file beside it takes its place.
    private func write(_ bytes: [UInt8]) throws(Failure) {
        let fresh = "\(path).new"
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let written = bytes.withUnsafeBytes { buffer in systemWrite(descriptor, buffer) }
        close(descriptor)
        guard written == bytes.count, rename(fresh, path) == 0 else { throw failure() }
    }

    private func failure() -> Failure {
        Failure(description: "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}

/// `write(2)`, by a name that no method hides.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
