import FairwayClient
import FairwayWire
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The credentials of sessions that can be resumed, by server and flow.
struct SavedSessions: Codable, Hashable, Sendable {
    private(set) var entries: [Entry] = []

    /// The maximum number of sessions. The oldest is dropped.
    static let most = 100

    struct Key: Codable, Hashable, Sendable {
        /// The server's address, or the store.
        var server: String
        /// The requested flow; nil for the app's initial one.
        var flow: String?
    }

    struct Entry: Codable, Hashable, Sendable {
        var place: Key
        var credentials: RemoteSession.Credentials
    }

    /// The credentials saved under a key. Setting nil removes them.
    subscript(place: Key) -> RemoteSession.Credentials? {
        get { entries.first { $0.place == place }?.credentials }
        set {
            entries.removeAll { $0.place == place }
            if let newValue { entries.append(Entry(place: place, credentials: newValue)) }
            entries.removeFirst(max(0, entries.count - Self.most))
        }
    }
}

/// The file with the saved sessions. It is readable by its owner only, because credentials let anyone act as the user.
struct SavedSessionsFile: Sendable {
    private let folder: String
    private var path: String { "\(folder)/play.json" }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter stateFolder: The user's folder for state (XDG Base Directory Specification).
    init(stateFolder: String) { folder = "\(stateFolder)/fairway" }

    /// The saved sessions; none if the file does not exist or cannot be decoded.
    func read() -> SavedSessions {
        let bytes = FileManager.default.contents(atPath: path).map(Array.init) ?? []
        return (try? JSON.decode(SavedSessions.self, from: bytes)) ?? SavedSessions()
    }

    /// Changes the file while holding a lock against other processes.
    func change(_ change: (inout SavedSessions) -> Void) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure(description: "\(folder) cannot be created. Set XDG_STATE_HOME to a folder that you own.")
        }
        let lock = open("\(folder)/play.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw failure() }
        defer { close(lock) }
        var saved = read()
        change(&saved)
        guard let bytes = try? JSON.encode(saved) else { throw failure() }
        try write(bytes)
    }

    /// Writes a new file and renames it, which makes the change atomic.
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

/// Calls `write(2)`. Inside the type, the method `write` hides the function.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
