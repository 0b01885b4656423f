import Foundation

/// A number that the server counts, by its name and labels as they are written.
struct Metric {
    let value: Double

    /// Zero when it is not there yet.
    init(_ name: String, of server: RunningServer) async throws {
        let text = String(decoding: try await Client(server).send("GET", "/metrics").body, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        value = line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? 0
    }
}
