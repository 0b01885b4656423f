import Foundation
import Glibc

/// Compares an action over HTTP with a constant response of nginx, and with ``BareServer``:
/// `fairway-benchmarks actions NGINX-PORT NGINX-PROCESS [SECONDS [ROUNDS [CONNECTIONS…]]]`.
enum ActionsBenchmark {
    /// The number of sessions of the bare server. It must be at least the sum of all connection counts.
    private static let bareSessions = 1_024

    static func run(_ arguments: Arguments) throws -> Bool {
        let (port, process) = (UInt16(arguments.required(0)) ?? 0, Int32(arguments.required(1)) ?? 0)
        let (seconds, rounds) = (arguments.number(2) ?? 1, arguments.integer(3) ?? 5)
        let requestedCounts = arguments.words.dropFirst(4).compactMap { Int($0) }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func store(_ name: String) -> String { "sqlite:\(folder.path)/\(name).sqlite" }
        let samples = try SampleServer(store: store("samples"), in: folder, "--demo-users")
        defer { samples.kill() }
        let ungrouped = try SampleServer(store: store("ungrouped"), in: folder, "--commit-group", "1")
        defer { ungrouped.kill() }
        let nested = try SampleServer("fairway-benchmarks", store: store("nested"), in: folder)
        defer { nested.kill() }
        let bareArguments = ["bare-server", "\(folder.path)/bare.sqlite", "\(bareSessions)"]
        let bare = try SampleServer("fairway-benchmarks", bareArguments, in: folder)
        defer { bare.kill() }

        let constant = LoadScript.constant("POST", "/", LoadScript.counter.steps[0].body, "session")
        var bareUsed = 0
        print("\(rounds) rounds of \(seconds) s each, alternating between the servers\n\(LoadFigures.heading)")
        var report = try BenchmarkReport(of: "actions")
        for count in requestedCounts.isEmpty ? [1, 8, 64, 512] : requestedCounts {
            let paths = (bareUsed..<bareUsed + count).map { "/v1/sessions/\($0)" }
            bareUsed += count
            var subjects = [
                LoadSubject("nginx, constant", port: port, process: process, constant),
                LoadSubject("our /healthz", samples, .constant("GET", "/healthz", "", "up")),
                LoadSubject("the bare ceiling", bare, .bare, paths: paths),
                LoadSubject("Counter", samples, .counter),
                LoadSubject("Counter, user tokens", samples, .counterOfUser),
            ]
            if count == LoadSubject.usualConnections {
                subjects.append(LoadSubject("Counter, no group commit", ungrouped, .counter))
                subjects.append(LoadSubject("50 flows deep", nested, .deep))
            }
            let series = try subjects.map { try LoadSeries($0, connections: count) }
            var syncs: [Double] = []
            for _ in 0..<rounds {
                if count == 1 { syncs += try Self.syncs(in: folder) }
                for subject in series { try subject.measure(seconds: seconds) }
            }
            for subject in series { report.add(subject.figures) }
            add(series, syncs, to: &report)
        }
        return try report.finish()
    }

    private static func add(_ series: [LoadSeries], _ syncs: [Double], to report: inout BenchmarkReport) {
        let (constant, health, bare, counter) = (series[0], series[1], series[2], series[3])
        if !syncs.isEmpty {
            print(String(format: "a sync of a growing file takes %.0f µs", syncs.median))
            let ratio = (syncs.median + health.figures.p50Microseconds) / counter.figures.p50Microseconds
            report.add(ratio, "(a sync + p50 of /healthz) / p50 of Counter", .atLeast(0.67))
        }
        guard series.count == 7 else { return }
        report.add(counter.ratio(to: constant), "Counter / nginx's constant answer", .atLeast(0.25))
        report.add(counter.ratio(to: bare), "Counter / the bare ceiling", .atLeast(0.65))
        report.add(counter.ratio(to: series[5]), "Counter / Counter without group commit", .atLeast(3))
        report.add(series[6].ratio(to: counter), "50 flows deep / Counter", .atLeast(0.7))
        report.add(series[4].ratio(to: counter), "Counter with user tokens / Counter", .atLeast(0.95))
        report.add(time: counter.figures.p99Microseconds / 1_000, "ms, the p99 of Counter", .atMost(15))
        report.add(time: counter.figures.longestMicroseconds / 1_000, "ms, the longest wait of Counter", .atMost(40))
    }

    /// Measures 200 syncs in microseconds, each with the append of two WAL frames, as for a change.
    private static func syncs(in folder: TemporaryFolder) throws -> [Double] {
        let block = [UInt8](repeating: 1, count: 2 * (24 + 4_096))
        let descriptor = open("\(folder.path)/sync", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        return try (0..<200).map { _ in
            let start = Nanoseconds.now
            guard write(descriptor, block, block.count) == block.count, fdatasync(descriptor) == 0 else {
                throw BenchmarkError(description: "sync: \(String(cString: strerror(errno)))")
            }
            return Double(Nanoseconds.now - start) / 1_000
        }
    }
}
