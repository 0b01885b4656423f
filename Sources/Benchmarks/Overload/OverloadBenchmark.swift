import Fairway
import Foundation

/// What is left of a server's pace when four times as many clients come as it needs to be at its best, and whether what it
/// has begun keeps its own. Only what was acknowledged counts, and those who are sent away wait as long as they are told:
/// `fairway-benchmarks overload [SECONDS [ROUNDS [OPTIONS-OF-SERVE…]]]`.
enum OverloadBenchmark {
    /// How many clients come: each time four times as many, so that what follows the best is the best overloaded.
    private static let clients = [64, 256, 1_024, 4_096]
    /// Those who are sent away are told to wait the longer, the more they are, from one second to the next.
    private static let settlingSeconds = 3.0
    private static let leastOfBest = 0.9
    /// However many come, what was read does not wait for more than so many others: those at work, as many in line, and what
    /// each event queue reads before it sees that hands are full.
    private static let mostInHand = Double(
        2 * EngineLimits().changesAtWork + 64 * ProcessInfo.processInfo.activeProcessorCount
    )

    static func run(_ arguments: ArraySlice<String>) throws {
        let (ratio, inHand) = try overload(arguments)
        if ratio < leastOfBest { print("less than \(leastOfBest) of the best") }
        if inHand > mostInHand { print("more than \(mostInHand) at once in the server's hands") }
        guard ratio >= leastOfBest, inHand <= mostInHand else { exit(1) }
    }

    /// What came of one crowd.
    private struct Measured {
        var perSecond: Double
        var inHand: Double
    }

    private static func overload(_ arguments: ArraySlice<String>) throws -> (ratio: Double, inHand: Double) {
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

        // One that was answered, so that there is something to count from.
        _ = try Crowd(try subject.connect(1)).run(seconds: 0.1, afterSeconds: 0)
        // By the medians: the best of single runs would be the luckiest.
        let candidates = try clients.dropLast().map { Crowd(try subject.connect($0)) }
        let found = try (0..<rounds).map { _ in
            try candidates.map { try measure($0, seconds, server).perSecond }
        }
        let medians = candidates.indices.map { index in found.map { $0[index] }.median }
        let best = candidates.indices.max { medians[$0] < medians[$1] } ?? 0
        print("\(clients[best]) clients are answered most often")
        let fewer = candidates[best]
        // The most come only now: meanwhile they would have been taken for idle.
        let more = best + 1 < candidates.count ? candidates[best + 1] : Crowd(try subject.connect(clients[best + 1]))
        // In turns, one and then the other first, so that a machine that slows down slows both.
        let pairs = try (0..<(4 * rounds)).map { round in
            if round.isMultiple(of: 2) {
                let alone = try measure(fewer, seconds, server)
                return (alone: alone, crowded: try measure(more, seconds, server))
            }
            let crowded = try measure(more, seconds, server)
            return (alone: try measure(fewer, seconds, server), crowded: crowded)
        }
        let ratio = pairs.map { $0.crowded.perSecond / $0.alone.perSecond }.median
        let (few, many) = (pairs.map(\.alone.inHand).median, pairs.map(\.crowded.inHand).median)
        print(String(format: "four times as many are answered %.2f times as often;", ratio), terminator: " ")
        print(String(format: "the server has %.0f of them in its hands at once, %.0f of the fewer", many, few))
        return (ratio, many)
    }

    private static func measure(_ crowd: Crowd, _ seconds: Double, _ server: SampleServer) throws -> Measured {
        let (before, served) = (ProcessFigures(server.id).cpuMicroseconds, try ServedFigures(server.port))
        let began = Nanoseconds.now
        let result = try crowd.run(seconds: seconds, afterSeconds: settlingSeconds)
        let passed = Double(Nanoseconds.now - began) / 1e9
        let spent = ProcessFigures(server.id).cpuMicroseconds - before
        let inHand = try ServedFigures(server.port).inHand(since: served, seconds: passed)
        // Of the settling, too, so that it is more than an answer's own when there is much to settle.
        print(
            result,
            String(format: "CPU of the server %.0f ms a second, in hand %.0f", spent / 1_000 / passed, inHand)
        )
        return Measured(perSecond: result.figures.perSecond, inHand: inHand)
    }
}
