import Foundation

/// What is left of a server's pace when four times as many clients come as it needs to be at its best. Only what was
/// acknowledged counts, and those who are sent away wait as long as they are told:
/// `fairway-benchmarks overload [SECONDS [ROUNDS [OPTIONS-OF-SERVE…]]]`.
enum OverloadBenchmark {
    /// How many clients come: each time four times as many, so that what follows the best is the best overloaded.
    private static let clients = [64, 256, 1_024, 4_096]
    /// Those who are sent away are told to wait the longer, the more they are, from one second to the next.
    private static let settlingSeconds = 3.0
    private static let leastOfBest = 0.9

    static func run(_ arguments: ArraySlice<String>) throws {
        let ratio = try ratio(arguments)
        guard ratio >= leastOfBest else {
            print("less than \(leastOfBest) of the best")
            exit(1)
        }
    }

    private static func ratio(_ arguments: ArraySlice<String>) throws -> Double {
        let numbers = arguments.prefix { Double($0) != nil }.compactMap { Double($0) }
        let seconds = numbers.first ?? 2
        let rounds = numbers.count > 1 ? Int(numbers[1]) : 5
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try SampleServer(
            keepingSessionsAt: "\(folder)/samples.sqlite",
            options: arguments.drop { Double($0) != nil }
        )
        defer { server.kill() }
        let subject = LoadSubject(name: "Counter", port: server.port, process: server.id, script: .counter)

        let crowds = try clients.map { Crowd(try subject.connect($0)) }
        // By the medians: the best of single runs would be the luckiest.
        let candidates = Array(crowds.indices.dropLast())
        let found = try (0..<rounds).map { _ in try candidates.map { try measure(crowds[$0], seconds, server.id) } }
        let medians = candidates.map { index in found.map { $0[index] }.median }
        let best = candidates.max { medians[$0] < medians[$1] } ?? 0
        print("\(clients[best]) clients are answered most often")
        // In turns, one and then the other first, so that a machine that slows down slows both.
        let ratios = try (0..<(4 * rounds)).map { round in
            if round.isMultiple(of: 2) {
                let alone = try measure(crowds[best], seconds, server.id)
                return try measure(crowds[best + 1], seconds, server.id) / alone
            }
            let crowded = try measure(crowds[best + 1], seconds, server.id)
            return crowded / (try measure(crowds[best], seconds, server.id))
        }
        print(String(format: "four times as many are answered %.2f times as often", ratios.median))
        return ratios.median
    }

    private static func measure(_ crowd: Crowd, _ seconds: Double, _ server: Int32) throws -> Double {
        let before = ProcessFigures(server).cpuMicroseconds
        let result = try crowd.run(seconds: seconds, afterSeconds: settlingSeconds)
        let spent = ProcessFigures(server).cpuMicroseconds - before
        // Of the settling, too, so that it is more than an answer's own when there is much to settle.
        print(result, String(format: "CPU of the server %.0f ms a second", spent / 1_000 / (seconds + settlingSeconds)))
        return result.figures.perSecond
    }
}
