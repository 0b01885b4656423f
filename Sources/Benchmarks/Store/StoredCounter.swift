import Fairway
import FairwayDoubles
import FairwayWire
import Foundation

/// A session of the sample app's `Counter` as the engine stores it, cheap enough to be made for every change.
struct StoredCounter {
    /// Opens all of them.
    static let token = "benchmark"
    private static let tokenHash = SHA256.hash(token.utf8)
    /// Of today, since a server ends what nobody has touched for a month.
    private static let sample = StoredSample("sample", start: Date())
    private static let start = sample.starting()
    private static let change = sample.counting(from: 1, flowCount: 1)

    /// As the engine makes them, where a thousand sessions are started in a second.
    let id: String

    init(_ number: Int) {
        var order = Shuffle(seed: UInt64(number))
        id = SessionID.make(at: Date(timeIntervalSince1970: 1_700_000_000 + Double(number) / 1_000)) { count in
            (0..<count).map { _ in UInt8(order.next(below: 256)) }
        }
    }

    func starting() -> Commit { named(Self.start) }

    func counting(from revision: Int) -> Commit {
        var commit = named(Self.change)
        let now = Self.sample.moment(Double(revision))
        commit.expectedRevision = revision
        commit.row?.revision = revision + 1
        commit.row?.touchedAt = now
        commit.flows[0].touchedAt = now
        commit.journal?.revision = revision + 1
        commit.journal?.at = now
        return commit
    }

    private func named(_ commit: Commit) -> Commit {
        var commit = commit
        commit.session = id
        commit.row?.id = id
        commit.row?.tokenHash = Self.tokenHash
        return commit
    }
}
