import FairwayServer
import Foundation

/// The programs behind `script/bench`, one per subcommand.
@main
enum Benchmarks {
    static func main() async throws {
        let arguments = Arguments(Array(CommandLine.arguments.dropFirst(2)))
        let hasPassed: Bool
        switch CommandLine.arguments.dropFirst().first {
        case "actions": hasPassed = try ActionsBenchmark.run(arguments)
        case "bare-server": hasPassed = try await BareServer.run(arguments)
        case "crash": hasPassed = try await CrashBenchmark.run(arguments)
        case "engine": hasPassed = try await EngineBenchmark.run()
        case "http-server": hasPassed = try HTTPServerBenchmark.run()
        case "memory": hasPassed = try MemoryBenchmark.run(arguments)
        case "overload": hasPassed = try OverloadBenchmark.run(arguments)
        case "pairs": hasPassed = try PairsBenchmark.run(arguments)
        case "peers": hasPassed = try PeersBenchmark.run(arguments)
        case "scale": hasPassed = try ScaleBenchmark.run(arguments)
        case "serve":
            await BenchmarkApp.main()
            hasPassed = true
        case "session-memory": hasPassed = try await SessionMemory.run(arguments)
        case "stall": hasPassed = try StallBenchmark.run(arguments)
        case "stored": hasPassed = try await StoredBenchmark.run(arguments)
        default: Arguments.exitWithUsage("NAME [ARGUMENT…]. Run script/bench for the names.")
        }
        exit(hasPassed ? 0 : 1)
    }
}

/// The arguments of a subcommand.
struct Arguments {
    let words: [String]

    init(_ words: [String]) { self.words = words }

    func number(_ position: Int) -> Double? { position < words.count ? Double(words[position]) : nil }

    func integer(_ position: Int) -> Int? { position < words.count ? Int(words[position]) : nil }

    func required(_ position: Int) -> String {
        guard position < words.count else {
            Self.exitWithUsage("NAME [ARGUMENT…]: argument \(position + 1) is missing")
        }
        return words[position]
    }

    static func exitWithUsage(_ usage: String) -> Never {
        FileHandle.standardError.write(Data("usage: fairway-benchmarks \(usage)\n".utf8))
        exit(64)
    }
}

/// An error that ends a benchmark.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}

/// A folder for the files of one run.
struct TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
