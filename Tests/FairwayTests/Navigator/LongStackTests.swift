import FairwayWire
import Testing

@testable import Fairway

/// Going back over the largest number of screens. The cost is counted in ids read and in screens asked for.
struct LongStackTests {
    @Test(arguments: [1, 2, 3, 499, 500])
    func searchForAScreenReadsFewIDs(count: Int) {
        let ids = (0..<count).map { ScreenID(2 * $0 + 1) }
        for number in 0...(2 * count) {
            var reads = 0
            let found = ScreenID(number).index(in: ids.indices) { index in
                reads += 1
                return ids[index]
            }
            #expect(found == (number.isMultiple(of: 2) ? nil : number / 2))
            #expect(reads <= 9)
        }
    }

    @Test func searchForBarriersAsksForEachScreenOnce() async throws {
        let tree = try await tree(screens: 500)
        var asked = 0
        let leaving = tree.layers.flatMap(\.area.entries).lazy.map { entry in
            asked += 1
            return entry
        }
        #expect(!tree.crossesBarrier(leaving))
        #expect(asked == 500)
    }

    @Test func searchForAPlaceAsksForEachScreenOnce() async throws {
        let tree = try await tree(screens: 500)
        var asked = 0
        let place = tree.lastPlace { entry in
            asked += 1
            return tree.withShown(entry) { $0.id == ScreenID(1) } ?? false
        }
        #expect(place?.area == .entry(ContainerID(1), 0))
        #expect(asked == 500)
    }

    @Test func backGestureCrosses499Screens() async throws {
        let stages = try await stages(screens: 500)
        let answer = await stages.engine.perform(
            .back(screen: nil, to: "s1", draft: nil),
            on: stages.sessions[0].session.id,
            by: Caller(.app)
        )
        #expect(try answer.state().moves == [Move(.pop, container: "c1", screen: "s1")])
        #expect(try answer.state().navigation?.frontStack.count == 1)
    }

    @Test(arguments: [Command.backToRoot, .backToLandmark])
    func flowGoesBackOver498Screens(by command: Command) async throws {
        let stages = try await stages(screens: 500, after: [.landmark("L")])
        let session = stages.sessions[0].session.id
        try await stages.perform(command, on: session)
        let stack = try await stages.state(of: session).navigation?.frontStack.map(\.id)
        #expect(stack == (command == .backToRoot ? ["s1"] : ["s1", "s2"]))
    }

    /// A session with a number of screens: a page, those that the commands show, and further pages.
    private func stages(screens: Int, after commands: [Command] = []) async throws -> StoredStages {
        let stages = try await StoredStages(count: 1)
        let pages = (commands.count + 1..<screens).map { Command.show("\($0)") }
        try await stages.perform(commands + pages, on: stages.sessions[0].session.id)
        return stages
    }

    private func tree(screens: Int) async throws -> Tree {
        let stages = try await stages(screens: screens)
        let stored = try #require(try stages.store.load(stages.sessions[0].session.id))
        return try SessionState(stored, stages.engine.blueprint).tree
    }
}
