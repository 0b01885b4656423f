import Fairway
import FairwayDoubles
import FairwaySQLite
import FairwayWire
import Foundation

/// A session of `Counter` as the engine stores it.
struct StoredCounter {
    /// The token of every session.
    static let token = String(repeating: "b", count: 43)
    private static let tokenHash = SHA256.hash(token.utf8)
    /// Starts today, because a server ends sessions that were not used for a month.
    private static let sample = StoredSample("sample", start: Date())
    private static let start = sample.starting()
    private static let change = sample.counting(from: 1, flowCount: 1)

    let id: String

    init(_ number: Int) {
        var order = Shuffle(seed: UInt64(number))
        id = SessionID.make(at: Date(timeIntervalSince1970: 1_700_000_000 + Double(number) / 1_000)) { count in
            (0..<count).map { _ in UInt8(order.next(below: 256)) }
        }
    }

    func starting() -> Commit { renamed(Self.start) }

    func counting(from revision: Int) -> Commit {
        var commit = renamed(Self.change)
        let now = Self.sample.moment(Double(revision))
        commit.expectedRevision = revision
        commit.row?.revision = revision + 1
        commit.row?.touchedAt = now
        commit.flows[0].touchedAt = now
        commit.journal?.revision = revision + 1
        commit.journal?.at = now
        return commit
    }

    private func renamed(_ commit: Commit) -> Commit {
        var commit = commit
        commit.session = id
        commit.row?.id = id
        commit.row?.tokenHash = Self.tokenHash
        return commit
    }

    /// Stores sessions in the order of their numbers, as a server does.
    static func fill(_ file: String, _ sessions: Int) async throws {
        let store = try SQLiteStore(file, durability: .relaxed)
        for first in stride(from: 0, to: sessions, by: 256) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in first..<min(first + 256, sessions) {
                    group.addTask {
                        guard try await store.commit(StoredCounter(number).starting()) == .committed else {
                            throw BenchmarkError(description: "a session was not stored")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        // Count the journal entries, because a running server would have counted them already.
        while try await store.foldJournal(limit: 4_096) > 0 {}
        await store.close()
    }
}

/// Random numbers that are the same in every run with the same seed.
struct Shuffle {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(Seed(seed)) }

    mutating func next(below limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
}
