import Foundation
import Testing

@testable import Fairway
@testable import FairwayTesting

/// Random flows with random user input. After every step, the tester checks that the moves lead to the new navigation
/// and that a rejection changes nothing. Unless handlers are repeated, it also reloads the session and compares it.
struct RandomFlowTests {
    @Test(arguments: [false, true], [false, true])
    func randomFlowsKeepTheTreeConsistent(repeatingHandlers: Bool, flowsStay: Bool) async throws {
        let seed = Trials.seed
        // Print the seed first, because the run may trap or hang.
        FileHandle.standardError.write(Data("\(seed)\n".utf8))
        var random = RandomCommands(seed, flowsStay: flowsStay)
        var (taken, refused) = (0, 0)
        while taken < Trials.choose(150, long: 1_000) {
            let root = random.makePuppet(depth: 2)
            let tester: FlowTester<Puppet>
            do {
                tester = try await FlowTester(
                    playing: root,
                    restoring: repeatingHandlers ? .never : .afterEveryStep,
                    repeatingHandlers: repeatingHandlers
                )
            } catch let problem as Problem {
                checkRefusal(problem, seed, of: root, flowsStay)
                continue
            }
            for _ in 0..<60 where tester.outcome == nil {
                let step = random.makeStep()
                taken += 1
                do {
                    try await NavigationRule.take(step, tester)
                } catch let problem as Problem {
                    refused += 1
                    checkRefusal(problem, seed, of: step, flowsStay)
                }
                try checkTree(tester, seed, after: step)
            }
        }
        #expect(refused < taken * 3 / 4, "\(seed): too little happened")
    }

    /// A random step may be rejected, but the reason that the problem states must be true.
    private func checkRefusal(_ problem: Problem, _ seed: Seed, of asked: some Any, _ flowsStay: Bool) {
        #expect(problem.code != .incompatibleFlow, "\(seed): the engine does not know itself after \(asked)")
        let detail = problem.detail ?? ""
        let isUntrue =
            detail.contains("started and shows nothing") || flowsStay && detail.contains("has ended and then asked")
        #expect(!isUntrue, "\(seed): \(detail) It is told so of \(asked)")
    }

    /// Every active flow has content, and every screen is in one flow and one container. No container is empty, no slot
    /// has two flows, and no draft or timer is left over from a screen or flow that has ended.
    private func checkTree(_ tester: FlowTester<Puppet>, _ seed: Seed, after step: NavigationRule.Step) throws {
        guard let navigation = tester.navigation else { return }
        let tree = try SessionState(tester.last.inspection.rows, tester.engine.blueprint).tree
        let listed = navigation.screens.map(\.id)
        let held = tester.last.inspection.flows.flatMap(\.screens).map(\.id)
        #expect(listed.sorted() == held.sorted(), "\(seed): containers and flows disagree after \(step)")
        #expect(tree.contentless() == nil, "\(seed): a flow has nothing to show after \(step)")
        let vacant = tree.layers.filter(\.area.isVacant)
        #expect(vacant.isEmpty, "\(seed): a container is vacant after \(step)")
        #expect(tester.state.screen != nil, "\(seed): nothing is in front after \(step)")
        let homeless = tree.layers.flatMap(\.area.owned).filter { tree[$0] == nil }
        #expect(homeless.isEmpty, "\(seed): a container's flow has left after \(step)")
        let slots = tree.nodes.compactMap { node in node.slot.map { "\(String(describing: node.parent)) \($0)" } }
        #expect(Set(slots).count == slots.count, "\(seed): two flows in one slot after \(step)")
        let drafts = tester.drafts.keys.filter { !listed.contains($0) }
        #expect(drafts.isEmpty, "\(seed): a draft of a screen that has left after \(step)")
        let timers = tester.timers.filter { timer in !tester.last.inspection.flows.contains { $0.id == timer.node } }
        #expect(timers.isEmpty, "\(seed): a timer of a flow that has left after \(step)")
    }
}

extension Area {
    /// The flows that own this area and the areas inside it.
    fileprivate var owned: [NodeID] { [owner].compactMap(\.self) + parts.flatMap(\.owned) }
}
