import Fairway
import FairwaySQLite
import Foundation

/// The SQLite store beside the bare C API that writes the same rows, in one run on one disk.
///
/// `fairway-benchmarks store`, or `store rates [SESSIONS [WAITING…]]`, or `store sizes [SESSIONS]`.
enum StoreBenchmark {
    private static let secondsEach = 0.5
    private static let rounds = 9

    static func run(_ arguments: ArraySlice<String>) async throws {
        // By itself, so that no file is left behind.
        guard try await measure(arguments) else { exit(1) }
    }

    private static func measure(_ arguments: ArraySlice<String>) async throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        var judge = try Judge(of: "store")
        if arguments.first != "sizes" {
            let waiting = numbers.count > 1 ? Array(numbers.dropFirst()) : [1, 8, 64, 512]
            try await rates(in: folder, sessions: numbers.first ?? 10_000, waiting: waiting, &judge)
        }
        if arguments.first != "rates" {
            try await sizes(in: folder, few: 10_000, many: numbers.first ?? 1_000_000, &judge)
        }
        return try judge.conclude(writing: judge.verdict)
    }

    /// Changes a second by how many wait. The three take turns, in short rounds: on a machine that does other things, too,
    /// only what was measured side by side can be compared.
    private static func rates(
        in folder: String,
        sessions: Int,
        waiting: [Int],
        _ judge: inout Judge
    ) async throws {
        let (file, bareFile) = ("\(folder)/store.sqlite", "\(folder)/bare.sqlite")
        try await fill(file, sessions)
        try FileManager.default.copyItem(atPath: file, toPath: bareFile)
        let store = try SQLiteStore(file)
        let bare = try BareSQLite(bareFile)
        let driver = StoreDriver(store, sessions: sessions)
        print(
            "changes a second at synchronous=FULL, medians of \(rounds) rounds; ratios are medians of the rounds' ratios"
        )
        for waiting in waiting {
            var measured: [(single: Double, grouped: Double, store: Double)] = []
            for _ in 0..<rounds {
                measured.append(
                    (
                        try bare.rate(groupsOf: 1, seconds: secondsEach),
                        try bare.rate(groupsOf: waiting, seconds: secondsEach),
                        try await driver.rate(waiting: waiting, seconds: secondsEach)
                    )
                )
            }
            let ofGrouped = measured.map { $0.store / $0.grouped }.median
            let timesOneByOne = measured.map { $0.store / $0.single }.median
            print(
                "\(pad(waiting)) waiting: store \(pad(Int(measured.map(\.store).median))), "
                    + "bare C API in groups of \(waiting) \(pad(Int(measured.map(\.grouped).median))), "
                    + "one by one \(pad(Int(measured.map(\.single).median)))"
            )
            // One that waits alone is no group.
            let name = "\(sessions) stored, \(waiting) waiting, of the bare API"
            if waiting > 1 { judge.hear(ofGrouped, of: "\(name) in such groups", .atLeast(0.8)) }
            judge.hear(timesOneByOne, of: "\(name) one by one", waiting == 64 ? .atLeast(3.5) : nil)
        }
        await store.close()
    }

    /// Changes a second by how many sessions are stored, how long a start takes, and what a session takes on disk. The
    /// files take turns, for the reason given above.
    private static func sizes(in folder: String, few: Int, many: Int, _ judge: inout Judge) async throws {
        let small = try await stored(few, in: folder)
        let large = try await stored(many, in: folder)
        // Files of their own, or what some need in memory would be pushed out by the others.
        let kinds: [(name: String, stored: Int, active: ActiveSessions, bound: Judge.Bound?)] = [
            ("\(few) stored", few, .all, nil),
            ("\(many) stored, newest \(few)", many, .newest(few), .atLeast(0.85)),
            ("\(many) stored, \(few) apart", many, .spread(few), nil),
            ("\(many) stored, all active", many, .all, .atLeast(0.5)),
        ]
        var (stores, drivers, bare): ([SQLiteStore], [StoreDriver], [BareSQLite]) = ([], [], [])
        for (place, kind) in kinds.enumerated() {
            let origin = kind.stored == few ? small : large
            try await origin.backup(to: "\(folder)/ours-\(place).sqlite")
            try await origin.backup(to: "\(folder)/bare-\(place).sqlite")
            stores.append(try SQLiteStore("\(folder)/ours-\(place).sqlite"))
            drivers.append(StoreDriver(stores[place], sessions: kind.stored, active: kind.active))
            bare.append(try BareSQLite("\(folder)/bare-\(place).sqlite"))
        }
        var measured: [(store: [Double], bare: [Double])] = []
        for _ in 0..<rounds {
            var round: (store: [Double], bare: [Double]) = ([], [])
            for (place, kind) in kinds.enumerated() {
                round.store.append(try await drivers[place].rate(waiting: 64, seconds: secondsEach * 2))
                round.bare.append(try bare[place].rate(groupsOf: 64, seconds: secondsEach * 2, active: kind.active))
            }
            measured.append(round)
        }
        print("changes a second with 64 waiting, medians of \(rounds) rounds; ratios are medians of the rounds' ratios")
        for (place, kind) in kinds.enumerated() {
            let (ours, theirs) = (measured.map { $0.store[place] }, measured.map { $0.bare[place] })
            let theirRatio = String(format: "%.2f", measured.map { $0.bare[place] / $0.bare[0] }.median)
            print(
                "  \(kind.name): store \(Int(ours.median)); bare C API \(Int(theirs.median)), \(theirRatio) of its own first"
            )
            guard place > 0 else { continue }
            judge.hear(
                measured.map { $0.store[place] / $0.store[0] }.median,
                of: "\(kind.name), of the first",
                kind.bound
            )
        }
        for store in [small, large] + stores { await store.close() }
    }

    /// A store of so many sessions, and what there is to say of it.
    private static func stored(_ sessions: Int, in folder: String) async throws -> SQLiteStore {
        let file = "\(folder)/\(sessions).sqlite"
        try await fill(file, sessions)
        let bytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        let start = ContinuousClock.now
        let store = try SQLiteStore(file)
        _ = try await store.load(StoredCounter(sessions / 2).id)
        let opening = Int((ContinuousClock.now - start) / .microseconds(1))
        print("\(sessions) sessions stored: \(bytes / sessions) bytes each; opened and one loaded in \(opening) µs")
        return store
    }

    /// Starts that many sessions, in the order of their numbers: what was started last lies together, as it does in a
    /// file of a server. (Were the numbers dealt out beforehand, the last 10,000 of a million would lie among 3,500 others.)
    static func fill(_ file: String, _ sessions: Int) async throws {
        let store = try SQLiteStore(file, durability: .relaxed)
        let started = Numbering()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<256 {
                group.addTask {
                    while let number = started.next(below: sessions) {
                        guard try await store.commit(StoredCounter(number).starting()) == .committed else {
                            throw CocoaError(.fileWriteUnknown)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        // Nor would a server have left a million entries to be counted while others wait for it.
        while try await store.foldJournal(limit: 4_096) > 0 {}
        await store.close()
    }

    private static func pad(_ number: Int) -> String {
        let text = "\(number)"
        return String(repeating: " ", count: max(0, 6 - text.count)) + text
    }
}
