import Foundation
import Glibc
import Synchronization

/// The sample app's server in its own process on a free port. A released server is killed.
final class RunningServer: Sendable {
    let url: URL
    private let process: SpawnedProcess
    private let exitCode = Mutex<Int32?>(nil)
    /// Retained, because releasing it deletes the sample services' files.
    private let folder: TemporaryStore

    /// Starts the server, by default in a new folder, and waits until it listens.
    ///
    /// - Parameters:
    ///   - provider: The identity provider of the users; nil for a server without users.
    ///   - log: The file for the server's log; nil to discard it.
    init(
        _ arguments: String...,
        in folder: TemporaryStore? = nil,
        provider: IdentityProvider? = nil,
        environment: [String: String] = [:],
        port: Int = 0,
        descriptors: Int? = nil,
        logging log: URL? = nil
    ) throws {
        self.folder = try folder ?? TemporaryStore()
        process = try SpawnedProcess(
            BuiltExecutable("fairway-samples").url,
            ["serve", "--admin-token", Self.operatorToken, "--port", "\(port)"] + arguments + (provider?.flags ?? []),
            in: self.folder.folder,
            environment: environment,
            descriptors: descriptors,
            errors: log.map { .file($0.path) } ?? .file("/dev/null")
        )
        guard let line = LineReader(process.output).next(), line.hasPrefix("listening on "),
            let url = URL(string: String(line.dropFirst("listening on ".count)))
        else {
            process.send(SIGTERM)
            _ = process.wait()
            throw Failure.didNotListen
        }
        self.url = url
    }

    static let operatorToken = "open-sesame"

    enum Failure: Error {
        case didNotListen
    }

    deinit { kill() }

    /// The processor time of all its threads.
    var processorNanoseconds: Int { process.processorNanoseconds }

    /// Requests shutdown without waiting.
    func beginStop() { process.send(SIGTERM) }

    /// Shuts the server down. Returns its exit code.
    func stop() -> Int32 { end(SIGTERM) }

    /// Kills the server.
    func kill() { _ = end(SIGKILL) }

    /// Only once, because the process id may be reused afterwards.
    private func end(_ signal: Int32) -> Int32 {
        exitCode.withLock { exitCode in
            if let exitCode { return exitCode }
            process.send(signal)
            let code = process.wait()
            exitCode = code
            return code
        }
    }
}
