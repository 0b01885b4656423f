import FairwayTesting
import FairwayWire
import Testing

/// Properties of the moves between any two navigations.
struct NavigationPropertyTests {
    private static let steps = 20_000

    @Test func movesAppliedToTheOldNavigationGiveTheNew() {
        let seed = Seed()
        var random = RandomNavigation(seed)
        for step in 0..<Self.steps {
            let before = random.navigation
            random.change()
            let after = random.navigation
            let moves = before.moves(to: after)
            guard before.applying(moves, toward: after) == after else {
                Issue.record("step \(step), \(seed): \(moves) does not lead from \(before) to \(after)")
                return
            }
        }
    }

    @Test func everyMoveNamesAScreenOfTheNewNavigation() {
        let seed = Seed()
        var random = RandomNavigation(seed)
        for step in 0..<Self.steps {
            let before = random.navigation
            random.change()
            let after = random.navigation
            let screens = Set(after.screens.map(\.id))
            let containers = after.containers
            for move in before.moves(to: after) {
                let isKnown = move.screen.map(screens.contains) ?? false
                guard isKnown, move.container.map(containers.contains) ?? false else {
                    Issue.record("step \(step), \(seed): \(move) names what is not in \(after)")
                    return
                }
            }
        }
    }

    /// Searches all lists of steps that the protocol allows.
    @Test func resetIsUsedOnlyIfNoStepsExist() {
        let seed = Seed()
        var random = RandomNavigation(seed)
        var resets = 0
        for step in 0..<Self.steps {
            let before = random.navigation
            random.change()
            let after = random.navigation
            let isReset = before.moves(to: after).contains { $0.move == .reset }
            resets += isReset ? 1 : 0
            let steps = StepSearch(before: before, after: after).first
            guard isReset == (steps == nil && before != after) else {
                let found = steps.map { "\($0)" } ?? "none"
                Issue.record("step \(step), \(seed): reset is \(isReset), steps are \(found): \(before) to \(after)")
                return
            }
        }
        #expect(resets > Self.steps / 20 && resets < Self.steps, "\(seed): the steps should have been of both kinds")
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
