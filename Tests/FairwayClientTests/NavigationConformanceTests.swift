import FairwayWire
import Testing
import WireChecking

@testable import FairwayClient

/// Checks the client against the table that all clients share.
struct NavigationConformanceTests {
    @Test(arguments: try NavigationRow.all())
    func navigationIsReachedByMovesOrReplaced(_ row: NavigationRow) throws {
        var old = StateDocument(session: "a", revision: 1)
        old.navigation = row.before
        var new = StateDocument(session: "a", revision: 2, status: row.after == nil ? .over : .active)
        new.navigation = row.after
        new.moves = row.moves
        var shown = ShownState(old)
        let received = shown.receive(new)
        let update = try #require(received)
        #expect(update.state.navigation == row.after)
        #expect(shown.state.navigation == row.after)
        #expect(update.transition == expected(of: row))
    }

    /// A client that missed a state cannot follow the moves. It must still show the new navigation.
    @Test(arguments: try NavigationRow.all())
    func navigationIsReplacedAfterAGap(_ row: NavigationRow) throws {
        var old = StateDocument(session: "a", revision: 1)
        old.navigation = row.before
        var new = StateDocument(session: "a", revision: 3, status: row.after == nil ? .over : .active)
        new.navigation = row.after
        new.moves = row.moves
        var shown = ShownState(old)
        let received = shown.receive(new)
        let update = try #require(received)
        #expect(update.state.navigation == row.after)
        #expect(update.transition == (row.before == row.after ? .contents : .whole))
    }

    private func expected(of row: NavigationRow) -> Update.Transition {
        if row.heals || row.moves.contains(where: { $0.move == .reset }) { return .whole }
        if row.moves.allSatisfy({ $0.move == .refresh }) { return .contents }
        return .moves(row.moves)
    }
}
