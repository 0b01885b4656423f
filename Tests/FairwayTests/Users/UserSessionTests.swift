import FairwayTesting
import Foundation
import TestWaits
import Testing

@testable import Fairway

/// Sessions that user tokens open.
@Suite(.waiting)
struct UserSessionTests {
    private static let (ada, eve) = (SessionCall.ada, SessionCall.eve)
    private static let turnstile = StartRequest(flow: "Turnstile")
    private static let key = RequestKey("0123456789abcdef", fingerprint: "POST /sessions")

    /// Other users' sessions, anonymous sessions and unknown sessions get the same bytes, also if the session has
    /// another language than the caller.
    @Test(arguments: SessionCall.all)
    func sessionsOfOthersDoNotExist(_ call: SessionCall) async throws {
        let bench = try await EngineFixture()
        let german = StartRequest(flow: "Turnstile", device: Device(locale: "de"))
        let session = try await bench.engine.start(german, by: .verified(Self.ada)).state().session
        for user in [Self.eve, User(id: "ADA"), User(id: "")] {
            var bodies: Set<[UInt8]> = []
            for session in [session, bench.session, "unknown"] {
                let answer = await call.answer(bench.engine, session, Caller(.user(user)))
                #expect(answer.code == .noSuchSession)
                bodies.insert(answer.body)
            }
            #expect(bodies.count == 1)
        }
        #expect(try await bench.store.load(session)?.session.revision == 1)
    }

    @Test func sessionOfAUserHasNoToken() async throws {
        let bench = try await EngineFixture()
        let answer = await bench.engine.start(Self.turnstile, by: .verified(Self.ada))
        let state = try answer.state()
        #expect(answer.status == 201)
        #expect(state.token == nil)
        #expect(try await bench.store.load(state.session)?.session.tokenHash == [])
        for token in ["", "guess", bench.token] {
            #expect(await bench.engine.state(state.session, by: Caller(.token(token))).code == .noSuchSession)
            #expect(
                await bench.engine.state(state.session, by: Caller(.token(token), user: Self.ada)).code
                    == .noSuchSession
            )
        }
        for user in [Self.ada, User(id: "ada")] {
            let counted = await bench.engine.perform(SessionCall.count, on: state.session, by: Caller(.user(user)))
            #expect(counted.status == 200)
        }
    }

    @Test func repeatedStartWithANewerTokenIsTheSameRequest() async throws {
        let bench = try await EngineFixture()
        let first = await bench.engine.start(Self.turnstile, key: Self.key, by: .verified(Self.ada))
        let newer = User(id: "ada", claims: ["email": "ada@new.example.org"])
        let again = await bench.engine.start(Self.turnstile, key: Self.key, by: .verified(newer))
        #expect(again.isReplay)
        #expect(again.body == first.body)
        #expect(try again.state().token == nil)
        let other = try await bench.engine.start(Self.turnstile, key: Self.key, by: .verified(Self.eve)).state()
        #expect(try other.session != first.state().session)
    }

    @Test func claimsAreStoredWithEachChangeMadeWithAUserToken() async throws {
        let bench = try await EngineFixture()
        let session = try await bench.engine.start(Self.turnstile, by: .verified(Self.ada)).state().session
        func claims() async throws -> String? { try await bench.store.load(session)?.session.claims.map { "\($0)" } }
        #expect(try await claims() == #"{"email":"ada@example.org","name":"Ada"}"#)
        let newer = User(id: "ada", claims: ["email": "ada@new.example.org"])
        for (caller, expected) in [
            (Caller(.user(newer)), #"{"email":"ada@new.example.org"}"#),
            (Caller(.app), #"{"email":"ada@new.example.org"}"#), (Caller(.user(User(id: "ada"))), nil),
        ] {
            #expect(await bench.engine.perform(SessionCall.count, on: session, by: caller).status == 200)
            #expect(try await claims() == expected)
            bench.engine.dropIdleSessions()
        }
    }

    @Test func twoDevicesRaceForARevision() async throws {
        let bench = try await EngineFixture()
        let session = try await bench.engine.start(Self.turnstile, by: .verified(Self.ada)).state().session
        let devices = [Caller(.user(Self.ada)), Caller(.user(User(id: "ada")))]
        var streams: [Subscription] = []
        for device in devices { streams.append(try await bench.engine.subscribe(session, by: device, after: 1)) }
        let wait = Change.action(name: "wait", params: nil, screen: nil, draft: nil)
        let guards = Guards(revisions: [1])
        let first = Task { await bench.engine.perform(wait, on: session, by: devices[0], guards: guards) }
        await bench.gate.arrivals(1)
        let second = Task.immediate { await bench.engine.perform(wait, on: session, by: devices[1], guards: guards) }
        bench.gate.open()
        #expect(await [first.value, second.value].map(\.status) == [200, 412])
        for stream in streams { #expect(await stream.revision() == 2) }
    }

    @Test func codeOfAUsersSessionIsGoodForThatUserOnly() async throws {
        let bench = try await EngineFixture()
        let german = StartRequest(flow: "Turnstile", device: Device(locale: "de"))
        let session = try await bench.engine.start(german, by: .verified(Self.ada)).state().session
        let caller = Caller(.user(Self.ada))
        let stream = try await bench.engine.subscribe(session, by: caller, after: 1)
        let (code, _) = try await bench.engine.makeHandoff(session, by: caller)
        let unknown = await bench.engine.takeHandoff("guessed", device: nil)
        for requester in [Requester.anonymous, .named(Self.ada), .named(Self.eve), .verified(Self.eve)] {
            let answer = await bench.engine.takeHandoff(code, device: nil, by: requester)
            #expect(answer.code == .noSuchHandoff)
            #expect(answer.body == unknown.body)
        }
        let device = Device(idiom: .pad)
        let first = await bench.engine.takeHandoff(code, device: device, key: Self.key, by: .verified(Self.ada))
        let again = await bench.engine.takeHandoff(code, device: device, key: Self.key, by: .verified(Self.ada))
        #expect(try first.state().session == session)
        #expect(try first.state().token == nil)
        #expect(again.body == first.body)
        #expect(again.isReplay)
        #expect(await bench.engine.takeHandoff(code, device: nil, by: .verified(Self.ada)).code == .noSuchHandoff)
        guard case .state(let state)? = await stream.next() else {
            Issue.record("the stream of the first device ended")
            return
        }
        #expect(state.revision == 2)
    }

    /// The user may sign in to the session afterwards.
    @Test func userTakesOverAnAnonymousSessionWithItsCode() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let taken = try await bench.engine.takeHandoff(code, device: nil, by: .verified(Self.ada)).state()
        let caller = Caller(.token(try #require(taken.token)))
        #expect(try await bench.store.load(bench.session)?.session.user == nil)
        #expect(await bench.engine.signIn(Self.ada, to: bench.session, by: caller).status == 200)
    }

    @Test func userListsOwnSessionsNewestFirst() async throws {
        let bench = try await EngineFixture()
        var sessions: [String] = []
        for (requester, flow) in [
            (Requester.verified(Self.ada), "Turnstile"), (.verified(Self.eve), "Turnstile"), (.anonymous, "Turnstile"),
            (.named(Self.ada), "Stage"), (.verified(Self.ada), "Turnstile"),
        ] {
            bench.clock.advance(by: 1)
            let request = StartRequest(flow: flow)
            sessions.append(try await bench.engine.start(request, by: requester).state().session)
        }
        let end = await bench.engine.perform(.end(.ended), on: sessions[0], by: Caller(.user(Self.ada)))
        #expect(end.status == 200)
        let all = try await bench.engine.sessions(of: Self.ada)
        #expect(all.rows.map(\.session) == [sessions[4], sessions[3], sessions[0]])
        #expect(all.rows.map(\.flow) == ["Turnstile", "Stage", "Turnstile"])
        #expect(all.rows.map(\.screen) == ["Turnstile.Page", "Page", nil])
        #expect(all.rows.map(\.outcome) == [nil, nil, .ended])
        #expect(all.rows.map(\.revision) == [1, 1, 2])
        let over = try await bench.engine.sessions(of: Self.ada, status: .over)
        #expect(over.rows.map(\.session) == [sessions[0]])
        let first = try await bench.engine.sessions(of: Self.ada, limit: 2)
        let second = try await bench.engine.sessions(of: Self.ada, cursor: first.next, limit: 2)
        #expect((first.rows + second.rows).map(\.session) == all.rows.map(\.session))
        #expect(second.next == nil)
        #expect(try await bench.engine.sessions(of: User(id: "ADA")).rows == [])
        let error = await #expect(throws: EngineError.self) {
            try await bench.engine.sessions(of: Self.ada, cursor: "x")
        }
        #expect(error?.answer.code == .malformedRequest)
    }

    /// The title is that of the front screen, in the session's language.
    @Test func listContainsSessionsThatThisBuildCannotRead() async throws {
        let store = MemoryStore()
        let old = try Engine(App(initial: Shelf()) { Flow(Attic()) }, store: store)
        let german = """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
              "Books": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Bücher"}}}}
            }}
            """
        let catalog = StringCatalog(Array(german.utf8), name: "Shelf.xcstrings")
        let new = try Engine(App(initial: Shelf()) { catalog }, store: store)
        let languages = ["de", "en", "de", nil].map { StartRequest(device: Device(locale: $0)) }
        for request in [StartRequest(flow: "Attic")] + languages {
            _ = try await old.start(request, by: .verified(Self.ada)).state()
        }
        let rows = try await new.sessions(of: Self.ada).rows
        #expect(rows.map(\.title) == ["Books", "Bücher", "Books", "Bücher", nil])
        #expect(rows.map(\.flow) == ["Shelf", "Shelf", "Shelf", "Shelf", "Attic"])
    }

    private struct Shelf: FlowController {
        static let name = "Shelf"
        func start(_ nav: Navigator<Self>) { nav.show(Books()) }

        static var routes: Routes<Self> { screen(Books.self) }

        struct Books: Screen { static let title = "Books" }
    }

    private struct Attic: FlowController {
        typealias Output = Done
        static let name = "Attic"
        func start(_ nav: Navigator<Self>) { nav.show(Boxes()) }

        static var routes: Routes<Self> { screen(Boxes.self) }

        struct Boxes: Screen { static let title = "Boxes" }
    }
}
