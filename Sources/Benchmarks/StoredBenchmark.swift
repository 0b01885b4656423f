import FairwayHTTP
import FairwaySQLite
import Foundation

/// Compares a server with many stored sessions with one that has 10,000: the time until it is ready, the latency of a
/// cold session, and the rate of actions. `fairway-benchmarks stored [SESSIONS [SECONDS [ROUNDS]]]`.
enum StoredBenchmark {
    private static let few = 10_000
    private static let reads = 2_001

    static func run(_ arguments: Arguments) async throws -> Bool {
        let many = arguments.integer(0) ?? 1_000_000
        let (seconds, rounds) = (arguments.number(1) ?? 2, arguments.integer(2) ?? 5)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for count in [few, many] { try await StoredCounter.fill("\(folder.path)/\(count).sqlite", count) }

        let kinds: [(name: String, count: Int, active: ActiveSessions, target: BenchmarkReport.Target?)] = [
            ("\(few) stored, all active", few, .all, nil),
            ("\(many) stored, newest \(few)", many, .newest(few), .atLeast(0.85)),
            ("\(many) stored, \(few) apart", many, .spread(few), nil),
            ("\(many) stored, all active", many, .all, .atLeast(0.55)),
        ]
        let files = try kinds.enumerated().map { place, kind in
            let file = "\(folder.path)/\(place).sqlite"
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(kind.count).sqlite", toPath: file)
            return file
        }
        // Otherwise, the system would write the copies to disk during the measurement.
        sync()
        var servers: [SampleServer] = []
        defer { for server in servers { server.kill() } }
        var report = try BenchmarkReport(of: "stored")
        for (kind, file) in zip(kinds, files) {
            let start = ContinuousClock.now
            servers.append(try SampleServer(store: "sqlite:\(file)", in: folder))
            let ready = (ContinuousClock.now - start) / .seconds(1)
            report.add(time: ready, "s until it is ready, \(kind.name)", .atMost(1))
        }
        try read(servers[0], few, &report)
        try read(servers[3], many, &report)

        let series = try zip(kinds, servers).map { kind, server in
            var subject = LoadSubject(kind.name, server, .counter)
            subject.stored = (kind.count, kind.active)
            return try LoadSeries(subject, connections: LoadSubject.usualConnections)
        }
        for _ in 0..<rounds { for subject in series { try subject.measure(seconds: seconds) } }
        print(LoadFigures.heading)
        for subject in series { report.add(subject.figures) }
        for (kind, subject) in zip(kinds, series).dropFirst() {
            report.add(subject.ratio(to: series[0]), "(\(kind.name)) / (\(kinds[0].name))", kind.target)
        }
        return try report.finish()
    }

    /// Measures reads of cold sessions, and a second read of each from memory.
    private static func read(_ server: SampleServer, _ stored: Int, _ report: inout BenchmarkReport) throws {
        let client = PlainClient(host: "127.0.0.1", port: server.port)
        func microseconds(_ counter: StoredCounter) throws -> Double {
            let start = ContinuousClock.now
            let headers = [("Authorization", "Bearer \(StoredCounter.token)")]
            let reply = try client.send(.get, "/v1/sessions/\(counter.id)", headers: headers)
            guard reply.status == 200 else { throw BenchmarkError(description: "a read: status \(reply.status)") }
            return (ContinuousClock.now - start) / .microseconds(1)
        }
        var (cold, warm): ([Double], [Double]) = ([], [])
        for number in 0..<min(reads, stored) {
            let counter = StoredCounter(ActiveSessions.spread(reads).number(number, of: stored))
            cold.append(try microseconds(counter))
            warm.append(try microseconds(counter))
        }
        print(String(format: "%d stored: a session in memory is shown in %.0f µs", stored, warm.median))
        report.add(time: cold.median - warm.median, "µs more for a cold one, \(stored) stored", .atMost(1_000))
    }
}

/// The stored sessions that clients use.
enum ActiveSessions {
    case all
    case newest(Int)
    /// Sessions that share no page of the file, which is the worst case.
    case spread(Int)

    /// The number of active sessions.
    func count(of stored: Int) -> Int {
        switch self {
        case .all: stored
        case .newest(let count), .spread(let count): count
        }
    }

    /// The number of the active session at an index.
    func number(_ index: Int, of stored: Int) -> Int {
        switch self {
        case .all: index
        case .newest(let count): stored - count + index
        // The factor has no common divisor with a power of ten, so no session is selected twice.
        case .spread: index * 7_919 % stored
        }
    }
}

/// One connection's share of the active sessions, in random order.
final class StoredSessions {
    private let active: ActiveSessions
    private let stored: Int
    private let part: Int
    private let parts: Int
    /// The revisions of this share's sessions.
    private var revisions: [Int32]
    private var order: Shuffle
    private var index = 0

    init(_ active: ActiveSessions, of stored: Int, part: Int, of parts: Int) {
        (self.active, self.stored, self.part, self.parts) = (active, stored, part, parts)
        revisions = Array(repeating: 1, count: active.count(of: stored) / parts)
        order = Shuffle(seed: UInt64(part))
    }

    func next() -> LoadSession {
        index = order.next(below: revisions.count)
        let counter = StoredCounter(active.number(part + index * parts, of: stored))
        let revision = Int(revisions[index])
        // A session is stored with a count of 0 at revision 1.
        let path = "/v1/sessions/\(counter.id)"
        return LoadSession(path: path, token: StoredCounter.token, revision: revision, cycle: revision - 1)
    }

    /// Saves the revision of the session that ``next()`` returned.
    func update(_ session: LoadSession) { revisions[index] = Int32(session.revision) }
}
