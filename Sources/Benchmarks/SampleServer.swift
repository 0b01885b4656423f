import Foundation

/// A server in a process of its own, on a free port.
final class SampleServer: Sendable {
    let port: UInt16
    private let process: Process

    var id: Int32 { process.processIdentifier }

    /// Starts the sample app, or another app, on a store. Its working directory is `folder`.
    convenience init(
        _ app: String = "fairway-samples",
        store: String,
        in folder: TemporaryFolder,
        _ options: String...
    )
        throws
    {
        let serve = ["serve", "--port", "0", "--store", store, "--admin-token", "benchmark"]
        try self.init(app, serve + options, in: folder)
    }

    /// Starts an executable: a path, or a name in this executable's folder. Waits until it listens.
    init(_ executable: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        process = Process()
        let output = Pipe()
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = executable.contains("/") ? URL(filePath: executable) : own.appending(path: executable)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        do {
            port = try Self.port(printedOn: output.fileHandleForReading)
        } catch {
            Glibc.kill(process.processIdentifier, SIGKILL)
            throw error
        }
    }

    private static func port(printedOn output: FileHandle) throws -> UInt16 {
        var line = ""
        while !line.hasSuffix("\n") {
            let more = output.availableData
            guard !more.isEmpty else { throw BenchmarkError(description: "the server did not start: \(line)") }
            line += String(decoding: more, as: UTF8.self)
        }
        guard let port = UInt16(line.split(separator: ":").last?.dropLast() ?? "") else {
            throw BenchmarkError(description: "no port in the server's first line: \(line)")
        }
        return port
    }

    /// Kills the process with SIGKILL and waits for its end.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
