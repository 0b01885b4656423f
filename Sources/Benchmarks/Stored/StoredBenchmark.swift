import FairwayHTTP
import FairwaySQLite
import Foundation

/// What a server is like that has a million sessions stored, beside one that has ten thousand: how soon it is ready, what
/// a session costs that nobody has touched since, and how many actions it takes over HTTP.
/// `fairway-benchmarks stored [SESSIONS [SECONDS [ROUNDS]]]`
enum StoredBenchmark {
    private static let few = 10_000
    private static let connections = 64
    private static let looks = 2_001

    static func run(_ arguments: ArraySlice<String>) async throws {
        // By itself, so that no server is left behind.
        guard try await measure(arguments) else { exit(1) }
    }

    private static func measure(_ arguments: ArraySlice<String>) async throws -> Bool {
        let numbers = arguments.compactMap { Double($0) }
        let many = numbers.first.map { Int($0) } ?? 1_000_000
        let (seconds, rounds) = (numbers.dropFirst().first ?? 2, numbers.dropFirst(2).first.map { Int($0) } ?? 5)
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for count in [few, many] { try await StoreBenchmark.fill("\(folder)/\(count).sqlite", count) }

        let kinds: [(name: String, count: Int, active: ActiveSessions, bound: Judge.Bound?)] = [
            ("\(few) stored, all active", few, .all, nil),
            ("\(many) stored, newest \(few)", many, .newest(few), .atLeast(0.85)),
            ("\(many) stored, \(few) apart", many, .spread(few), nil),
            ("\(many) stored, all active", many, .all, .atLeast(0.55)),
        ]
        for (place, kind) in kinds.enumerated() {
            try FileManager.default.copyItem(
                atPath: "\(folder)/\(kind.count).sqlite",
                toPath: "\(folder)/\(place).sqlite"
            )
        }
        // Else the copies would be written out while the servers are measured.
        sync()
        var servers: [SampleServer] = []
        defer { for server in servers { server.kill() } }
        var judge = try Judge(of: "stored")
        for (place, kind) in kinds.enumerated() {
            let start = ContinuousClock.now
            let server = try SampleServer(keepingSessionsAt: "\(folder)/\(place).sqlite")
            servers.append(server)
            let ready = (ContinuousClock.now - start) / .seconds(1)
            judge.hear(momentary: ready, of: "s until it is ready, \(kind.name)", .atMost(1))
        }
        try coldAndWarm(servers[0], few, &judge)
        try coldAndWarm(servers[3], many, &judge)

        let series = try zip(kinds, servers).map { kind, server in
            var subject = LoadSubject(name: kind.name, port: server.port, process: server.id, script: .counter)
            subject.stored = (kind.count, kind.active)
            return try LoadSeries(subject, connections: connections)
        }
        for _ in 0..<rounds { for subject in series { try subject.measure(seconds: seconds) } }
        print(LoadFigures.heading)
        for subject in series { print(subject.figures) }
        for (kind, subject) in zip(kinds, series).dropFirst() {
            judge.hear(subject.ratio(to: series[0]), of: "\(kind.name), of the first", kind.bound)
        }
        return try judge.conclude(writing: judge.verdict)
    }

    /// How long a look at a session takes that is in the store only, beside a second look at the same.
    private static func coldAndWarm(_ server: SampleServer, _ stored: Int, _ judge: inout Judge) throws {
        let client = PlainClient(host: "127.0.0.1", port: server.port)
        let clock = ContinuousClock()
        func look(_ counter: StoredCounter) throws -> Double {
            let start = clock.now
            let reply = try client.send(
                .get,
                "/v1/sessions/\(counter.id)",
                headers: [("Authorization", "Bearer \(StoredCounter.token)")]
            )
            guard reply.status == 200 else { throw CocoaError(.fileReadUnknown) }
            return (clock.now - start) / .microseconds(1)
        }
        var (cold, warm): ([Double], [Double]) = ([], [])
        for number in 0..<min(looks, stored) {
            let counter = StoredCounter(ActiveSessions.spread(looks).number(number, of: stored))
            cold.append(try look(counter))
            warm.append(try look(counter))
        }
        print(String(format: "%d stored: a warm session is shown in %.0f µs", stored, warm.median))
        judge.hear(momentary: cold.median - warm.median, of: "µs more for a cold one, \(stored) stored", .atMost(1_000))
    }
}
