import Foundation

/// What is left of a server's pace when four times as many clients come as it needs to be at its best. Those who are sent
/// away wait a second, as they are told:
/// `fairway-benchmarks overload [SECONDS [ROUNDS]]`.
enum OverloadBenchmark {
    /// How many clients come: each time four times as many, so that what follows the best is the best overloaded.
    private static let clients = [64, 256, 1_024, 4_096]
    private static let settlingSeconds = 2.0
    private static let leastOfBest = 0.9

    static func run(_ arguments: ArraySlice<String>) throws {
        let numbers = arguments.compactMap { Double($0) }
        let seconds = numbers.first ?? 4
        let rounds = numbers.count > 1 ? Int(numbers[1]) : 5
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try SampleServer(keepingSessionsAt: "\(folder)/samples.sqlite")
        defer { server.kill() }
        let subject = LoadSubject(name: "Counter", port: server.port, process: server.id, script: .counter)

        let crowds = try clients.map { Crowd(try subject.connect($0), patienceSeconds: 1) }
        // In turns, so that a machine that slows down slows all.
        let ratios = try (0..<rounds).map { _ in
            let figures = try crowds.map { try measure($0, seconds) }
            let best = figures.dropLast().indices.max { figures[$0] < figures[$1] } ?? 0
            return figures[best + 1] / figures[best]
        }
        print(String(format: "four times as many as the best are answered %.2f times as often", ratios.median))
        guard ratios.median >= leastOfBest else {
            print("less than \(leastOfBest) of the best")
            exit(1)
        }
    }

    private static func measure(_ crowd: Crowd, _ seconds: Double) throws -> Double {
        let result = try crowd.run(seconds: seconds, afterSeconds: settlingSeconds)
        print(result)
        return result.figures.perSecond
    }
}
