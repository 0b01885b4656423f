import FairwayOperators
import Testing

@testable import Fairway

struct EdgeCountTests {
    @Test func equalEntriesAreOneEdge() {
        let edges = tally([row(name: "next"), row(name: "next"), row(name: "back")])
        #expect(edges.sorted { $0.action < $1.action }.map(\.count) == [1, 2])
    }

    @Test func entriesOfAnotherHourAreAnotherEdge() {
        let edges = tally([
            row(at: 5_000, after: 0), row(at: 5_000, after: 4_000), row(at: 3_605_000, after: 3_600_000),
        ])
        #expect(Set(edges.map(\.hour)) == [0, 1])
        #expect(Set(edges.map(\.stay)) == [StayLength(seconds: 5), StayLength(seconds: 1)])
        #expect(edges.count == 3)
    }

    @Test func entriesWithoutNavigationAreNotCounted() {
        #expect(tally([row(kind: "refresh"), row(kind: "device"), row(kind: "refresh")]).isEmpty)
    }

    @Test func edgesWithSimilarNamesAreDistinct() {
        let entries = [
            row(flow: "Shop", screen: "List"), row(flow: "ShopList", screen: ""), row(flow: "ShopList", screen: nil),
            row(flow: nil, screen: "ShopList"), row(flow: "", screen: "ShopList"),
        ]
        #expect(tally(entries).count == entries.count)
    }

    @Test func edgeOriginIsTheScreenOrThePreviousDestination() {
        let edges = tally([row(screen: "List", previousTo: "Detail"), row(screen: nil, previousTo: "List")])
        #expect(edges.map(\.from) == ["List"])
        #expect(edges.map(\.count) == [2])
    }

    private func tally(_ rows: [Entry]) -> [EdgeCount] {
        EdgeCount.sum(rows.compactMap { UnfoldedEntry($0, ofSandbox: false).edge })
    }

    private func row(
        at: Int = 5_000,
        kind: String = "action",
        flow: String? = "Shop",
        screen: String? = "List",
        name: String? = "next",
        after: Int = 1_000,
        previousTo: String? = "List"
    ) -> Entry {
        Entry(columns: [2, at, kind, flow, screen, name, "Shop.Detail", nil, after, previousTo, 0, nil, nil])
    }
}

/// A row with the columns of a journal entry.
private struct Entry: StoredRow {
    let columns: [any Sendable]

    init(columns: [(any Sendable)?]) { self.columns = columns.map { $0 ?? Missing() } }

    private struct Missing {}

    func isNull(_ column: Int) -> Bool { columns[column] is Missing }
    func int(_ column: Int) -> Int { columns[column] as? Int ?? 0 }
    func text(_ column: Int) -> String { columns[column] as? String ?? "" }
    func bytes(_ column: Int) -> [UInt8] { Array(text(column).utf8) }
}
