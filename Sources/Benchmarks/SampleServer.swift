import Foundation

/// A server of the sample app, or another of our executables, in a process of its own, on a free port.
final class SampleServer: Sendable {
    /// What the server was started with as the operator's token.
    static let operatorToken = "benchmark"

    let port: UInt16
    private let process: Process

    /// What kept it from listening.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The process that listens.
    var id: Int32 { process.processIdentifier }

    /// Starts the sample app on a SQLite file. Returns once it listens.
    convenience init(keepingSessionsAt path: String, options: some Sequence<String> = []) throws {
        try self.init("fairway-samples", Self.serving(path, Array(options)), workingIn: path)
    }

    /// Starts another build of the sample app on a SQLite file.
    convenience init(_ executable: String, keepingSessionsAt path: String) throws {
        try self.init(executable, Self.serving(path, []), workingIn: path)
    }

    /// Starts the benchmarks' own app, or another server of theirs.
    convenience init(benchmarks command: String, keepingSessionsAt path: String, _ options: String...) throws {
        let arguments = command == "serve" ? Self.serving(path, options) : [command, path] + options
        try self.init("fairway-benchmarks", arguments, workingIn: path)
    }

    /// Starts the sample app as one of several on a store that they share.
    convenience init(node store: String, workingIn folder: String) throws {
        let options = ["serve", "--port", "0", "--store", store, "--admin-token", Self.operatorToken]
        try self.init("fairway-samples", options, workingIn: "\(folder)/")
    }

    private static func serving(_ path: String, _ options: [String]) -> [String] {
        ["serve", "--port", "0", "--store", "sqlite:\(path)", "--admin-token", operatorToken] + options
    }

    private init(_ executable: String, _ arguments: [String], workingIn path: String) throws {
        process = Process()
        let output = Pipe()
        // By its name alone: built together with this executable, and so beside it.
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = executable.contains("/") ? URL(filePath: executable) : own.appending(path: executable)
        process.arguments = arguments
        // What the samples keep for themselves is where they run.
        process.currentDirectoryURL = URL(filePath: path).deletingLastPathComponent()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        do {
            port = try Self.port(saidOn: output.fileHandleForReading)
        } catch {
            // Nobody else knows of it.
            Glibc.kill(process.processIdentifier, SIGKILL)
            throw error
        }
    }

    private static func port(saidOn output: FileHandle) throws -> UInt16 {
        var line = ""
        while !line.hasSuffix("\n") {
            let more = output.availableData
            guard !more.isEmpty else { throw Failure(description: "the server does not start; it said: \(line)") }
            line += String(decoding: more, as: UTF8.self)
        }
        guard let port = UInt16(line.split(separator: ":").last?.dropLast() ?? "") else {
            throw Failure(description: "the server does not say where it listens: \(line)")
        }
        return port
    }

    /// Ends it with SIGKILL, and returns when it is gone.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
