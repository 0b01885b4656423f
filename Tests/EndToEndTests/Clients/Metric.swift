import Foundation
import TestWaits

/// A metric of the server, by its name and labels.
struct Metric {
    let value: Double

    /// Zero if the metric does not exist yet.
    init(_ name: String, of server: RunningServer) async throws {
        let text = String(decoding: try await Client(server).send("GET", "/metrics").body, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        value = line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? 0
    }

    /// Waits until a metric is at least 1. Returns early if the request on the connection is answered or cut off first.
    static func waitForRise(
        of name: String,
        on server: RunningServer,
        during connection: RawConnection
    ) async throws {
        try await until { try await Metric(name, of: server).value >= 1 || connection.hasInput }
    }
}
