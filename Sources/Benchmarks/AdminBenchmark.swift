import FairwayHTTP
import FairwayWire
import Foundation

/// How long an operator's page of active flows takes over HTTP, by how many there are: `fairway-benchmarks admin [FLOWS]`.
/// The first and the last page of many, beside the first page of a thousand.
enum AdminBenchmark {
    private static let few = 1_000
    private static let pageSize = 50
    private static let rounds = 201

    static func run(_ arguments: ArraySlice<String>) async throws {
        let many = arguments.first.flatMap { Int($0) } ?? 100_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-admin-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let small = try await server(folder, few)
        defer { small.kill() }
        let large = try await server(folder, many)
        defer { large.kill() }
        let (ofFew, ofMany) = (FlowList(small), FlowList(large))

        for filter in ["", "&flow=Counter", "&screen=Counter.Page"] {
            let last = try ofMany.lastCursor(filter)
            var measured: [(few: Double, first: Double, last: Double)] = []
            // In turns, so that a machine that slows down slows all.
            for _ in 0..<rounds {
                measured.append(
                    (
                        try ofFew.microseconds(filter), try ofMany.microseconds(filter),
                        try ofMany.microseconds("\(filter)&cursor=\(last)")
                    )
                )
            }
            let (few, first, last50) = (
                measured.map(\.few).median, measured.map(\.first).median, measured.map(\.last).median
            )
            print(
                "\(filter.isEmpty ? "all flows" : String(filter.dropFirst())): a page of \(Self.few) takes \(Int(few)) µs; "
                    + "of \(many) the first \(Int(first)) µs (\(rounded(first / few)) ×), "
                    + "the last \(Int(last50)) µs (\(rounded(last50 / few)) ×)"
            )
            guard first <= 3 * few, last50 <= 3 * few else {
                print("a page of many takes more than 3 times as long")
                exit(1)
            }
        }
    }

    private static func server(_ folder: String, _ flows: Int) async throws -> SampleServer {
        let file = "\(folder)/\(flows).sqlite"
        try await StoreBenchmark.fill(file, flows)
        return try SampleServer(keepingSessionsAt: file)
    }

    private static func rounded(_ value: Double) -> String { String(format: "%.2f", value) }

    /// The list of a server, asked on one connection.
    private struct FlowList {
        private let client: PlainClient

        private struct Page: Decodable {
            var next: String?
        }

        init(_ server: SampleServer) { client = PlainClient(host: "127.0.0.1", port: server.port) }

        func microseconds(_ query: String) throws -> Double {
            let start = ContinuousClock.now
            _ = try page("limit=\(pageSize)\(query)")
            return (ContinuousClock.now - start) / .microseconds(1)
        }

        /// The cursor of the last page: large steps to near the end, then page after page.
        func lastCursor(_ filter: String) throws -> String {
            var cursor = "0"
            var size = 500
            while true {
                let query = "limit=\(size)\(filter)\(cursor == "0" ? "" : "&cursor=\(cursor)")"
                if let next = try page(query).next {
                    cursor = next
                } else if size == pageSize {
                    return cursor
                } else {
                    size = pageSize
                }
            }
        }

        private func page(_ query: String) throws -> Page {
            let reply = try client.send(
                .get,
                "/v1/admin/flows?\(query)",
                headers: [("Authorization", "Bearer \(SampleServer.operatorToken)")]
            )
            guard reply.status == 200 else { throw SampleServer.Failure(description: "status \(reply.status)") }
            return try JSON.decode(Page.self, from: reply.body)
        }
    }
}
