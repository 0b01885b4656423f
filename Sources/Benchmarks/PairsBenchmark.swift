import Foundation

/// What an action costs with one build of the sample app beside another:
/// `fairway-benchmarks pairs SERVER SERVER [PAIRS [ROUNDS [SECONDS]]]`, which `script/bench pairs` calls.
enum PairsBenchmark {
    private static let connections = 64

    static func run(_ arguments: ArraySlice<String>) throws {
        let words = Array(arguments)
        guard words.count > 1 else { exit(64) }
        let pairs = words.count > 2 ? Int(words[2]) ?? 14 : 14
        let rounds = words.count > 3 ? Int(words[3]) ?? 6 : 6
        let seconds = words.count > 4 ? Double(words[4]) ?? 0.5 : 0.5
        print("\(pairs) pairs, \(rounds) rounds of \(seconds) s each, in turns: the second server to the first")
        print("  answers/s    CPU")
        var ratios: [(answers: Double, processor: Double)] = []
        for number in 0..<pairs {
            // Who comes first is not always the same.
            let order = number.isMultiple(of: 2) ? [0, 1] : [1, 0]
            let series = try measured(order.map { words[$0] }, rounds: rounds, seconds: seconds)
            let (first, second) = (series[order[0]], series[order[1]])
            ratios.append((second.ratio(to: first), second.processorRatio(to: first)))
            print(line(ratios[number]))
        }
        print("in the middle:\n\(line((ratios.map(\.answers).median, ratios.map(\.processor).median)))")
    }

    private static func line(_ ratio: (answers: Double, processor: Double)) -> String {
        String(format: "%11.2f %6.2f", ratio.answers, ratio.processor)
    }

    /// Servers of those executables, measured in turns.
    private static func measured(_ executables: [String], rounds: Int, seconds: Double) throws -> [LoadSeries] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var servers: [SampleServer] = []
        defer { for server in servers { server.kill() } }
        for (number, executable) in executables.enumerated() {
            servers.append(try SampleServer(executable, keepingSessionsAt: "\(folder)/\(number).sqlite"))
        }
        let series = try servers.map {
            try LoadSeries(
                LoadSubject(name: "Counter", port: $0.port, process: $0.id, script: .counter),
                connections: connections
            )
        }
        for _ in 0..<rounds { for server in series { try server.measure(seconds: seconds) } }
        return series
    }
}
