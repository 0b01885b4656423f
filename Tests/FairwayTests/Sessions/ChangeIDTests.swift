import FairwayTesting
import Testing

@testable import Fairway

/// Services store these texts, so they must not change between builds.
struct ChangeIDTests {
    @Test func changeIDContainsKeyOrWorkOrNumber() {
        #expect(ChangeID.key("k-1", session: "s").text == "s/key/k-1")
        #expect(ChangeID.named("s/w3").text == "s/w3")
        let ids = ChangeIDs(origin: "node.")
        #expect(ids.next(in: "s").text == "s/node.1")
        #expect(ids.next(in: "t").text == "t/node.2")
    }

    @Test func madeIDsOfAChangeDifferAndSurviveARepeat() async throws {
        let tester = try await FlowTester(Minting(), repeatingHandlers: true)
        for _ in 1...2 { try await tester.send(.mint, on: Minting.Page.self) }
        let ids = try #require(tester.flow?.ids)
        #expect(Set(ids).count == 4)
        #expect(ids.map { $0.suffix(2) } == ["-1", "-2", "-1", "-2"])
    }

    private struct Minting: FlowController {
        var ids: [String] = []

        func start(_ nav: Navigator<Self>) { nav.show(Page()) }

        static var routes: Routes<Self> {
            on(Page.self) { flow, _, nav in flow.ids += [nav.makeID(), nav.makeID()] }
        }

        struct Page: Screen { enum Action: Codable { case mint } }
    }
}
