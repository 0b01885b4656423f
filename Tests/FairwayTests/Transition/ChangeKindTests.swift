import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// The names are stored in journals and exported in metrics.
struct ChangeKindTests {
    private static let names = [
        "start", "action", "back", "select", "link", "signal", "timer", "job", "refresh", "device", "user",
        "end",
    ]

    @Test func changeKindsKeepTheirNames() { #expect(ChangeKind.allCases.map(\.name) == Self.names) }

    @Test(arguments: ChangeKind.allCases)
    func changeIsCountedByNameAndOutcome(kind: ChangeKind) throws {
        let counter = ChangeCounter()
        counter.count(kind, Answer(KeptDocument(StateDocument(session: "a", revision: 1))))
        counter.count(kind, Answer(Problem(.staleScreen)))
        let body = try CompressedJSON([]).bytes
        let kept = StoredReply(key: "k", fingerprint: "f", status: 200, body: body, revision: 1, at: .distantPast)
        counter.count(kind, try Answer(kept, of: "a"))
        counter.countHandler(kind, of: "Shop", microseconds: 7)
        let counted = counter.counted
        #expect(
            counted.changes
                == Dictionary(
                    uniqueKeysWithValues: ["ok", "stale-screen", "replayed"].map {
                        (EngineStatistics.ChangeOutcome(kind: kind.name, outcome: $0), 1)
                    }
                )
        )
        #expect(counted.handlerMicroseconds.mapValues(\.sum) == [kind.name: 7])
    }
}
