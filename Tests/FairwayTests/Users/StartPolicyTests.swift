import Fairway
import FairwayTesting
import Testing

/// Who may begin a flow from outside (`protocol.md` 4.1).
struct StartPolicyTests {
    private static let ada = User(id: "ada")
    private let engine: Engine

    init() throws { engine = try Engine(Self.app(.anyone), store: MemoryStore()) }

    private static func app(_ initial: StartPolicy) -> App {
        App(initial: Hall(), start: initial) {
            Flow(Vault(), start: .signedIn)
            Flow(PadVault(), as: Vault.self, for: .pad)
            Flow(Desk(), start: .appOnly)
            Link("/vault") { _, nav in nav.chain { Vault() } }
            Link("/desk") { _, nav in nav.chain { Desk() } }
            Link("/desk/vault") { _, nav in
                nav.chain {
                    Desk()
                    Vault()
                }
            }
        }
    }

    @Test(arguments: [
        StartRequest(flow: "Vault"), StartRequest(flow: "Vault", device: Device(idiom: .pad)),
        StartRequest(link: "/vault"), StartRequest(link: "/desk/vault"),
        StartRequest(link: "/vault", device: Device(idiom: .pad)),
    ])
    func signedInFlowNeedsAUser(_ request: StartRequest) async throws {
        #expect(try await engine.start(request).problem().code == .signInRequired)
        #expect(engine.liveSessionCount == 0)
        for requester in [Requester.named(Self.ada), .verified(Self.ada)] {
            let state = try await engine.start(request, by: requester).state()
            #expect(state.screen?.flow == "Vault")
        }
    }

    @Test func signedInInitialFlowNeedsAUser() async throws {
        let engine = try Engine(Self.app(.signedIn), store: MemoryStore())
        for request in [StartRequest(), StartRequest(flow: "Hall"), StartRequest(link: "/desk")] {
            #expect(try await engine.start(request).problem().code == .signInRequired)
            #expect(try await engine.start(request, by: .verified(Self.ada)).state().revision == 1)
        }
    }

    @Test(arguments: ["/vault", "/desk/vault"])
    func linkToASignedInFlowNeedsAUserInARunningSession(_ link: String) async throws {
        let anonymous = try await FlowTester(Hall(), in: Self.app(.anyone))
        let problem = await #expect(throws: Problem.self) { try await anonymous.open(link: link) }
        #expect(problem?.code == .signInRequired)
        #expect(anonymous.state.revision == 1)
        try await anonymous.signIn(Self.ada)
        try await anonymous.open(link: link)
        #expect(anonymous.state.screen?.flow == "Vault")
    }

    @Test func appOnlyFlowIsUnknownToAStartRequest() async throws {
        for requester in [Requester.anonymous, .verified(Self.ada)] {
            let problem = try await engine.start(StartRequest(flow: "Desk"), by: requester).problem()
            #expect(problem.code == .noSuchFlow)
            #expect(problem.members["available"] == ["Hall", "Vault"])
        }
    }

    @Test func linkOpensAnAppOnlyFlow() async throws {
        #expect(try await engine.start(StartRequest(link: "/desk")).state().screen?.flow == "Desk")
    }

    @Test func appStartsEveryFlow() async throws {
        let tester = try await FlowTester(Hall(), in: Self.app(.anyone))
        for flow in ["Vault", "Desk"] {
            try await tester.send(.enter(flow), on: Hall.Door.self)
            #expect(tester.state.screen?.flow == flow)
            try await tester.goBack()
        }
    }

    @Test func testStartsAnAppOnlyFlow() async throws {
        let desk = try await FlowTester(Desk(), in: Self.app(.anyone))
        #expect(desk.screen is Desk.Bell)
        let problem = await #expect(throws: Problem.self) { try await FlowTester(Vault(), in: Self.app(.anyone)) }
        #expect(problem?.code == .signInRequired)
        let vault = try await FlowTester(Vault(), in: Self.app(.anyone), user: Self.ada)
        #expect(vault.screen is Vault.Safe)
    }

    @Test func catalogListsEveryPolicy() async throws {
        let flows = await engine.catalog().flows
        #expect(flows.map(\.name) == ["Desk", "Hall", "Vault"])
        #expect(flows.map(\.start) == [.appOnly, .anyone, .signedIn])
    }

    @Test func initialFlowCannotBeAppOnly() throws {
        let mistake = #expect(throws: Mistake.self) { try Engine(Self.app(.appOnly), store: MemoryStore()) }
        #expect(mistake?.description.contains("Hall is the initial flow and .appOnly") == true)
    }

    private struct Hall: FlowController {
        static let name = "Hall"
        func start(_ nav: Navigator<Self>) { nav.show(Door()) }

        static var routes: Routes<Self> {
            on(Door.self) { _, action, nav in
                switch action {
                case .enter("Vault"): nav.start(Vault())
                case .enter: nav.start(Desk())
                }
            }
        }

        struct Door: Screen { enum Action: Codable { case enter(String) } }
    }

    private struct Vault: FlowController {
        typealias Output = Done
        static let name = "Vault"
        func start(_ nav: Navigator<Self>) { nav.show(Safe()) }

        static var routes: Routes<Self> { screen(Safe.self) }

        struct Safe: Screen {}
    }

    private struct PadVault: FlowController {
        typealias Output = Done
        static let name = "PadVault"
        func start(_ nav: Navigator<Self>) { nav.show(Wall()) }

        static var routes: Routes<Self> { screen(Wall.self) }

        struct Wall: Screen {}
    }

    private struct Desk: FlowController {
        typealias Output = Done
        static let name = "Desk"
        func start(_ nav: Navigator<Self>) { nav.show(Bell()) }

        static var routes: Routes<Self> { screen(Bell.self) }

        struct Bell: Screen {}
    }
}
