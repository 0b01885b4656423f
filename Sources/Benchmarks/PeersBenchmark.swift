import Foundation

/// What an action costs here beside another server that does the same durable work:
/// `fairway-benchmarks peers PORT PROCESS NAME [SECONDS [ROUNDS]]`, which `script/bench peers` calls.
enum PeersBenchmark {
    private static let connections = 64

    static func run(_ arguments: ArraySlice<String>) throws {
        // By itself, so that no server is left behind.
        guard try measure(arguments) else { exit(1) }
    }

    private static func measure(_ arguments: ArraySlice<String>) throws -> Bool {
        let words = Array(arguments)
        guard words.count > 2, let port = UInt16(words[0]), let process = Int32(words[1]) else { exit(64) }
        let seconds = words.count > 3 ? Double(words[3]) ?? 1 : 1
        let rounds = words.count > 4 ? Int(words[4]) ?? 5 : 5
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try SampleServer(keepingSessionsAt: "\(folder)/samples.sqlite")
        defer { server.kill() }
        let peer = LoadSubject(name: words[2], port: port, process: process, script: .counter)
        let ours = LoadSubject(name: "Counter", port: server.port, process: server.id, script: .counter)
        let series = try [peer, ours].map { try LoadSeries($0, connections: connections) }
        print("\(rounds) rounds of \(seconds) s each, in turns\n\(LoadFigures.heading)")
        for _ in 0..<rounds { for subject in series { try subject.measure(seconds: seconds) } }
        for subject in series { print(subject.figures) }
        var judge = try Judge(of: "peers")
        judge.hear(series[1].ratio(to: series[0]), of: "Counter of \(words[2])", .atLeast(15))
        return try judge.conclude(writing: judge.verdict)
    }
}
