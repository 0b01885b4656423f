import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayServer

/// Calls with user tokens (`protocol.md`, section 2).
@Suite(.waiting)
struct UserTokenCallTests {
    private static let (ada, eve) = ("user.ada.3600", "user.eve.3600")
    /// Truncated to 43 characters, user tokens have the form of a session's token. The first has a line break in its
    /// header, as in RFC 7519, section 3.1. The others are cut after 1, 2, 3 and 4 bytes of a character.
    private static let truncatedTokens = [
        "{\"typ\":\"JWT\",\r\n \"alg\":\"ES256\",\"kid\":", #"{"kid":"a😀😀😀😀😀😀😀"#, #"{"kid":"😀😀😀😀😀😀😀"#,
        #"{"kid":"aaa😀😀😀😀😀😀😀"#, #"{"kid":"aa😀😀😀😀😀😀😀"#,
    ].map { String(Base64URL.encode(Array($0.utf8)).prefix(43)) }
    private let harbour: ServedHarbour
    private let session: String

    init() async throws {
        harbour = try await ServedHarbour(userTokens: NamedTokens.init)
        let started = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: Self.ada)
        session = try JSON.decode(StateDocument.self, from: started.body).session
    }

    @Test func tableContainsEverySessionCall() async throws {
        let document = try JSON.decode(JSONValue.self, from: try await harbour.send(.get, "/openapi.json").body)
        var calls: Set<String> = []
        for (path, methods) in document["paths"]?.object?.members ?? [] {
            for (method, call) in methods.object?.members ?? [] where call["security"]?[0]?["session"] != nil {
                let path = path.replacing("/v1/sessions/{session}", with: "").replacing("{screen}", with: "s1")
                calls.insert("\(method.uppercased()) \(path)")
            }
        }
        #expect(calls == Set(SessionRoute.all.map(\.testDescription)))
    }

    @Test(arguments: SessionRoute.all)
    func sessionsOfOthersDoNotExist(_ route: SessionRoute) async throws {
        let anonymous = try await harbour.begin().session
        let unknown = try await route.send(to: "nobody", on: harbour, token: Self.eve)
        #expect(unknown.status == 404)
        #expect(try JSON.decode(Problem.self, from: unknown.body).code == .noSuchSession)
        for session in [session, anonymous] {
            let reply = try await route.send(to: session, on: harbour, token: Self.eve)
            #expect(reply.status == 404)
            #expect(reply.body == unknown.body)
            #expect(Set(reply.headers.keys) == Set(unknown.headers.keys))
        }
    }

    /// The token is refused before the session is looked up: the store is unavailable.
    @Test(arguments: SessionRoute.all)
    func invalidTokenIsRefusedBeforeASessionIsLookedFor(_ route: SessionRoute) async throws {
        harbour.store.isUnavailable = true
        let texts = ["a.b.c", "..", "user.ada.-61", "a.b.c.d", "user.ada.3600.", "user.ada", "guessed", "a b"]
        let lengths = [String(repeating: "x", count: 42), String(repeating: "é", count: 43)]
        for token in texts + lengths + Self.truncatedTokens {
            let reply = try await route.send(to: session, on: harbour, token: token)
            #expect(reply.status == 401)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .invalidToken)
            #expect(reply.headers["www-authenticate"] == #"Bearer error="invalid_token""#)
        }
    }

    /// No call continues as an anonymous one.
    @Test(arguments: [
        (FairwayHTTP.Method.post, "/v1/sessions", "{}"), (.get, "/v1/sessions", ""),
        (.post, "/v1/handoffs", #"{"code":"guessed"}"#),
    ])
    func invalidTokenStartsNothing(_ method: FairwayHTTP.Method, _ path: String, _ body: String) async throws {
        // Without its last characters, a user token has two dots, one or none.
        let token = try TokenFixture.token()
        let truncated = ([42, 43, 44] + stride(from: 1, to: token.count, by: 9)).map { String(token.prefix($0)) }
        for token in ["a.b.c", "a.b", "guessed", Self.ada + "."] + truncated + Self.truncatedTokens {
            let reply = try await harbour.send(method, path, body, token: token)
            #expect(reply.status == 401)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .invalidToken, "\(token)")
        }
        #expect(harbour.engine.liveSessionCount == 1)
    }

    @Test(arguments: ["Bearer", "bearer ", "Bearer  \t", "Bearerabc", "bearer,abc"])
    func schemeWithoutATokenIsRefused(_ value: String) async throws {
        let calls: [(FairwayHTTP.Method, String)] = [
            (.post, "/v1/sessions"), (.get, "/v1/sessions"), (.get, "/v1/sessions/\(session)"),
            (.get, "/v1/admin/flows"),
        ]
        for (method, path) in calls {
            let headers = [(name: "Authorization", value: value)]
            let reply = try await harbour.send(method, path, token: "", headers: headers)
            #expect(reply.status == 401)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .invalidToken)
        }
    }

    @Test func serverWithoutUserTokensRefusesThem() async throws {
        let harbour = try await ServedHarbour()
        let session = try await harbour.begin().session
        for (method, path) in [(FairwayHTTP.Method.post, "/v1/sessions"), (.get, "/v1/sessions/\(session)")] {
            let reply = try await harbour.send(method, path, token: Self.ada)
            #expect(reply.status == 401)
            let problem = try JSON.decode(Problem.self, from: reply.body)
            #expect(problem.code == .invalidToken)
            #expect(problem.detail == "This server takes no user tokens: it runs without --jwt-keys.")
        }
        #expect(harbour.engine.liveSessionCount == 1)
    }

    /// Clients may send the token of an earlier session.
    @Test func tokensOfSessionsAndOperatorsStartAnonymousSessions() async throws {
        let first = try await harbour.begin()
        // One in 262,144 tokens of sessions begins like a user token.
        let similar = Base64URL.encode(Array(#"{""#.utf8) + (0..<30).map { UInt8(0x40 + $0 * 6) })
        #expect(similar.hasPrefix("eyJ"))
        let tokens = [try #require(first.token), similar, ServedHarbour.unknownToken, ServedHarbour.token(of: .view)]
        for token in tokens {
            let reply = try await harbour.send(.post, "/v1/sessions", token: token)
            #expect(reply.status == 201)
            let state = try JSON.decode(StateDocument.self, from: reply.body)
            #expect(state.session != first.session)
            #expect(state.token != token)
        }
    }

    @Test func operatorsCallsTakeNoUserTokens() async throws {
        for path in ["/v1/sessions/\(session)/signals", "/v1/admin/jobs/\(session)/j1/retry"] {
            let reply = try await harbour.send(.post, path, #"{"signal":"x"}"#, token: Self.ada)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .forbidden)
        }
    }

    @Test func sessionStartedWithAUserTokenHasNoToken() async throws {
        let key = [(name: "Idempotency-Key", value: "0123456789abcdef")]
        var bodies: Set<[UInt8]> = []
        for token in [Self.ada, "user.ada.7200"] {
            let reply = try await harbour.send(.post, "/v1/sessions", token: token, headers: key)
            #expect(reply.status == 201)
            #expect(try JSON.decode(JSONValue.self, from: reply.body)["token"] == nil)
            bodies.insert(reply.body)
        }
        #expect(bodies.count == 1)
        #expect(try await harbour.send(.get, "/v1/sessions/\(session)", token: "user.ada.7200").status == 200)
        let wrong = ServedHarbour.unknownToken
        #expect(try await harbour.send(.get, "/v1/sessions/\(session)", token: wrong).status == 404)
    }

    @Test func codeOfAUsersSessionIsTakenWithThatUsersToken() async throws {
        let made = try await harbour.send(.post, "/v1/sessions/\(session)/handoff", token: Self.ada)
        let body = #"{"code":"\#(try JSON.decode(Handoff.self, from: made.body).code)"}"#
        for token in ["", Self.eve] {
            let reply = try await harbour.send(.post, "/v1/handoffs", body, token: token)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .noSuchHandoff)
        }
        let taken = try await harbour.send(.post, "/v1/handoffs", body, token: "user.ada.7200")
        #expect(taken.status == 200)
        let state = try JSON.decode(StateDocument.self, from: taken.body)
        #expect(state.session == session)
        #expect(state.token == nil)
        #expect(try await harbour.send(.get, "/v1/sessions/\(session)", token: Self.ada).status == 200)
    }

    @Test func userListsOwnSessions() async throws {
        harbour.clock.advance(by: 1)
        for token in ["", Self.ada] {
            _ = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: token)
        }
        _ = try await harbour.send(.delete, "/v1/sessions/\(session)", token: Self.ada)
        let reply = try await harbour.send(.get, "/v1/sessions?status=over", token: Self.ada)
        #expect(reply.headers["cache-control"] == "no-store")
        let document = try JSON.decode(JSONValue.self, from: reply.body)
        let expected: JSONValue = [
            "sessions": [
                [
                    "session": .string(session), "revision": 2, "status": "over", "outcome": "ended", "flow": "Harbour",
                    "screen": nil, "title": nil, "createdAt": "2023-11-14T22:13:20.000Z",
                    "touchedAt": "2023-11-14T22:13:21.000Z",
                ]
            ], "next": nil,
        ]
        #expect(document == expected)
        let first = try await list("?limit=1")
        #expect(first.sessions.map(\.screen) == ["Harbour.Quay"])
        let second = try await list("?limit=1&cursor=\(try #require(first.next))")
        #expect(second.sessions.map(\.session) == [session])
        #expect(second.next == nil)
        for query in ["?limit=0", "?status=none", "?cursor=x"] {
            let reply = try await harbour.send(.get, "/v1/sessions\(query)", token: Self.ada)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .malformedRequest)
        }
    }

    private func list(_ query: String) async throws -> SessionList {
        try JSON.decode(
            SessionList.self,
            from: try await harbour.send(.get, "/v1/sessions\(query)", token: Self.ada).body
        )
    }

    @Test(arguments: ["", ServedHarbour.unknownToken])
    func listNeedsAUser(_ token: String) async throws {
        let reply = try await harbour.send(.get, "/v1/sessions", token: token)
        #expect(reply.status == 401)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .signInRequired)
        #expect(reply.headers["www-authenticate"] == "Bearer")
    }

    @Test func streamEndsWhenItsTokenExpires() async throws {
        let stream = try watch("user.ada.60")
        #expect(try stream.event().hasPrefix("id: 1\n"))
        harbour.clock.advance(by: 59)
        try await change()
        #expect(try stream.event().hasPrefix("id: 2\n"))
        harbour.clock.advance(by: 1)
        try checkEnd(of: stream)
        // Other streams of the session continue.
        let newer = try watch("user.ada.120")
        try await change()
        #expect(try newer.event().hasPrefix("id: 2\n"))
        #expect(try newer.event().hasPrefix("id: 3\n"))
    }

    /// Otherwise a client whose clock is behind would open the stream again and again.
    @Test func streamWithATokenThatHasJustExpiredLastsUntilItIsNoLongerAccepted() async throws {
        harbour.clock.advance(by: 30)
        let stream = try watch("user.ada.10")
        #expect(try stream.event().hasPrefix("id: 1\n"))
        harbour.clock.advance(by: 39)
        try await change()
        #expect(try stream.event().hasPrefix("id: 2\n"))
        harbour.clock.advance(by: 1)
        try checkEnd(of: stream)
    }

    private func change() async throws {
        let body = #"{"signal":"Harbour.StormWarning","params":{"force":9}}"#
        #expect(try await harbour.send(.post, "/v1/sessions/\(session)/signals", body).status == 200)
    }

    private func checkEnd(of stream: TestClient) throws {
        #expect(try !stream.read(through: "0\r\n\r\n").contains("event:"))
    }

    private func watch(_ token: String) throws -> TestClient {
        let client = try TestClient(harbour.address)
        client.send("GET /v1/sessions/\(session)/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        return client
    }
}
