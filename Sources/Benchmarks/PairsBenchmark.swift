import Foundation

/// Compares two builds of the sample app, which are restarted for each pair of measurements:
/// `fairway-benchmarks pairs SERVER SERVER [PAIRS [ROUNDS [SECONDS]]]`.
enum PairsBenchmark {
    static func run(_ arguments: Arguments) throws -> Bool {
        let servers = [arguments.required(0), arguments.required(1)]
        let (pairs, rounds) = (arguments.integer(2) ?? 14, arguments.integer(3) ?? 6)
        let seconds = arguments.number(4) ?? 0.5
        print("\(pairs) pairs, \(rounds) rounds of \(seconds) s each, alternating: second server relative to first")
        print("  answers/s    CPU")
        var (answers, processor): ([Double], [Double]) = ([], [])
        for number in 0..<pairs {
            // Alternate which server starts first.
            let order = number.isMultiple(of: 2) ? [0, 1] : [1, 0]
            let series = try measure(order.map { servers[$0] }, rounds: rounds, seconds: seconds)
            let (first, second) = (series[order[0]], series[order[1]])
            answers.append(second.ratio(to: first))
            processor.append(second.processorRatio(to: first))
            print(String(format: "%11.2f %6.2f", answers[number], processor[number]))
        }
        print(String(format: "median:\n%11.2f %6.2f", answers.median, processor.median))
        return true
    }

    private static func measure(_ executables: [String], rounds: Int, seconds: Double) throws -> [LoadSeries] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var servers: [SampleServer] = []
        defer { for server in servers { server.kill() } }
        for (number, executable) in executables.enumerated() {
            servers.append(try SampleServer(executable, store: "sqlite:\(folder.path)/\(number).sqlite", in: folder))
        }
        let series = try servers.map {
            try LoadSeries(LoadSubject("Counter", $0, .counter), connections: LoadSubject.usualConnections)
        }
        for _ in 0..<rounds { for server in series { try server.measure(seconds: seconds) } }
        return series
    }
}

/// Compares an action with the same work in another server:
/// `fairway-benchmarks peers PORT PROCESS NAME [SECONDS [ROUNDS]]`.
enum PeersBenchmark {
    static func run(_ arguments: Arguments) throws -> Bool {
        let (port, process) = (UInt16(arguments.required(0)) ?? 0, Int32(arguments.required(1)) ?? 0)
        let (name, seconds, rounds) = (arguments.required(2), arguments.number(3) ?? 1, arguments.integer(4) ?? 5)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try SampleServer(store: "sqlite:\(folder.path)/samples.sqlite", in: folder)
        defer { server.kill() }
        let peer = LoadSubject(name, port: port, process: process, .counter)
        let series = try [peer, LoadSubject("Counter", server, .counter)].map {
            try LoadSeries($0, connections: LoadSubject.usualConnections)
        }
        print("\(rounds) rounds of \(seconds) s each, alternating between the servers\n\(LoadFigures.heading)")
        for _ in 0..<rounds { for subject in series { try subject.measure(seconds: seconds) } }
        var report = try BenchmarkReport(of: "peers")
        for subject in series { report.add(subject.figures) }
        report.add(series[1].ratio(to: series[0]), "Counter / \(name)", .atLeast(15))
        return try report.finish()
    }
}

/// Measures servers that share a PostgreSQL store: `fairway-benchmarks scale NODES SECONDS STORE`.
enum ScaleBenchmark {
    static func run(_ arguments: Arguments) throws -> Bool {
        let (count, seconds) = (Int(arguments.required(0)) ?? 1, Double(arguments.required(1)) ?? 1)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var nodes: [SampleServer] = []
        defer { for node in nodes { node.kill() } }
        for _ in 0..<count { nodes.append(try SampleServer(store: arguments.required(2), in: folder)) }
        let loads = try nodes.enumerated().flatMap { index, node in
            try LoadSubject("Counter", node, .counter).connect((LoadSubject.usualConnections + index) / count)
        }
        let generator = LoadGenerator(loads)
        // Warm up.
        _ = try generator.run(seconds: 1)
        let before = nodes.map { ProcessFigures($0.id).cpuMicroseconds }
        let load = try generator.run(seconds: seconds)
        let used = zip(nodes, before).reduce(0) { $0 + ProcessFigures($1.0.id).cpuMicroseconds - $1.1 }
        let perAction = used / max(1, load.perSecond * seconds)
        let latencies = String(format: "%.0f %.0f", load.p50Microseconds, load.p99Microseconds)
        print(String(format: "%.0f %.1f ", load.perSecond, perAction) + latencies)
        return true
    }
}
