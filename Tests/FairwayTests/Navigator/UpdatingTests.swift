import Fairway
import FairwayTesting
import Testing

struct UpdatingTests {
    /// The closure may use the navigator and change another screen.
    @Test func updateClosureCanUseTheNavigator() async throws {
        let tester = try await FlowTester(Book())
        try await tester.send(.turn, on: Page.self)
        try await tester.send(.look, on: Page.self)
        #expect(try tester.screen(as: Page.self).title == "2, back: true, first: one, and changed")
    }

    fileprivate struct Page: Screen {
        var title: String

        enum Action: Codable { case turn, look }
    }

    fileprivate struct Book: OrderedFlow {
        typealias Output = Done

        static var order: Order<Self> {
            step(Page.self, id: "first", keep: .transient) { _ in Page(title: "one") }
            step(Page.self, id: "second", keep: .transient) { _ in Page(title: "two") }
        }

        static var routes: Routes<Self> {
            on(Page.self) { _, action, nav in
                switch action {
                case .turn: nav.goNext()
                case .look:
                    nav.update(Page.self, id: "second") { page in
                        let first = nav.instance(of: Page.self, id: "first")?.title ?? "none"
                        page.title = "2, back: \(nav.canGoBack), first: \(first)"
                        nav.update(Page.self, id: "first") { $0.title = "seen" }
                    }
                    nav.update(Page.self, id: "second") { $0.title += ", and changed" }
                }
            }
        }
    }
}
