import FairwayWire
import Testing
import WireChecking

/// The table that every client is held to: the same moves lead to the same tree.
///
/// Most rows were recorded from a running server, the others are cases that the samples do not come by.
struct NavigationConformanceTests {
    @Test(arguments: try NavigationRow.all())
    func theMovesLeadToTheTree(_ row: NavigationRow) {
        #expect(row.before.applying(row.moves, toward: row.after) == row.after)
    }

    /// What the engine says between the two trees. `refresh` and `over` are about more than trees.
    @Test(arguments: try NavigationRow.all().filter { !$0.heals && $0.after != nil && $0.isAboutTheTree })
    func theEngineGivesTheseMoves(_ row: NavigationRow) throws {
        #expect(row.before.moves(to: try #require(row.after)) == row.moves)
    }
}
