import Fairway
import Foundation

/// A value that a service keeps in a JSON file.
///
/// The services of the samples are actors with such a file: an actor makes one change at a time, and the file is
/// replaced as a whole, so that a crash leaves the old value or the new one. A file belongs to one server. With
/// several servers, keep the data in a database.
struct JSONFile<Value: Codable & Equatable & Sendable>: Sendable {
    /// Nil if the value is kept in memory only.
    private let url: URL?
    private let initial: Value
    private var loaded: Value?

    init(_ name: String, in folder: DataFolder, initial: Value) {
        url = folder.url?.appending(path: "\(name).json")
        self.initial = initial
    }

    /// The value. It is read at its first use.
    mutating func value() throws -> Value {
        if let loaded { return loaded }
        let value = try read()
        loaded = value
        return value
    }

    /// Changes the value. If `change` throws or the file cannot be written, the old value stays.
    @discardableResult
    mutating func update<Result>(_ change: (inout Value) throws -> Result) throws -> Result {
        let old = try value()
        var new = old
        let result = try change(&new)
        if new != old { try write(new) }
        loaded = new
        return result
    }

    private func read() throws -> Value {
        guard let url, FileManager.default.fileExists(atPath: url.path) else { return initial }
        do {
            return try JSON.decode(Value.self, from: Array(try Data(contentsOf: url)))
        } catch {
            throw JSONFileFailure(path: url.path, verb: "read", cause: error)
        }
    }

    private func write(_ value: Value) throws {
        guard let url else { return }
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(try JSON.encode(value)).write(to: url, options: .atomic)
        } catch {
            throw JSONFileFailure(path: url.path, verb: "write", cause: error)
        }
    }
}

/// The folder of the services' files. Without a folder, they keep their data in memory.
struct DataFolder: Sendable {
    var url: URL?
}

struct JSONFileFailure: Error, CustomStringConvertible {
    var path: String
    var verb: String
    var cause: any Error

    var description: String {
        "Cannot \(verb) \(path): \(cause). Check that the server may \(verb) it, or move the file away to start anew."
    }
}
