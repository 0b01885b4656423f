import Foundation
import Glibc
import Synchronization

/// The sample app's server as a process of its own, on a free port, ended when it is let go of.
final class RunningServer: Sendable {
    let url: URL
    private let process: SpawnedProcess
    private let exitCode = Mutex<Int32?>(nil)
    /// Held, because what it keeps beside the sessions goes with it.
    private let folder: TemporaryStore

    /// Starts it in a folder, a new one unless told otherwise, and waits until it says where it listens.
    ///
    /// - Parameter log: The file that its log goes to; nowhere unless told otherwise.
    init(
        _ arguments: String...,
        in folder: TemporaryStore? = nil,
        environment: [String: String] = [:],
        port: Int = 0,
        descriptors: Int? = nil,
        logging log: URL? = nil
    ) throws {
        self.folder = try folder ?? TemporaryStore()
        process = try SpawnedProcess(
            BuiltExecutable("fairway-samples").url,
            ["serve", "--admin-token", Self.operatorToken, "--port", "\(port)"] + arguments,
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

    /// The time on processors that all its threads have had.
    var processorNanoseconds: Int { process.processorNanoseconds }

    /// Asks it to end, and does not wait.
    func beginStop() { process.send(SIGTERM) }

    /// Asks it to end, and waits until it has. Returns its exit code.
    func stop() -> Int32 { end(SIGTERM) }

    /// Ends it in the middle of whatever it does.
    func kill() { _ = end(SIGKILL) }

    /// Once: afterwards its number may be another process's.
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
