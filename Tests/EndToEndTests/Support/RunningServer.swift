import Foundation
import Glibc
import Synchronization

/// The sample app's server as a process of its own, on a free port, ended when it is let go of.
final class RunningServer: Sendable {
    let url: URL
    private let process: Process
    private let lines: LineReader
    /// Held, because what it keeps beside the sessions goes with it.
    private let folder: TemporaryStore

    /// Starts it in a folder, a new one unless told otherwise, and waits until it says where it listens.
    init(
        _ arguments: String...,
        in folder: TemporaryStore? = nil,
        environment: [String: String] = [:],
        port: Int = 0
    ) throws {
        self.folder = try folder ?? TemporaryStore()
        process = Process()
        process.executableURL = BuiltExecutable("fairway-samples").url
        process.arguments = ["serve", "--admin-token", Self.operatorToken, "--port", "\(port)"] + arguments
        process.environment = environment
        process.currentDirectoryURL = self.folder.folder
        // Pipes of its own: a child that inherits one would keep its reader waiting.
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.launchAlone()
        lines = LineReader(output.fileHandleForReading)
        guard let line = lines.next(), line.hasPrefix("listening on "),
            let url = URL(string: String(line.dropFirst("listening on ".count)))
        else {
            process.terminate()
            throw Failure.didNotListen
        }
        self.url = url
    }

    static let operatorToken = "open-sesame"

    enum Failure: Error {
        case didNotListen
    }

    deinit { if process.isRunning { kill() } }

    /// Asks it to end, and does not wait.
    func beginStop() { process.terminate() }

    /// Asks it to end, and waits until it has. Returns its exit code.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends it in the middle of whatever it does.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
