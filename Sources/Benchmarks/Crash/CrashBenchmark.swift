import Foundation

/// `fairway-benchmarks crash [kills] [seed]`: not a measurement but a trial. Exit status 1 when anything was lost, made
/// twice or torn.
enum CrashBenchmark {
    private static let sessions = 16

    static func run(_ arguments: ArraySlice<String>) async throws {
        let numbers = arguments.compactMap { UInt64($0) }
        let kills = numbers.first.map(Int.init) ?? 30
        let seed = numbers.dropFirst().first ?? UInt64.random(in: 1..<1_000_000)
        print("\(kills) kills, seed \(seed)")
        // A write to a child that was killed is an error to be handled.
        signal(SIGPIPE, SIG_IGN)
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-crash-\(seed)-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let test = CrashTest(
            subject: StoreSubject("\(folder)/crash.sqlite"),
            sessions: sessions,
            kills: kills,
            seed: seed
        )
        do {
            let (acknowledged, repeated) = try await test.run()
            try FileManager.default.removeItem(atPath: folder)
            print("\(acknowledged) actions acknowledged, each stored once; \(repeated) of them asked for again")
        } catch {
            print("failed with seed \(seed): \(error); the file is in \(folder)")
            exit(1)
        }
    }
}
