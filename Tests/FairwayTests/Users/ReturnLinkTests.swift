import FairwayTesting
import Foundation
import TestWaits
import Testing

@testable import Fairway

/// Links with which users come back to their sessions (`protocol.md` 4.11).
@Suite(.waiting)
struct ReturnLinkTests {
    private let clock = ManualClock()
    private let store = FaultyStore(MemoryStore())
    private let noted = Noted()
    private let engine: Engine
    private let session: String
    private let caller: Caller

    init() async throws { try await self.init(publicURL: nil, by: .anonymous) }

    private init(publicURL: String?, by requester: Requester) async throws {
        let noted = noted
        let app = App(initial: Form()) {
            Flow(Help())
            Service(Noted.self) { _ in noted }
        }
        engine = try Engine(app, store: store, clock: clock, identifiers: CountedIdentifiers(), publicURL: publicURL)
        let started = try await engine.start(by: requester).state()
        session = started.session
        caller = started.token.map { Caller(.token($0)) } ?? Caller(.user(SessionCall.ada))
    }

    /// Makes links and returns their codes.
    @discardableResult
    private func makeLinks(_ name: String = "link", days: Int = 7, count: Int = 1) async throws -> [String] {
        let before = noted.all.count
        let params = try RawJSON(encoding: ["days": days, "count": count])
        let change = Change.action(name: name, params: params, screen: nil, draft: nil)
        _ = await engine.perform(change, on: session, by: caller)
        return noted.all.dropFirst(before).map { String($0.split(separator: "/").last ?? "") }
    }

    private func isGood(_ code: String) async throws -> Bool { try await store.handoff(SHA256.hash(code.utf8)) != nil }

    @Test func linkTakesTheSessionOverOnce() async throws {
        let code = try #require(try await makeLinks().first)
        #expect(code.count == 16)
        let taken = try await engine.takeHandoff(code, device: Device(idiom: .phone)).state()
        #expect(taken.session == session)
        #expect(await engine.state(session, by: caller).code == .superseded)
        let new = Caller(.token(try #require(taken.token)))
        #expect(await engine.state(session, by: new).status == 200)
        #expect(await engine.takeHandoff(code, device: nil).code == .noSuchHandoff)
    }

    @Test func flowLearnsThatItsLinkWasUsed() async throws {
        let codes = try await makeLinks(count: 2)
        let taken = try await engine.takeHandoff(codes[0], device: Device(idiom: .phone)).state()
        #expect(taken.screen?.name == "Form.Used")
        #expect(taken.revision == 3)
        // A code that the user types is no return link, and leads to the screen that it was made on.
        let new = Caller(.token(try #require(taken.token)))
        let (code, _) = try await engine.makeHandoff(session, by: new)
        #expect(try await engine.takeHandoff(code, device: nil).state().screen?.id == taken.screen?.id)
    }

    @Test(arguments: [
        (nil, "/r/"), ("https://a.example", "https://a.example/r/"), ("https://a.example/", "https://a.example/r/"),
        ("https://a.example/app/", "https://a.example/app/r/"),
    ])
    func linkBeginsWithThePublicURL(_ publicURL: String?, _ prefix: String) async throws {
        let tests = try await ReturnLinkTests(publicURL: publicURL, by: .anonymous)
        let code = try #require(try await tests.makeLinks().first)
        #expect(tests.noted.all == [prefix + code])
    }

    @Test func linkOfAUsersSessionIsGoodForThatUserOnly() async throws {
        let tests = try await ReturnLinkTests(publicURL: nil, by: .verified(SessionCall.ada))
        let code = try #require(try await tests.makeLinks().first)
        for requester in [Requester.anonymous, .verified(SessionCall.eve)] {
            let answer = await tests.engine.takeHandoff(code, device: nil, by: requester)
            #expect(answer.code == .noSuchHandoff)
        }
        let taken = await tests.engine.takeHandoff(code, device: nil, by: .verified(SessionCall.ada))
        #expect(try taken.state().token == nil)
        #expect(try await !tests.isGood(code))
    }

    @Test func linkIsGoodFromTheCommitOfItsChange() async throws {
        let hold = store.holdNext()
        let making = Task { try await makeLinks() }
        await hold.reached()
        let code = try #require(noted.all.first?.split(separator: "/").last)
        #expect(await engine.takeHandoff(String(code), device: nil).code == .noSuchHandoff)
        hold.release()
        #expect(try await making.value == [String(code)])
        #expect(await engine.takeHandoff(String(code), device: nil).status == 200)
    }

    @Test(arguments: ["linkAndFail", "linkAndCatch"])
    func failedChangeOrCallMakesNoLink(_ action: String) async throws {
        let code = try #require(try await makeLinks(action).first)
        #expect(try await !isGood(code))
    }

    @Test func sixteenNewestLinksAreGood() async throws {
        let many = try await makeLinks(count: 20)
        let further = try await makeLinks(count: 2)
        var good: [Bool] = []
        for code in many + further { good.append(try await isGood(code)) }
        #expect(good == Array(repeating: false, count: 6) + Array(repeating: true, count: 16))
    }

    @Test(arguments: [(7, 7), (30, 30), (31, 30), (3_650, 30)])
    func linkIsGoodForThirtyDaysAtMost(_ days: Int, _ expected: Int) async throws {
        let code = try #require(try await makeLinks(days: days).first)
        let stored = try #require(try await store.handoff(SHA256.hash(code.utf8)))
        #expect(stored.expiresAt == clock.now.addingTimeInterval(Double(expected) * 86_400))
        #expect(stored.isLink)
        clock.advance(by: Double(expected) * 86_400)
        #expect(await engine.takeHandoff(code, device: nil).code == .noSuchHandoff)
    }
}

/// A form that is finished later.
private struct Form: FlowController, HelpGiving {
    static let name = "Form"

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .link(let days, let count):
                for _ in 0..<count { try nav.note(nav.returnLink(validFor: .days(days))) }
            case .linkAndFail:
                try nav.note(nav.returnLink(validFor: .days(7)))
                try nav.reject("later", "Not now.")
            case .linkAndCatch:
                nav.start(Help())
            }
        }
        screen(Used.self)
        on(event: ReturnLinkUsed.self) { _, _, nav in nav.show(Used()) }
    }

    mutating func giveHelp(_ nav: Navigator<any HelpGiving>) throws {
        try nav.note(nav.returnLink(validFor: .days(7)))
        throw CancellationError()
    }

    struct Page: Screen {
        enum Action: Codable {
            case link(days: Int, count: Int)
            case linkAndFail, linkAndCatch
        }
    }

    struct Used: Screen {}
}

private protocol HelpGiving {
    mutating func giveHelp(_ nav: Navigator<any HelpGiving>) throws
}

/// A flow that calls one above it, which fails.
private struct Help: FlowController {
    typealias Output = Done
    static let name = "Help"

    func start(_ nav: Navigator<Self>) {
        _ = try? nav.find((any HelpGiving).self) { try $0.giveHelp($1) }
        nav.show(Page())
    }

    static var routes: Routes<Self> { screen(Page.self) }

    struct Page: Screen {}
}

extension Navigator {
    fileprivate func note(_ link: ReturnLink) throws { try dependencies[Noted.self].note(link.url) }
}
