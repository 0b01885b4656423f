import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

@testable import FairwayClient

@MainActor @Suite(.waiting)
struct FlowModelUserTests {
    /// Runs a test with a session on a scripted server. The user tokens are `u1`, `u2` and so on.
    private func withModel(
        anonymous: Bool = false,
        _ test: (FlowModel, ScriptedServer) async throws -> Void
    ) async throws {
        let tokens = SuppliedTokens(anonymous ? [nil] : [])
        let server = try ScriptedServer { tokens.next() }
        let model = FlowModel(server.app)
        server.answer(.example(1, token: anonymous ? "secret" : nil))
        await model.start(flow: "Flow")
        #expect(await server.next()?.token == (anonymous ? nil : "u1"))
        #expect(await server.streamIsOpen() == (anonymous ? "secret" : "u1"))
        try await test(model, server)
        await server.stop()
    }

    @Test func usersSessionIsOpenedWithTheUsersToken() async throws {
        try await withModel { model, server in
            let credentials = RemoteSession.Credentials(session: "a")
            #expect(model.credentials == credentials)
            let resumed = FlowModel(server.app)
            #expect(await resumed.resume(credentials))
            #expect(resumed.screen?.id == "s1")
            server.answer(.example(2))
            #expect(await resumed.send("save"))
            #expect(await server.next()?.token == "u1")
        }
    }

    @Test func sessionsOfTheUserAreListed() async throws {
        let server = try ScriptedServer { "u1" }
        let row = ListedSession(
            session: "a",
            revision: 3,
            status: .active,
            outcome: nil,
            flow: "Flow",
            screen: "Flow.Page",
            title: "Page",
            createdAt: Date(timeIntervalSince1970: 1),
            touchedAt: Date(timeIntervalSince1970: 2)
        )
        server.answer(SessionList(sessions: [row], next: "a+b"))
        #expect(try await server.app.sessions() == SessionList(sessions: [row], next: "a+b"))
        server.answer(SessionList(sessions: [], next: nil))
        #expect(try await server.app.sessions(status: .active, cursor: "a+b").next == nil)
        let calls = [await server.next(), await server.next()]
        #expect(calls.map { $0?.line } == ["GET /v1/sessions", "GET /v1/sessions?status=active&cursor=a%2Bb"])
        #expect(calls.map { $0?.token } == ["u1", "u1"])
        await server.stop()
    }

    @Test func refusedTokenIsRenewedOnce() async throws {
        try await withModel { model, server in
            server.refuse(Problem(.invalidToken))
            server.answer(.example(2))
            #expect(await model.send("save"))
            let calls = [await server.next(), await server.next()]
            #expect(calls.map { $0?.token } == ["u1", "u2"])
            #expect(calls[0]?.key == calls[1]?.key)
        }
    }

    /// An attempt before the refusal may have been executed, so the call keeps its key.
    @Test func secondRefusalIsShown() async throws {
        try await withModel { model, server in
            for _ in 1...2 { server.refuse(Problem(.invalidToken)) }
            #expect(await !model.send("save"))
            #expect(model.alert?.problem?.code == .invalidToken)
            #expect(model.screen?.id == "s1")
            let key = await server.next()?.key
            #expect(await server.next()?.token == "u2")
            server.answer(.example(2))
            #expect(await model.send("save"))
            #expect(await server.next()?.key == key)
        }
    }

    @Test func streamIsKeptAliveOverARenewal() async throws {
        try await withModel { model, server in
            server.push(.example(2, token: nil))
            await until { model.state?.revision == 2 }
            server.refuseStream(Problem(.invalidToken))
            server.endStreams()
            #expect(await server.streamIsOpen() == "u3")
            server.push(.example(3, ["s1", "s2"], token: nil))
            await until { model.screen?.id == "s2" }
            #expect(model.isConnected)
            #expect(model.alert == nil)
        }
    }

    @Test func endOfTheSignInIsShownAndTheNextCallFollowsAgain() async throws {
        try await withModel { model, server in
            for _ in 1...2 { server.refuseStream(Problem(.invalidToken)) }
            server.push(.example(2, token: nil))
            await until { model.state?.revision == 2 }
            server.endStreams()
            await until { model.alert != nil }
            #expect(model.alert?.problem?.code == .invalidToken)
            #expect(model.screen?.id == "s1")
            server.answer(.example(3))
            #expect(await model.send("save"))
            #expect(await server.streamIsOpen() == "u3")
        }
    }

    @Test func flowThatNeedsAUserLeavesTheSession() async throws {
        try await withModel(anonymous: true) { model, server in
            server.refuse(Problem(.signInRequired))
            #expect(await !model.open(link: "/mine"))
            #expect(model.alert?.problem?.code == .signInRequired)
            #expect(model.screen?.id == "s1")
        }
    }

    /// The server ends the streams of the session's token before it replies.
    @Test func signInMakesTheSessionTheUsers() async throws {
        try await withModel(anonymous: true) { model, server in
            async let isSignedIn = model.signIn()
            let call = await server.next()
            #expect(call?.line == "PUT /v1/sessions/a/user")
            #expect(call?.token == "secret")
            #expect(call?.body == ["token": "u1"])
            server.pushEvent("superseded")
            server.answer(.example(2, ["s2"]))
            #expect(await isSignedIn)
            #expect(model.credentials == RemoteSession.Credentials(session: "a"))
            #expect(model.screen?.id == "s2")
            #expect(await server.streamIsOpen() == "u1")
            server.answer(.example(3))
            #expect(await model.send("save"))
            #expect(await server.next()?.token == "u1")
            #expect(model.isConnected)
        }
    }

    @Test func callThatASignInSupersedesIsMadeAsTheUser() async throws {
        try await withModel(anonymous: true) { model, server in
            let session = try #require(model.session)
            async let draft: Void = session.keep(draft: "A", on: "s1")
            #expect(await server.next()?.token == "secret")
            async let isSignedIn = model.signIn()
            #expect(await server.next()?.line == "PUT /v1/sessions/a/user")
            // The oldest call is the draft.
            server.refuse(Problem(.superseded))
            server.answer(.example(2))
            #expect(await isSignedIn)
            server.accept()
            try await draft
            #expect(await server.next()?.token == "u1")
        }
    }

    @Test func refusedSignInLeavesTheSessionAnonymous() async throws {
        try await withModel(anonymous: true) { model, server in
            for _ in 1...2 { server.refuse(Problem(.invalidToken)) }
            #expect(await !model.signIn())
            #expect(model.alert?.problem?.code == .invalidToken)
            #expect(model.credentials == RemoteSession.Credentials(session: "a", token: "secret"))
            server.pushEvent("superseded")
            await until { model.content == .lost(.superseded) }
        }
    }

    @Test func signInWithoutUserIsAnError() async throws {
        let server = try ScriptedServer()
        let model = FlowModel(server.app)
        server.answer(.example(1))
        await model.start()
        #expect(await !model.signIn())
        #expect(model.alert?.sentence == "signIn() needs a user: pass userToken to RemoteApp.")
        await server.stop()
    }

    @Test(arguments: [true, false])
    func failedSupplyOfATokenIsShown(isUnreachable: Bool) async throws {
        let server = try ScriptedServer { throw isUnreachable ? URLError(.notConnectedToInternet) : Declined() }
        let model = FlowModel(server.app)
        #expect(await !model.start())
        switch try #require(model.alert) {
        case .network(let error): #expect(isUnreachable && error.code == .notConnectedToInternet)
        case .noUserToken(let error): #expect(!isUnreachable && error is Declined)
        default: #expect(Bool(false))
        }
        await server.stop()
    }

    private struct Declined: Error {}
}

@Suite(.waiting)
struct UserTokenSourceTests {
    @Test func simultaneousCallersShareARenewal() async throws {
        let tokens = SuppliedTokens([])
        let user = UserTokenSource(limit: .seconds(3_600)) { tokens.next() }
        #expect(try await user.current() == "u1")
        async let first = user.other(than: "u1")
        async let second = user.other(than: "u1")
        #expect(try await [first, second] == ["u2", "u2"])
        #expect(try await user.current() == "u2")
    }

    @Test func sameTokenDoesNotReplaceARefusedToken() async throws {
        let user = UserTokenSource(limit: .seconds(3_600)) { "u" }
        #expect(try await user.current() == "u")
        #expect(try await user.other(than: "u") == nil)
    }

    /// The user had signed out when another call was refused, and has signed in again.
    @Test func refusedTokenIsRenewedAfterARenewalWithoutAUser() async throws {
        let tokens = SuppliedTokens(["old", nil])
        let user = UserTokenSource(limit: .seconds(3_600)) { tokens.next() }
        #expect(try await user.current() == "old")
        #expect(try await user.other(than: "old") == nil)
        #expect(try await user.other(than: "old") == "u1")
    }

    @Test func functionThatDoesNotReturnFails() async throws {
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        let user = UserTokenSource(limit: .zero) {
            for await _ in never {}
            return nil
        }
        let error = await #expect(throws: ClientError.self) { try await user.current() }
        guard case .network(let failure)? = error else { return #expect(Bool(false)) }
        #expect(failure.code == .timedOut)
    }
}

/// Tokens in order: the given ones, then `u1`, `u2` and so on.
private final class SuppliedTokens: Sendable {
    private let state: Mutex<(first: [String?], count: Int)>

    init(_ first: [String?]) { state = Mutex((first, 0)) }

    func next() -> String? {
        state.withLock { state in
            if !state.first.isEmpty { return state.first.removeFirst() }
            state.count += 1
            return "u\(state.count)"
        }
    }
}
