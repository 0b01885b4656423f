import Foundation
import Synchronization

/// A server that may be killed and started again on the same store, elsewhere.
final class SoakServer: Sendable {
    private let folder: String
    private let server: Mutex<SampleServer>
    /// Whether it is killed while clients use it.
    let isMortal: Bool

    /// Little is kept in memory and for a short time, so that it is as full as it gets long before the end.
    private static let options = [
        "--cache-megabytes", "16", "--retain-over", "30s", "--retain-journal", "60s", "--log-level", "error",
    ]

    init(in folder: String, isMortal: Bool) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.folder = folder
        self.isMortal = isMortal
        server = Mutex(try Self.start(folder))
    }

    private static func start(_ folder: String) throws -> SampleServer {
        try SampleServer(keepingSessionsAt: "\(folder)/samples.sqlite", options: options)
    }

    var port: UInt16 { server.withLock(\.port) }

    /// What it uses now.
    var sample: (residentMegabytes: Double, descriptors: Int) {
        let process = server.withLock(\.id)
        let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        return (Double(ProcessFigures(process).residentBytes) / 1e6, open ?? 0)
    }

    /// Ends it with SIGKILL, and starts it again.
    func restart() throws {
        server.withLock(\.self).kill()
        let another = try Self.start(folder)
        server.withLock { $0 = another }
    }

    func kill() { server.withLock(\.self).kill() }
}
