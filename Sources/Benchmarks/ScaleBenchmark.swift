import Foundation

/// Durable actions a second of some nodes on one PostgreSQL: `fairway-benchmarks scale NODES SECONDS STORE`, which
/// `script/bench scale` calls. Prints the rate, and what an action cost the nodes, for the script to set beside
/// PostgreSQL's own.
enum ScaleBenchmark {
    private static let connections = 64

    static func run(_ arguments: ArraySlice<String>) throws {
        let words = Array(arguments)
        guard words.count == 3, let count = Int(words[0]), count > 0, let seconds = Double(words[1]) else { exit(64) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-scale-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let nodes = try (0..<count).map { _ in try SampleServer(node: words[2], workingIn: folder) }
        defer { for node in nodes { node.kill() } }

        let loads = try nodes.enumerated().flatMap { place, node in
            let subject = LoadSubject(name: "Counter", port: node.port, process: node.id, script: .counter)
            return try subject.connect((connections + place) / count)
        }
        let generator = LoadGenerator(loads)
        // What is prepared and cached once is not what is measured.
        _ = try generator.run(seconds: 1)
        let before = nodes.map { ProcessFigures($0.id) }
        let load = try generator.run(seconds: seconds)
        let microseconds = zip(nodes, before).reduce(0) {
            $0 + ProcessFigures($1.0.id).cpuMicroseconds - $1.1.cpuMicroseconds
        }
        let perAction = microseconds / max(1, load.perSecond * seconds)
        print(
            String(format: "%.0f %.1f %.0f %.0f", load.perSecond, perAction, load.p50Microseconds, load.p99Microseconds)
        )
    }
}
