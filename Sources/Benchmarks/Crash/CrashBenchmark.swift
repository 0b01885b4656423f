import Foundation

/// `fairway-benchmarks crash store|server|checkpoints [kills] [seed]`: not a measurement but a trial. Exit status 1 if the
/// server refused to start, or anything was lost, made twice or torn.
enum CrashBenchmark {
    /// What is killed.
    private enum Victim: String {
        /// A process that keeps a store and nothing else.
        case store
        /// The sample app's server, asked over HTTP.
        case server
        /// The same, with so short a log that nearly always a checkpoint is under way.
        case checkpoints
    }

    static func run(_ arguments: ArraySlice<String>) async throws {
        guard let victim = arguments.first.flatMap(Victim.init) else {
            print("usage: fairway-benchmarks crash store|server|checkpoints [KILLS [SEED]]")
            exit(64)
        }
        let numbers = arguments.dropFirst().compactMap { UInt64($0) }
        let kills = numbers.first.map(Int.init) ?? 30
        let seed = numbers.dropFirst().first ?? UInt64.random(in: 1..<1_000_000)
        print("\(victim.rawValue): \(kills) kills, seed \(seed)")
        // A write to a child that was killed is an error to be handled.
        signal(SIGPIPE, SIG_IGN)
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-crash-\(seed)-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = "\(folder)/crash.sqlite"
        let test =
            switch victim {
            case .store: CrashTest(subject: StoreSubject(file), sessions: 16, kills: kills, seed: seed)
            case .server: CrashTest(subject: ServerSubject(file), sessions: 16, kills: kills, seed: seed)
            case .checkpoints:
                CrashTest(
                    subject: ServerSubject(file, logPages: 16, usesKeys: false),
                    sessions: 8,
                    kills: kills,
                    seed: seed,
                    milliseconds: 100..<900,
                    usesKeys: false
                )
            }
        do {
            let (acknowledged, repeated) = try await test.run()
            try FileManager.default.removeItem(atPath: folder)
            print(
                """
                \(kills) kills, \(kills) starts: \(acknowledged) actions acknowledged, each stored once; \
                \(repeated) were stored and not answered
                """
            )
        } catch {
            await test.subject.kill()
            print("failed with seed \(seed): \(error); the file is in \(folder)")
            exit(1)
        }
    }
}
