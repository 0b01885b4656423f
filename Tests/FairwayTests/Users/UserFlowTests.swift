import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// Flows and screens know the user of their session.
struct UserFlowTests {
    private static let ada = User(id: "ada", claims: ["email": "ada@example.org"])
    private static let newer = User(id: "ada", claims: ["email": "ada@new.example.org"])

    @Test(arguments: [nil, ada])
    func handlersViewModelsAndDerivedScreensReadTheUser(_ user: User?) async throws {
        let tester = try await FlowTester(Club(), user: user)
        try await tester.send(.lookButtonPressed, on: Club.Lobby.self)
        #expect(tester.flow?.seen == [user?.claims["email"] ?? "nobody"])
        #expect(try tester.viewModel(as: Club.Lobby.ViewModel.self).user == user?.id)
        try await tester.send(.badgeButtonPressed, on: Club.Lobby.self)
        #expect(try tester.screen(as: Club.Badge.self).owner == user?.id)
    }

    /// The stored claims are those of the latest change that was made with a user token.
    @Test func timersAndJobsSeeTheClaimsOfTheLatestChange() async throws {
        let tester = try await FlowTester(Club(), user: Self.ada)
        for user in [Self.ada, Self.newer] {
            let change = Change.action(name: "waitButtonPressed", params: nil, screen: nil, draft: nil)
            let answer = await tester.engine.perform(change, on: tester.session, by: Caller(.user(user)))
            #expect(answer.status == 200)
        }
        try await tester.refresh()
        try await tester.advance(by: .seconds(1))
        try await tester.complete(Club.Call.self)
        let email = try #require(Self.newer.claims["email"])
        #expect(tester.flow?.seen == ["timer " + email, "timer " + email, "job " + email])
    }

    @Test func nearestFlowFromTheFrontHandlesTheSignIn() async throws {
        let tester = try await FlowTester(Club()) {
            Flow(Bar())
            Flow(Terrace())
        }
        try await tester.send(.barButtonPressed, on: Club.Lobby.self)
        try await tester.send(.terraceButtonPressed, on: Bar.Counter.self)
        let state = try await tester.signIn(Self.ada)
        #expect(tester.flow(of: Bar.self)?.members == ["ada"])
        #expect(tester.flow?.seen == [])
        #expect(state.moves.map(\.move) == [.push])
        #expect(tester.screen is Bar.Welcome)
        #expect(tester.journal.last?.kind == "user")
    }

    @Test func visibleScreensAreRefreshedIfNoFlowHandlesTheSignIn() async throws {
        let tester = try await FlowTester(Terrace())
        #expect(try tester.screen(as: Terrace.View.self).visits == 1)
        let state = try await tester.signIn(Self.ada)
        #expect(state.moves.map(\.move) == [.refresh])
        #expect(try tester.screen(as: Terrace.View.self).owner == "ada")
    }

    /// The session is the user's even if nothing on the screen differs.
    @Test func signInIsAChangeIfNoScreenDiffers() async throws {
        let tester = try await FlowTester(Puppet(.show("x")))
        let state = try await tester.signIn(Self.ada)
        #expect(state.revision == 2)
        #expect(state.moves == [])
        let unchanged = try await tester.signIn(Self.ada)
        #expect(unchanged.revision == 2)
    }

    @Test func signInFailsWithTheHandler() async throws {
        let tester = try await FlowTester(Club())
        try await tester.send(.closeButtonPressed, on: Club.Lobby.self)
        let problem = await #expect(throws: Problem.self) { try await tester.signIn(Self.ada) }
        #expect(problem?.code == .rejected)
        try await tester.send(.lookButtonPressed, on: Club.Lobby.self)
        #expect(tester.flow?.seen == ["nobody"])
    }
}

/// A flow that notes the e-mail address of its user.
private struct Club: FlowController {
    typealias Output = Done
    static let name = "Club"
    var seen: [String] = []
    var isClosed = false

    func start(_ nav: Navigator<Self>) { nav.show(Lobby()) }

    static var routes: Routes<Self> {
        on(Lobby.self) { flow, action, nav in
            switch action {
            case .lookButtonPressed: flow.seen.append(nav.user?.claims["email"] ?? "nobody")
            case .badgeButtonPressed: nav.show(Badge.self)
            case .barButtonPressed: nav.start(Bar())
            case .closeButtonPressed: flow.isClosed = true
            case .waitButtonPressed:
                nav.schedule(Bell(), after: .seconds(1))
                nav.run(Call(), id: "call")
            }
        }
        shows(Badge.self) { _, context in Badge(owner: context.user?.id) }
        on(event: Bell.self) { flow, _, nav in flow.seen.append("timer " + (nav.user?.claims["email"] ?? "nobody")) }
        on(completion: Call.self) { flow, _, nav in flow.seen.append("job " + (nav.user?.claims["email"] ?? "nobody")) }
        on(event: SignedIn.self) { flow, _, nav in
            if flow.isClosed { try nav.reject("closed", "The club is closed.") }
            flow.seen.append("signed in")
        }
    }

    struct Lobby: Screen {
        enum Action: Codable {
            case lookButtonPressed, badgeButtonPressed, barButtonPressed, waitButtonPressed, closeButtonPressed
        }
        struct ViewModel: Codable { var user: String? }

        func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(user: context.user?.id) }
    }

    struct Badge: Screen { var owner: String? }
    struct Bell: Event {}
    struct Call: Job { typealias Output = Done }
}

/// A flow with a route for `SignedIn`, between others.
private struct Bar: FlowController {
    typealias Output = Done
    static let name = "Bar"
    var members: [String] = []

    func start(_ nav: Navigator<Self>) { nav.show(Counter()) }

    static var routes: Routes<Self> {
        on(Counter.self) { _, _, nav in nav.start(Terrace()) }
        on(event: SignedIn.self) { flow, _, nav in
            flow.members.append(nav.user?.id ?? "nobody")
            nav.show(Welcome())
        }
        screen(Welcome.self)
    }

    struct Counter: Screen { enum Action: String, Codable { case terraceButtonPressed } }
    struct Welcome: Screen {}
}

/// A flow without a route for `SignedIn`. Its screen is derived.
private struct Terrace: FlowController {
    typealias Output = Done
    static let name = "Terrace"

    func start(_ nav: Navigator<Self>) { nav.show(View.self) }

    static var routes: Routes<Self> {
        shows(View.self) { _, context in View(visits: 1, owner: context.user?.id) }
    }

    struct View: Screen {
        var visits = 0
        var owner: String?
    }
}
