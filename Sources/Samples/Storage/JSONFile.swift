import Fairway
import Foundation
import Glibc

/// A value that a service keeps in a JSON file.
///
/// Several processes may share the file. A change locks and reads it first. The file is replaced as a whole, so readers
/// need no lock, and a crash leaves the old value or the new one.
struct JSONFile<Value: Codable & Equatable & Sendable>: Sendable {
    /// Nil if the value is kept in memory only.
    private let url: URL?
    private let initial: Value
    private var current: Value
    /// The contents of the file that `current` was decoded from; nil if the file did not exist.
    private var contents: Data?

    init(_ name: String, in folder: DataFolder, initial: Value) {
        url = folder.url?.appending(path: "\(name).json")
        self.initial = initial
        current = initial
    }

    /// The value. Decodes the file if it was changed since the last call.
    mutating func value() throws -> Value {
        guard let url else { return current }
        do {
            let exists = FileManager.default.fileExists(atPath: url.path)
            let found = exists ? try Data(contentsOf: url) : nil
            guard found != contents else { return current }
            current = try found.map { try JSON.decode(Value.self, from: Array($0)) } ?? initial
            contents = found
            return current
        } catch {
            throw JSONFileFailure(path: url.path, verb: "read", cause: error)
        }
    }

    /// Changes the value. If `change` throws or the file cannot be written, the old value stays.
    @discardableResult
    mutating func update<Result>(_ change: (inout Value) throws -> Result) throws -> Result {
        let lock = try url.map(Self.lock)
        // Closing the descriptor releases the lock.
        defer { if let lock { close(lock) } }
        let old = try value()
        var new = old
        let result = try change(&new)
        if new != old { try replace(with: new) }
        return result
    }

    private mutating func replace(with value: Value) throws {
        if let url {
            do {
                let new = Data(try JSON.encode(value))
                try new.write(to: url, options: .atomic)
                contents = new
            } catch {
                throw JSONFileFailure(path: url.path, verb: "write", cause: error)
            }
        }
        current = value
    }

    /// Locks a file beside the data, because the data's own file is replaced. Waits while another process writes.
    private static func lock(_ url: URL) throws -> Int32 {
        let path = url.path + ".lock"
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            if lock >= 0, flock(lock, LOCK_EX) == 0 { return lock }
            let failure = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            if lock >= 0 { close(lock) }
            throw failure
        } catch {
            throw JSONFileFailure(path: path, verb: "write", cause: error)
        }
    }
}

/// The folder of the services' files. Without a folder, they keep their data in memory.
struct DataFolder: Sendable {
    var url: URL?

    /// The folder at a path, which is created when it is needed. If it is not writable, reports that the data is kept
    /// in memory.
    static func writable(at path: String, report: (String) -> Void = reportOnStandardError) -> DataFolder {
        let url = URL(filePath: path)
        let files = FileManager.default
        let nearest = files.fileExists(atPath: url.path) ? url : url.deletingLastPathComponent()
        if files.isWritableFile(atPath: nearest.path) { return DataFolder(url: url) }
        report(
            """
            The samples cannot write to \(url.path). They keep bookings and transfers in memory, until this process ends. \
            To keep them, start in a folder that is writable.
            """
        )
        return DataFolder()
    }

    private static func reportOnStandardError(_ sentence: String) {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    }
}

struct JSONFileFailure: Error, CustomStringConvertible {
    var path: String
    var verb: String
    var cause: any Error

    var description: String {
        "Cannot \(verb) \(path): \(cause). Check that the server may \(verb) it, or move the file away to start anew."
    }
}
