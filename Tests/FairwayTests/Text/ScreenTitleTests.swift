import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

struct ScreenTitleTests {
    @Test(arguments: [(.literal, "Passenger"), (.text, "Seat 12"), (.untitled, nil)] as [(Showing, String?)])
    func stateHasTheTitleOfTheScreenInFront(_ shown: Showing, title: String?) async throws {
        let tester = try await FlowTester(Titles(shown: shown))
        #expect(tester.state.screen?.title == title)
    }

    @Test func visibleScreensHaveTheirTitles() async throws {
        let tester = try await FlowTester(Titles(shown: .split)) { Flow(Half()) }
        #expect(tester.state.visible.map(\.title) == ["Seat 12"])
        #expect(tester.state.screen?.title == "Passenger")
    }

    @Test func viewModelUsesATextInTheSessionsLanguage() async throws {
        let tester = try await FlowTester(Titles(shown: .greeting))
        #expect(tester.state.screen?.viewModel.description == #"{"plain":"Hello Ada","text":"2 seats"}"#)
    }

    @Test func catalogHasTheTitle() async throws {
        let screens = try await Engine(App(initial: Titles()), store: MemoryStore()).catalog().screens
        #expect(screens.first { $0.name == "Passenger" }?.title == "Passenger")
        #expect(screens.first { $0.name == "ScreenTitleTests.Untitled" }?.title == nil)
    }

    /// Every server returns the same document for a revision.
    @Test func newBuildKeepsTheTitleUntilTheNextChange() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(Posting(), Stage(.show("x")))
        let engine = try deploy.engine(Retitled())
        #expect(try await engine.state(session, by: Caller(.app)).state().screen?.title == "Post")
        let state = try await engine.perform(.refresh, on: session, by: Caller(.app)).state()
        #expect(state.screen?.title == "Article")
        #expect(state.moves.map(\.move) == [.refresh])
        let later = try deploy.engine(Retitled())
        #expect(try await later.state(session, by: Caller(.app)).state().screen?.title == "Article")
        #expect(try await later.perform(.refresh, on: session, by: Caller(.app)).state().revision == 2)
    }

    enum Showing: String, Codable { case literal, text, untitled, greeting, split }

    private struct Titles: FlowController {
        var shown = Showing.untitled

        func start(_ nav: Navigator<Self>) {
            switch shown {
            case .literal: nav.show(Literal())
            case .text: nav.show(Numbered())
            case .untitled: nav.show(Untitled())
            case .greeting: nav.show(Greeting())
            case .split: nav.showSplit(primary: Half(isNumbered: true), secondary: Half())
            }
        }

        static var routes: Routes<Self> {
            screen(Literal.self)
            screen(Numbered.self)
            screen(Untitled.self)
            screen(Greeting.self)
        }
    }

    private struct Half: FlowController {
        typealias Output = Done
        var isNumbered = false
        func start(_ nav: Navigator<Self>) { isNumbered ? nav.show(Numbered()) : nav.show(Literal()) }
    }

    private struct Literal: Screen {
        static let name = "Passenger"
        static let title = "Passenger"
    }

    private struct Numbered: Screen { static let title: Text = "Seat \(12)" }

    /// The title of an instance is a stored property like any other.
    private struct Untitled: Screen { var title = "Not the screen's" }

    private struct Greeting: Screen {
        struct ViewModel: Codable {
            var plain: String
            var text: Text
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(plain: context.text("Hello \("Ada")"), text: "\(2) seats")
        }
    }
}

private struct Posting: FlowController {
    static let name = "Posting"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Post()) }
    static var routes: Routes<Self> { screen(Post.self) }

    struct Post: Screen {
        static let name = "Post"
        static let title = "Post"
    }
}

private struct Retitled: FlowController {
    static let name = "Posting"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Post()) }
    static var routes: Routes<Self> { screen(Post.self) }

    struct Post: Screen {
        static let name = "Post"
        static let title = "Article"
    }
}
