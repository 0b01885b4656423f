import FairwayTesting
import FairwayWire
import Testing

/// Properties of the moves between random navigations.
struct NavigationPropertyTests {
    private static let rounds = Trials.choose(4_000, long: 20_000)

    @Test func movesAppliedToTheOldNavigationGiveTheNew() {
        let seed = Trials.seed
        var random = RandomNavigation(seed)
        for round in 0..<Self.rounds {
            let before = random.navigation
            random.change()
            let after = random.navigation
            let moves = before.moves(to: after)
            guard before.applying(moves, toward: after) == after else {
                Issue.record("round \(round), \(seed): \(moves) does not lead from \(before) to \(after)")
                return
            }
        }
    }

    @Test func everyMoveNamesAScreenOfTheNewNavigation() {
        let seed = Trials.seed
        var random = RandomNavigation(seed)
        for round in 0..<Self.rounds {
            let before = random.navigation
            random.change()
            let after = random.navigation
            let screens = Set(after.screens.map(\.id))
            let containers = after.containers
            for move in before.moves(to: after) {
                let isKnown = move.screen.map(screens.contains) ?? false
                guard isKnown, move.container.map(containers.contains) ?? false else {
                    Issue.record("round \(round), \(seed): \(move) does not name a screen and a container of \(after)")
                    return
                }
            }
        }
    }

    /// Searches all lists of moves that the protocol allows.
    @Test func resetIsUsedOnlyIfNoOtherMovesExist() {
        let seed = Trials.seed
        var random = RandomNavigation(seed)
        var resets = 0
        for round in 0..<Self.rounds {
            let before = random.navigation
            random.change()
            let after = random.navigation
            let isReset = before.moves(to: after).contains { $0.move == .reset }
            resets += isReset ? 1 : 0
            let moves = MoveSearch(before: before, after: after).first
            guard isReset == (moves == nil && before != after) else {
                let found = moves.map { "\($0)" } ?? "none"
                Issue.record("round \(round), \(seed): reset is \(isReset), moves are \(found): \(before) to \(after)")
                return
            }
        }
        #expect(resets > Self.rounds / 20 && resets < Self.rounds, "\(seed): only some changes should be resets")
    }
}

extension Navigation {
    /// The ids of this container and all containers in and over it.
    fileprivate var containers: Set<String> {
        var ids: Set<String> = [id]
        switch content {
        case .stack: break
        case .tabs(_, let tabs): for tab in tabs { ids.formUnion(tab.content.containers) }
        case .split(let primary, let secondary): ids.formUnion(primary.containers.union(secondary.containers))
        }
        return ids.union(presented?.containers ?? [])
    }
}
