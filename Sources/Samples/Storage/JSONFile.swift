import Fairway
import Foundation
import Glibc

/// Values that a service keeps by key in a file: one line of JSON for each change, with the new values. A value that was
/// removed is null.
///
/// Several processes may share the file. A change locks and reads it first, and then appends its line. A crash may leave a
/// part of a line at the end, which the next change removes.
struct JSONFile<Value: Codable & Equatable & Sendable>: Sendable {
    /// Nil if the values are kept in memory only.
    private let url: URL?
    private var values: [String: Value] = [:]
    /// The file that was read, and the end of the last complete line in it. It stays open, so that no other file gets its
    /// number.
    private var file: FileHandle?
    private var end: UInt64 = 0
    private var lines = 0

    private typealias Line = [String: Value?]

    init(_ name: String, in folder: DataFolder) {
        url = folder.url?.appending(path: "\(name).jsonl")
    }

    /// All values by key. Reads the lines that were added since the last call.
    mutating func all() throws -> [String: Value] {
        if let url { try Self.reporting("read", url) { try read(url) } }
        return values
    }

    /// Changes values. If `change` throws or the file cannot be written, the old values stay.
    @discardableResult
    mutating func update<Result>(_ change: (inout [String: Value]) throws -> Result) throws -> Result {
        let lock = try url.map(Self.lock)
        // Closing the descriptor releases the lock.
        defer { if let lock { close(lock) } }
        let old = try all()
        var new = old
        let result = try change(&new)
        guard let url else {
            values = new
            return result
        }
        var line: Line = new.filter { old[$0.key] != $0.value }.mapValues(Optional.some)
        for key in old.keys where new[key] == nil { line[key] = .some(nil) }
        if !line.isEmpty { try Self.reporting("write", url) { try append(line, to: url, all: new) } }
        return result
    }

    private mutating func read(_ url: URL) throws {
        // An editor may have shortened the file.
        let isKnown = Self.number(at: url) == Self.number(of: file) && Self.length(of: file) >= end
        if file == nil || !isKnown {
            (values, file, end, lines) = ([:], nil, 0, 0)
            guard FileManager.default.fileExists(atPath: url.path) else { return }
            file = try FileHandle(forUpdating: url)
        }
        guard let file else { return }
        try file.seek(toOffset: end)
        let added = try file.readToEnd() ?? Data()
        guard let last = added.lastIndex(of: UInt8(ascii: "\n")) else { return }
        for line in added[...last].split(separator: UInt8(ascii: "\n")) {
            for (key, value) in try JSON.decode(Line.self, from: Array(line)) { values[key] = value }
            lines += 1
        }
        end += UInt64(last - added.startIndex + 1)
    }

    private mutating func append(_ line: Line, to url: URL, all new: [String: Value]) throws {
        // Most lines are of no use any more: write the file anew.
        guard let file, lines < 2 * new.count + 1_000 else { return try replace(url, with: new) }
        let added = try Self.text(line)
        do {
            try file.truncate(atOffset: end)
            try file.write(contentsOf: added)
        } catch {
            try? file.truncate(atOffset: end)
            throw error
        }
        (values, lines) = (new, lines + 1)
        end += UInt64(added.count)
    }

    /// Writes under a fixed name first, so that a crash leaves at most one copy, which the next call overwrites.
    private mutating func replace(_ url: URL, with new: [String: Value]) throws {
        let copy = url.appendingPathExtension("new")
        let text = try Self.text(new)
        try text.write(to: copy)
        guard rename(copy.path, url.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        (values, file, end, lines) = (new, try FileHandle(forUpdating: url), UInt64(text.count), 1)
    }

    private static func text(_ line: Line) throws -> Data { Data(try JSON.encode(line) + [UInt8(ascii: "\n")]) }

    /// The number of a file in its file system. A file that was written anew has another one.
    private static func number(at url: URL) -> ino_t? {
        var found = stat()
        return stat(url.path, &found) == 0 ? found.st_ino : nil
    }

    private static func number(of file: FileHandle?) -> ino_t? {
        var found = stat()
        return file.map { fstat($0.fileDescriptor, &found) } == 0 ? found.st_ino : nil
    }

    private static func length(of file: FileHandle?) -> UInt64 {
        var found = stat()
        return file.map { fstat($0.fileDescriptor, &found) } == 0 ? UInt64(found.st_size) : 0
    }

    private static func reporting(_ verb: String, _ url: URL, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw JSONFileFailure(path: url.path, verb: verb, cause: error)
        }
    }

    /// Locks a file beside the data, because the data's own file may be replaced. Waits while another process writes.
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
