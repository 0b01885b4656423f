import Foundation
import Glibc
import ServerDoubles
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
    ///   - port: The port. Use ``portForRestarts()`` for a server that is started again.
    ///   - log: The file for the server's log; nil to discard it.
    ///   - executable: The program; by default, the one that was built.
    init(
        _ arguments: String...,
        in folder: TemporaryStore? = nil,
        provider: IdentityProvider? = nil,
        environment: [String: String] = [:],
        port: Int = 0,
        descriptors: Int? = nil,
        logging log: URL? = nil,
        executable: URL? = nil
    ) async throws {
        self.folder = try folder ?? TemporaryStore()
        process = try SpawnedProcess(
            executable ?? BuiltExecutable("fairway-samples").url,
            ["serve", "--admin-token", Self.operatorToken, "--port", "\(port)"] + arguments + (provider?.flags ?? []),
            in: self.folder.folder,
            environment: environment,
            descriptors: descriptors,
            errors: log.map { .file($0.path) } ?? .file("/dev/null")
        )
        let line = await Self.onOwnThread { [process] in LineReader(process.output).next() }
        guard let line, line.hasPrefix("listening on "),
            let url = URL(string: String(line.dropFirst("listening on ".count)))
        else {
            process.send(SIGTERM)
            throw Failure.didNotListen(exitCode: process.wait())
        }
        self.url = url
    }

    static let operatorToken = "open-sesame"

    private static let lastPort = Atomic(Int.random(in: 12_000..<30_000))

    /// A free port for a server that is started again on the same port. It is below the ports that the system assigns to
    /// other tests, which could take such a port while no server is running.
    static func portForRestarts() throws -> Int {
        for _ in 0..<1_000 {
            let port = lastPort.add(1, ordering: .relaxed).newValue
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if code == 0 { return port }
        }
        throw Failure.noFreePort
    }

    enum Failure: Error {
        case didNotListen(exitCode: Int32)
        case noFreePort
    }

    deinit { kill() }

    /// The processor time of all its threads.
    var processorNanoseconds: Int { process.processorNanoseconds }

    /// Requests shutdown without waiting.
    func beginStop() { process.send(SIGTERM) }

    /// Shuts the server down. Returns its exit code.
    func stop() async -> Int32 { await Self.onOwnThread { [self] in end(SIGTERM) } }

    /// Waits until the server ends by itself. Returns its exit code.
    func end() async -> Int32 { await Self.onOwnThread { [self] in end(0) } }

    /// Kills the server.
    func kill() { _ = end(SIGKILL) }

    /// Runs a function that blocks. The few threads that all tests share must not block.
    private static func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

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
