import Foundation

/// `fairway-benchmarks crash store|server [kills] [seed]`: not a measurement but a trial. Exit status 1 when anything was
/// lost, made twice or torn.
enum CrashBenchmark {
    private static let sessions = 16

    /// What is killed.
    private enum Victim: String {
        /// A process that keeps a store and nothing else.
        case store
        /// The sample app's server, asked over HTTP.
        case server
    }

    static func run(_ arguments: ArraySlice<String>) async throws {
        guard let victim = arguments.first.flatMap(Victim.init) else {
            print("usage: fairway-benchmarks crash store|server [KILLS [SEED]]")
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
        let subject: any CrashSubject = victim == .store ? StoreSubject(file) : ServerSubject(file)
        let test = CrashTest(subject: subject, sessions: sessions, kills: kills, seed: seed)
        do {
            let (acknowledged, repeated) = try await test.run()
            try FileManager.default.removeItem(atPath: folder)
            print("\(acknowledged) actions acknowledged, each stored once; \(repeated) of them asked for again")
        } catch {
            await subject.kill()
            print("failed with seed \(seed): \(error); the file is in \(folder)")
            exit(1)
        }
    }
}
