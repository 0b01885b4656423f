import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Testing

/// An operator who only looks leaves the store as it is.
struct AdminReadingTests {
    @Test func theGraphTellsWhatHasJustHappenedAndWritesNothing() async throws {
        let harbour = try await ServedHarbour()
        _ = try await harbour.begin()
        let graph = try JSON.decode(JSONValue.self, from: try await harbour.send(.get, "/v1/admin/graph").body)
        #expect(graph["edges"]?.array?.compactMap { $0["action"]?.string } == ["start"])
        // Had it been counted into the store, there would be nothing left to count.
        #expect(try await harbour.store.foldJournal(limit: 10) == 1)
    }
}
