import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Tests the port of Vahter's demo: an account that shows the login or the main area, and a list of planets.
struct VahterTests {
    @Test func loginIsReplacedByMainArea() async throws {
        let tester = try await FlowTester(Account(), in: SamplesInMemory.self)
        #expect(tester.screen is Login.Welcome)
        try await tester.signUp()
        #expect(tester.screen is MainArea.Home)
        #expect(tester.flow(of: Login.self) == nil)
        #expect(tester.navigation?.screens.count == 1)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .cannotGoBack)
        #expect(tester.state.screen?.back == false)
    }

    @Test func logoutShowsNewLogin() async throws {
        let tester = try await FlowTester(Account(), in: SamplesInMemory.self)
        let first = tester.state.screen?.id
        try await tester.signUp()
        try await tester.send(.logoutButtonPressed, on: MainArea.Home.self)
        #expect(tester.screen is Login.Welcome)
        #expect(tester.state.screen?.id != first)
        #expect(tester.flow(of: MainArea.self) == nil)
        try await tester.signUp()
        #expect(tester.screen is MainArea.Home)
    }

    @Test func logoutFinishesStandaloneMainArea() async throws {
        let tester = try await FlowTester(MainArea(), in: SamplesInMemory.self)
        try await tester.send(.logoutButtonPressed, on: MainArea.Home.self)
        #expect(tester.output == Done())
    }

    @Test func backLeavesWholeAccount() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        try await tester.send(.didSelectEntry(key: "Account"), on: Home.Menu.self)
        try await tester.signUp()
        try await tester.goBack()
        #expect(tester.screen is Home.Menu)
        #expect(tester.hierarchy == "Home: Home.Menu")
    }

    @Test func standaloneLoginFinishesWithMember() async throws {
        let tester = try await FlowTester(Login(), in: SamplesInMemory.self)
        try await tester.signUp()
        #expect(tester.output == Login.Member())
    }

    @Test(arguments: [("Ada Lovelace", "Ada Lovelace"), (nil, "ada@example.org")])
    func memberIsNamedAfterName(_ name: String?, _ expected: String) async throws {
        let tester = try await FlowTester(Login(), in: SamplesInMemory.self)
        try await tester.signUp(as: name, address: "ada@example.org")
        #expect(tester.output?.name == expected)
    }

    @Test func invalidAddressAndPasswordAreRejected() async throws {
        let tester = try await FlowTester(Login(), in: SamplesInMemory.self)
        try await tester.send(.createAccountButtonPressed, on: Login.Welcome.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(
                .goToAccountDetailsButtonPressed(address: "nowhere", password: Sensitive("short")),
                on: Login.SignUp.self
            )
        }
        #expect(problem?.errors.map(\.pointer) == ["/params/address", "/params/password"])
        #expect(problem?.errors.map(\.code) == ["format", "too-short"])
    }

    @Test func passwordIsStoredNowhere() async throws {
        let tester = try await FlowTester(Login(), in: SamplesInMemory.self)
        try await tester.send(.createAccountButtonPressed, on: Login.Welcome.self)
        try await tester.send(
            .goToAccountDetailsButtonPressed(address: nil, password: Sensitive("correct horse")),
            on: Login.SignUp.self
        )
        #expect(tester.journal.last?.params?.description == #"{"address":null,"password":"•••"}"#)
    }

    @Test func planetsAreListedAndShown() async throws {
        let tester = try await FlowTester(Planets(), in: SamplesInMemory.self)
        try await tester.send(.discoverButtonPressed, on: Planets.Start.self)
        #expect(try tester.screen(as: Planets.List.self).planets.map(\.rawValue).first == "Mercury")
        try await tester.send(.didSelectRow(index: 2), on: Planets.List.self)
        #expect(try tester.screen(as: Planets.Detail.self).planet == .earth)
    }

    @Test(arguments: [-1, 8, 99])
    func unknownRowIsRejected(_ row: Int) async throws {
        let tester = try await FlowTester(Planets(beginsWithList: true), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.didSelectRow(index: row), on: Planets.List.self)
        }
        #expect(problem?.errors.map(\.pointer) == ["/params/index"])
        #expect(problem?.errors.map(\.code) == ["not-an-option"])
    }

    @Test func webPageIsModalAndEffect() async throws {
        let tester = try await FlowTester(Planets(beginsWithList: true), in: SamplesInMemory.self)
        try await tester.send(.didSelectRow(index: 2), on: Planets.List.self)
        try await tester.send(.showInWikipediaButtonPressed, on: Planets.Detail.self)
        #expect(try tester.screen(as: Planets.Web.self).url == "https://en.wikipedia.org/wiki/Earth")
        #expect(tester.state.screen?.presentation == .modal)
        #expect(try tester.effects(OpenURL.self) == [OpenURL("https://en.wikipedia.org/wiki/Earth")])
        try await tester.send(.goToListButtonPressed, on: Planets.Web.self)
        #expect(tester.screen is Planets.List)
        #expect(tester.navigation?.screens.count == 1)
        #expect(tester.navigation?.layers.count == 1)
    }

    @Test(arguments: [
        ("/planets", ["Home.Menu", "Planets.List"]),
        ("/planets/earth", ["Home.Menu", "Planets.List", "Planets.Detail"]),
        ("/planets/EARTH", ["Home.Menu", "Planets.List", "Planets.Detail"]),
    ])
    func linksOpenPlanets(_ link: String, _ screens: [String]) async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self, link: link)
        #expect(tester.navigation?.screens.map(\.name) == screens)
        for _ in 1..<screens.count { try await tester.goBack() }
        #expect(tester.screen is Home.Menu)
    }

    @Test func unknownPlanetIsNotFound() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) { try await tester.open(link: "/planets/pluto") }
        #expect(problem?.code == .noSuchLink)
    }
}
