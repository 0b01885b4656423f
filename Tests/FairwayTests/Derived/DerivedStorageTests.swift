import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// A derived screen is stored as it was sent. The next change makes it again, in whatever build that runs.
struct DerivedStorageTests {
    private let deploy = Deploy()

    @Test func readingRunsNoCode() async throws {
        let session = try await deploy.start(Old(), Stage(.show("x")))
        let engine = try deploy.engine(Throwing())
        let read = try await engine.state(session, by: Caller(.app)).state()
        #expect(read.screen?.viewModel.description == #"{"count":0,"text":"old"}"#)
        let problem = try await engine.perform(.refresh, on: session, by: Caller(.app)).problem()
        #expect(problem.code == .flowFailed)
        #expect(try await engine.state(session, by: Caller(.app)).state().revision == 1)
    }

    @Test func newBuildMakesTheScreenInTheNextChange() async throws {
        let session = try await deploy.start(Old(), Stage(.show("x")))
        let engine = try deploy.engine(New())
        #expect(try await text(engine, session) == "old")
        let state = try await engine.perform(.refresh, on: session, by: Caller(.app)).state()
        #expect(state.screen?.viewModel.description == #"{"count":0,"text":"new"}"#)
        #expect(state.moves.map(\.move) == [.refresh])
        let later = try deploy.engine(New())
        #expect(try await text(later, session) == "new")
        #expect(try await later.perform(.refresh, on: session, by: Caller(.app)).state().revision == 2)
    }

    @Test func screenWithStateOfItsOwnIsDerivedFromTheNextChangeOn() async throws {
        let session = try await deploy.start(Own(), Stage(.show("x")))
        let engine = try deploy.engine(New())
        #expect(try await text(engine, session) == "own")
        #expect(try await act(engine, session).screen?.viewModel.description == #"{"count":1,"text":"new"}"#)
    }

    @Test func screenThatIsDeclaredWithAParameterKeepsStateOfItsOwn() async throws {
        let session = try await deploy.start(Own(), Stage(.show("x")))
        let engine = try deploy.engine(Numbered())
        #expect(try await act(engine, session).screen?.viewModel.description == #"{"count":0,"text":"own"}"#)
    }

    @Test func screenThatNoFlowDeclaresKeepsItsStoredProperties() async throws {
        let session = try await deploy.start(Old(), Stage(.show("x")))
        let engine = try deploy.engine(Own())
        #expect(try await act(engine, session).screen?.viewModel.description == #"{"count":0,"text":"old"}"#)
        // It has state of its own again, so `nav.update` changes it.
        let state = try await act(engine, session, "update")
        #expect(state.screen?.viewModel.description == #"{"count":0,"text":"updated"}"#)
    }

    /// The origin is kept while a build without the declaration runs.
    @Test func rolledBackBuildKeepsTheOriginOfAScreen() async throws {
        let session = try await deploy.start(Numbered(), Stage(.show("x")))
        let old = try deploy.engine(Own())
        let state = try await act(old, session, "update")
        #expect(state.screen?.viewModel.description == #"{"count":0,"text":"updated"}"#)
        let engine = try deploy.engine(Numbered())
        #expect(try await act(engine, session).screen?.viewModel.description == #"{"count":2,"text":"7"}"#)
    }

    @Test func unreadableScreenIsMadeBeforeAHandlerNeedsIt() async throws {
        let session = try await deploy.start(Old(), Stage(.show("x")))
        let engine = try deploy.engine(Changed())
        #expect(try await engine.state(session, by: Caller(.app)).state().screen?.version == 1)
        let state = try await act(engine, session)
        #expect(state.screen?.version == 2)
        #expect(state.screen?.viewModel.description == #"{"words":["saw changed, changed"]}"#)
    }

    @Test func unreadableParameterStrandsTheSession() async throws {
        let session = try await deploy.start(Numbered(), Stage(.show("x")))
        let problem = try await deploy.engine(Lettered()).state(session, by: Caller(.app)).problem()
        #expect(problem.code == .incompatibleFlow)
        let report = try await deploy.operators(Lettered()).check()
        #expect(report.stranded.map(\.key.flow) == ["Derived"])
    }

    @Test func parametersSurviveARestart() async throws {
        let session = try await deploy.start(Numbered(), Stage(.show("x")))
        let engine = try deploy.engine(Numbered())
        #expect(try await act(engine, session).screen?.viewModel.description == #"{"count":1,"text":"7"}"#)
    }

    @Test func checkReportsScreensThatCannotBeMade() async throws {
        _ = try await deploy.start(Old(), Stage(.show("x")))
        #expect(try await deploy.operators(New()).check().isClean)
        let report = try await deploy.operators(Throwing()).check()
        #expect(report.failing.map(\.key.screen) == ["Derived.Page"])
        #expect(report.failing.map(\.key.flow) == ["Derived"])
        #expect(report.failures == 1)
        #expect(!report.isClean)
    }

    @Test func checkReportsTheFirstScreensThatCannotBeEncoded() async throws {
        let old = try deploy.engine(Old())
        for count in Array(1...22) + [1] {
            _ = try await old.start(StartRequest(Old(count: count))).state()
        }
        let report = try await deploy.operators(Unencodable()).check()
        #expect(report.failures == 23)
        #expect(report.failing.count == 20)
        #expect(report.failing.keys.allSatisfy { $0.screen == "Derived.Page" && $0.reason.count == 300 })
    }

    private func text(_ engine: Engine, _ session: String) async throws -> String? {
        let state = try await engine.state(session, by: Caller(.app)).state()
        return try state.screen.map { try JSON.decode(OldPage.self, from: $0.viewModel.bytes).text }
    }

    private func act(_ engine: Engine, _ session: String, _ action: String = "count") async throws -> StateDocument {
        let change = Change.action(name: action, params: nil, screen: nil, draft: nil)
        return try await engine.perform(change, on: session, by: Caller(.app)).state()
    }
}

private enum PageAction: Codable { case count, update }

private struct OldPage: Screen {
    static let name = "Derived.Page"
    typealias Action = PageAction
    var count: Int
    var text: String
}

private protocol Build: FlowController {
    var count: Int { get set }
}

extension Build {
    static var name: String { "Derived" }

    @RoutesBuilder<Self> static var counting: Routes<Self> {
        on(OldPage.self) { flow, action, nav in
            flow.count += 1
            if case .update = action { nav.update(OldPage.self) { $0.text = "updated" } }
        }
    }
}

private struct Old: Build {
    typealias Output = Done
    var count = 0
    func start(_ nav: Navigator<Self>) { nav.show(OldPage.self) }

    static var routes: Routes<Self> {
        counting
        shows(OldPage.self) { flow in OldPage(count: flow.count, text: "old") }
    }
}

private struct New: Build {
    typealias Output = Done
    var count = 0
    func start(_ nav: Navigator<Self>) { nav.show(OldPage.self) }

    static var routes: Routes<Self> {
        counting
        shows(OldPage.self) { flow in OldPage(count: flow.count, text: "new") }
    }
}

private struct Throwing: Build {
    typealias Output = Done
    var count = 0
    func start(_ nav: Navigator<Self>) { nav.show(OldPage.self) }

    static var routes: Routes<Self> {
        counting
        shows(OldPage.self) { _ in throw Notebook.Unlisted() }
    }
}

private struct Own: Build {
    typealias Output = Done
    var count = 0
    func start(_ nav: Navigator<Self>) { nav.show(OldPage(count: 0, text: "own")) }
    static var routes: Routes<Self> { counting }
}

private struct Numbered: Build {
    typealias Output = Done
    var count = 0
    func start(_ nav: Navigator<Self>) { nav.show(OldPage.self, for: 7) }

    static var routes: Routes<Self> {
        counting
        shows(OldPage.self, for: Int.self) { flow, number in OldPage(count: flow.count, text: "\(number)") }
    }
}

private struct Lettered: Build {
    typealias Output = Done
    var count = 0
    func start(_ nav: Navigator<Self>) { nav.show(OldPage.self, for: "a") }

    static var routes: Routes<Self> {
        counting
        shows(OldPage.self, for: String.self) { flow, letter in OldPage(count: flow.count, text: letter) }
    }
}

/// The page in a version that cannot be read from the old one.
private struct Changed: FlowController {
    static let name = "Derived"
    typealias Output = Done
    var count = 0
    var seen = ""

    func start(_ nav: Navigator<Self>) { nav.show(Page.self) }

    static var routes: Routes<Self> {
        shows(Page.self) { flow in Page(words: [flow.seen + "changed"]) }
        on(Page.self) { flow, page, action, nav in flow.seen = "saw \(page.words[0]), " }
    }

    struct Page: Screen {
        static let name = "Derived.Page"
        static let version = 2
        typealias Action = PageAction
        var words: [String]

        static func migrate(_ stored: JSONValue, from version: Int) throws -> Page { throw Notebook.Unlisted() }
    }
}

/// The page can be made, but not encoded.
private struct Unencodable: FlowController {
    static let name = "Derived"
    typealias Output = Done
    var count = 0

    func start(_ nav: Navigator<Self>) { nav.show(Page.self) }
    static var routes: Routes<Self> { shows(Page.self) { flow in Page(count: flow.count) } }

    struct Page: Screen {
        static let name = "Derived.Page"
        var count: Int

        func encode(to encoder: any Encoder) throws { throw TooLong(count: count) }
    }

    struct TooLong: Error, CustomStringConvertible {
        var count: Int
        var description: String { "\(count):" + String(repeating: "x", count: 1_000) }
    }
}
