import Fairway
import FairwaySQLite
import Foundation

/// The SQLite store beside the bare C API that writes the same rows, in one run on one disk.
///
/// `fairway-benchmarks store [rates|sizes] [sessions]`
enum StoreBenchmark {
    private static let secondsEach = 3.0

    static func run(_ arguments: ArraySlice<String>) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        switch arguments.first {
        case nil:
            try await rates(in: folder, sessions: 10_000)
            try await sizes(in: folder, few: 10_000, many: 1_000_000)
        case "rates": try await rates(in: folder, sessions: arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000)
        case "sizes":
            try await sizes(
                in: folder,
                few: 10_000,
                many: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
            )
        default: throw CocoaError(.featureUnsupported)
        }
    }

    /// Changes a second by how many wait.
    private static func rates(in folder: String, sessions: Int) async throws {
        let file = "\(folder)/rates.sqlite"
        try await fill(file, sessions)
        let single = try BareSQLite(file).rate(of: sessions, groupsOf: 1, seconds: secondsEach)
        print("one transaction per change, bare C API: \(Int(single)) changes/s (synchronous=FULL)")
        for waiting in [1, 8, 64, 512] {
            let bare = try BareSQLite(file).rate(of: sessions, groupsOf: waiting, seconds: secondsEach)
            let store = try await rate(file, sessions, active: sessions, waiting: waiting)
            print(
                "\(pad(waiting)) waiting: store \(pad(Int(store)))/s, bare groups of \(waiting) \(pad(Int(bare)))/s: "
                    + "\(ratio(store, bare)) of bare, \(ratio(store, single)) times one by one"
            )
        }
    }

    /// Changes a second by how many sessions are stored, how long a start takes, and what a session takes on disk.
    private static func sizes(in folder: String, few: Int, many: Int) async throws {
        var rates: [Double] = []
        for sessions in [few, many] {
            let file = "\(folder)/\(sessions).sqlite"
            try await fill(file, sessions)
            let bytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
            print("\(sessions) sessions stored: \(bytes / sessions) bytes each")
            let clock = ContinuousClock()
            let start = clock.now
            let store = try SQLiteStore(file)
            _ = try await store.load(StoredCounter.id(sessions / 2))
            print("  opened and a session loaded: \((clock.now - start) / .microseconds(1)) microseconds")
            await store.close()
            for active in Set([few, sessions]).sorted() {
                let rate = try await rate(file, sessions, active: active, waiting: 64)
                rates.append(rate)
                print("  \(active) active, 64 waiting: \(Int(rate)) changes/s, \(ratio(rate, rates[0])) of the first")
            }
        }
    }

    /// Starts that many sessions.
    private static func fill(_ file: String, _ sessions: Int) async throws {
        let store = try SQLiteStore(file, durability: .relaxed)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<256 {
                group.addTask {
                    for number in stride(from: part, to: sessions, by: 256) {
                        guard try await store.commit(StoredCounter(number).starting()) == .committed else {
                            throw CocoaError(.fileWriteUnknown)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        await store.close()
    }

    /// Changes a second while so many tasks each wait for one. Each has sessions of its own, spread over all.
    private static func rate(_ file: String, _ sessions: Int, active: Int, waiting: Int) async throws -> Double {
        let store = try SQLiteStore(file)
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .seconds(secondsEach)
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<waiting {
                group.addTask { try await drive(store, task, of: waiting, sessions, active, until: end) }
            }
            return try await group.reduce(0, +)
        }
        let rate = Double(total) / ((clock.now - start) / .seconds(1))
        await store.close()
        return rate
    }

    private static func drive(
        _ store: SQLiteStore,
        _ task: Int,
        of tasks: Int,
        _ sessions: Int,
        _ active: Int,
        until end: ContinuousClock.Instant
    ) async throws -> Int {
        let own = stride(from: task, to: active, by: tasks).map { StoredCounter.spread($0, sessions) }
        var revisions: [Int: Int] = [:]
        var order = Shuffle(seed: UInt64(task))
        var changes = 0
        while ContinuousClock.now < end {
            let number = own[order.next(below: own.count)]
            let counter = StoredCounter(number)
            if revisions[number] == nil {
                revisions[number] = try await store.load(StoredCounter.id(number))?.session.revision
            }
            let revision = revisions[number] ?? 0
            guard try await store.commit(counter.counting(from: revision)) == .committed else {
                throw CocoaError(.fileWriteUnknown)
            }
            revisions[number] = revision + 1
            changes += 1
        }
        return changes
    }

    private static func pad(_ number: Int) -> String {
        let text = "\(number)"
        return String(repeating: " ", count: max(0, 6 - text.count)) + text
    }

    private static func ratio(_ left: Double, _ right: Double) -> String { String(format: "%.2f", left / right) }
}
