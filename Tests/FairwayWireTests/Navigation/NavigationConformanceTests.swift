import FairwayWire
import Testing
import WireChecking

/// Checks moves against the table that all clients share.
///
/// Most rows were recorded from a running server. The others are cases that do not occur in the samples.
struct NavigationConformanceTests {
    @Test(arguments: try NavigationRow.all())
    func movesLeadToTheNewNavigation(_ row: NavigationRow) {
        #expect(row.before.applying(row.moves, toward: row.after) == row.after)
    }

    /// `refresh` and `over` are excluded, because they do not follow from the navigations alone.
    @Test(arguments: try NavigationRow.all().filter { !$0.heals && $0.after != nil && $0.isAboutTheTree })
    func engineComputesTheseMoves(_ row: NavigationRow) throws {
        #expect(row.before.moves(to: try #require(row.after)) == row.moves)
    }
}
