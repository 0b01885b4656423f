import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// A screen shown by an older build keeps its version until the session's next change, because the client may support
/// only that version.
struct OutdatedScreenTests {
    @Test func screenKeepsTheVersionInWhichItWasShown() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldPost(), Stage(.show("x")))
        let screen = try await deploy.engine(NewPost()).state(session, by: Caller(.app)).state().screen
        #expect(screen?.version == 1)
        #expect(screen?.viewModel.description == #"{"text":"a b"}"#)
    }

    @Test func viewModelKeepsTheVersionInWhichItWasShown() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldPost(isCard: true), Stage(.show("x")))
        let screen = try await deploy.engine(NewPost()).state(session, by: Caller(.app)).state().screen
        #expect(screen?.version == 1)
        #expect(screen?.viewModel.description == #"{"title":"A B"}"#)
    }

    @Test(arguments: [false, true])
    func refreshShowsTheNewVersion(isCard: Bool) async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldPost(isCard: isCard), Stage(.show("x")))
        let engine = try deploy.engine(NewPost())
        let state = try await engine.perform(.refresh, on: session, by: Caller(.app)).state()
        #expect(state.revision == 2)
        #expect(state.screen?.version == 2)
        #expect(state.screen?.viewModel.description == (isCard ? #"{"titles":["A","B"]}"# : #"{"words":["a","b"]}"#))
        #expect(state.moves.map(\.move) == [.refresh])
        // It is stored in the new version, and another refresh finds no difference.
        let later = try deploy.engine(NewPost())
        #expect(try await later.state(session, by: Caller(.app)).state().screen == state.screen)
        #expect(try await later.perform(.refresh, on: session, by: Caller(.app)).state().revision == 2)
    }

    @Test func refreshReportsANewVersionWithAnEqualViewModel() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldPost(isNote: true), Stage(.show("x")))
        let engine = try deploy.engine(NewPost())
        #expect(try await engine.state(session, by: Caller(.app)).state().screen?.version == 1)
        let state = try await engine.perform(.refresh, on: session, by: Caller(.app)).state()
        #expect(state.screen?.version == 2)
        #expect(state.moves.map(\.move) == [.refresh])
        let later = try deploy.engine(NewPost())
        #expect(try await later.state(session, by: Caller(.app)).state().screen == state.screen)
        #expect(try await later.perform(.refresh, on: session, by: Caller(.app)).state().revision == 2)
    }

    @Test func changeOfAnotherFlowReportsTheNewVersion() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldPost(isSplit: true), Stage(.show("x")))
        let engine = try deploy.engine(NewPost())
        let commands = try RawJSON(encoding: ["value": [Command.remember("x")]])
        let change = Change.action(name: "perform", params: commands, screen: nil, draft: nil)
        #expect(try await engine.state(session, by: Caller(.app)).state().visible.map(\.version) == [1])
        let state = try await engine.perform(change, on: session, by: Caller(.app)).state()
        #expect(state.visible.map(\.version) == [2])
        #expect(state.visible.map(\.viewModel.description) == [#"{"titles":["A","B"]}"#])
        let later = try await deploy.engine(NewPost()).state(session, by: Caller(.app)).state()
        #expect(later.visible == state.visible)
    }

    @Test func clientOfTheOldVersionGetsTheOldVersion() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldPost(), Stage(.show("x")), on: Device(screens: ["Post": 1]))
        let engine = try deploy.engine(NewPost())
        #expect(try await engine.state(session, by: Caller(.app)).state().screen?.version == 1)
        let answer = await engine.perform(.refresh, on: session, by: Caller(.app))
        let problem = try answer.problem()
        #expect(problem.code == .unsupportedScreen)
        #expect(problem.state?.screen?.version == 1)
    }
}

private struct OldPost: FlowController {
    static let name = "Posting"
    typealias Output = Done
    var isCard = false
    var isSplit = false
    var isNote = false

    func start(_ nav: Navigator<Self>) {
        if isSplit {
            return nav.showSplit(primary: OldPost(isCard: true), secondary: Puppet(.show("P")), ignoringResults: true)
        }
        if isNote { return nav.show(OldNote()) }
        isCard ? nav.show(OldCard()) : nav.show(OldLabel())
    }

    static var routes: Routes<Self> {
        screen(OldLabel.self)
        screen(OldCard.self)
        screen(OldNote.self)
    }
}

private struct NewPost: FlowController {
    static let name = "Posting"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(NewLabel()) }

    static var routes: Routes<Self> {
        screen(NewLabel.self)
        screen(NewCard.self)
        screen(NewNote.self)
    }
}

/// A screen with its stored properties as the view model.
private struct OldLabel: Screen {
    static let name = "Post"
    var text = "a b"
}

private struct NewLabel: Screen {
    static let name = "Post"
    static let version = 2
    var words: [String] = []

    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewLabel {
        NewLabel(words: stored.words)
    }
}

/// A screen with a derived view model.
private struct OldCard: Screen {
    static let name = "Card"
    var text = "a b"
    struct ViewModel: Codable { var title: String }
    func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(title: text.uppercased()) }
}

private struct NewCard: Screen {
    static let name = "Card"
    static let version = 2
    var words: [String] = []
    struct ViewModel: Codable { var titles: [String] }
    func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(titles: words.map { $0.uppercased() }) }

    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewCard {
        NewCard(words: stored.words)
    }
}

/// A screen with the same properties in both versions.
private struct OldNote: Screen {
    static let name = "Note"
    var text = "a b"
}

private struct NewNote: Screen {
    static let name = "Note"
    static let version = 2
    var text = "a b"

    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewNote {
        NewNote(text: stored["text"]?.string ?? "")
    }
}

extension JSONValue {
    fileprivate var words: [String] { (self["text"]?.string ?? "").split(separator: " ").map(String.init) }
}
