import Foundation

/// What is left of a server's pace when many more clients come than it needs to be at its best:
/// `fairway-benchmarks overload [SECONDS [ROUNDS]]`.
enum OverloadBenchmark {
    /// With how many clients the best is looked for.
    private static let candidates = [64, 256, 1_024]
    private static let times = 4
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

        let few = try candidates.map { Crowd(try subject.connect($0), patienceSeconds: 1) }
        let many = times * (candidates.max() ?? 1)
        // As they are told, and as nobody should.
        let patient = Crowd(try subject.connect(many), patienceSeconds: 1)
        let impatient = Crowd(try subject.connect(many), patienceSeconds: 0)
        var ratios: (patient: [Double], impatient: [Double]) = ([], [])
        // In turns, so that a machine that slows down slows all.
        for _ in 0..<rounds {
            let best = try few.map { try measure($0, seconds) }.max() ?? 0
            ratios.patient.append(try measure(patient, seconds) / best)
            ratios.impatient.append(try measure(impatient, seconds, "who try again at once") / best)
        }
        print(
            String(
                format:
                    "%d clients are answered as often as the best number of them, times %.2f; %.2f if they do not wait",
                many,
                ratios.patient.median,
                ratios.impatient.median
            )
        )
        guard ratios.patient.median >= leastOfBest else {
            print("less than \(leastOfBest) of the best")
            exit(1)
        }
    }

    private static func measure(_ crowd: Crowd, _ seconds: Double, _ note: String = "") throws -> Double {
        let result = try crowd.run(seconds: seconds, afterSeconds: settlingSeconds)
        print(result, note)
        return result.figures.perSecond
    }
}
