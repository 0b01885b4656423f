import Fairway
import FairwayHTTP
import FairwayWire
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayServer

/// `PUT /v1/sessions/{id}/user` (`protocol.md`, section 4.14).
@Suite(.waiting)
struct SignInCallTests {
    private static let ada = "user.ada.3600"
    private let harbour: ServedHarbour
    private let session: String
    private let token: String

    init() async throws {
        harbour = try await ServedHarbour(userTokens: NamedTokens.init)
        let begun = try await harbour.begin()
        (session, token) = (begun.session, try #require(begun.token))
    }

    private func signIn(
        _ userToken: String,
        by token: String? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> HarbourReply {
        try await harbour.send(
            .put,
            "/v1/sessions/\(session)/user",
            #"{"token":"\#(userToken)"}"#,
            token: token ?? self.token,
            headers: headers
        )
    }

    @Test func anonymousSessionBecomesTheUsers() async throws {
        let reply = try await signIn(Self.ada)
        #expect(reply.status == 200)
        #expect(reply.headers["etag"] == "\"2\"")
        let state = try JSON.decode(StateDocument.self, from: reply.body)
        #expect(state.token == nil)
        #expect(try await harbour.send(.get, "/v1/sessions/\(session)", token: Self.ada).status == 200)
        let list = try await harbour.send(.get, "/v1/sessions", token: Self.ada)
        #expect(try JSON.decode(SessionList.self, from: list.body).sessions.map(\.session) == [session])
    }

    @Test(arguments: SessionRoute.all.filter { $0.path != "/user" })
    func tokenFromBeforeTheSignInIsSuperseded(_ route: SessionRoute) async throws {
        #expect(try await signIn(Self.ada).status == 200)
        let reply = try await route.send(to: session, on: harbour, token: token)
        #expect(reply.status == 401)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .superseded)
    }

    @Test func streamFromBeforeTheSignInEnds() async throws {
        let stream = try TestClient(harbour.address)
        let head = "GET /v1/sessions/\(session)/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n"
        stream.send(head)
        _ = try stream.read(through: "\r\n\r\n")
        #expect(try stream.event().hasPrefix("id: 1\n"))
        #expect(try await signIn(Self.ada).status == 200)
        #expect(try stream.event() == "event: superseded\ndata: {}\n\n")
        #expect(try stream.read(through: "0\r\n\r\n") == "0\r\n\r\n")
    }

    @Test func repeatWithANewerTokenChangesNothing() async throws {
        let key = [(name: "Idempotency-Key", value: "k")]
        let first = try await signIn(Self.ada, headers: key)
        let again = try await signIn("user.ada.7200", headers: key)
        #expect(again.status == 200)
        #expect(again.body == first.body)
        #expect(again.headers["idempotency-replayed"] == "true")
        let plain = try await signIn("user.ada.7200")
        #expect(plain.status == 200)
        #expect(try JSON.decode(StateDocument.self, from: plain.body).revision == 2)
    }

    @Test func sessionOfAnotherUserDoesNotExist() async throws {
        #expect(try await signIn(Self.ada).status == 200)
        let wrong = ServedHarbour.unknownToken
        let unknown = try await harbour.send(.get, "/v1/sessions/nobody", token: wrong)
        for token in [token, Self.ada, "user.eve.3600", wrong] {
            let reply = try await signIn("user.eve.3600", by: token)
            #expect(reply.status == 404)
            #expect(reply.body == unknown.body)
        }
    }

    @Test(arguments: [
        (#"{"token":"a.b.c"}"#, ProblemCode.invalidToken), (#"{"token":"guessed"}"#, .invalidToken),
        ("{}", .malformedRequest), (#"{"token":5}"#, .malformedRequest), ("{", .invalidJSON),
    ])
    func bodyWithoutAValidTokenSignsNobodyIn(_ body: String, _ code: ProblemCode) async throws {
        let reply = try await harbour.send(.put, "/v1/sessions/\(session)/user", body, token: token)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == code)
        #expect(try await harbour.send(.put, "/v1/sessions/\(session)/user", body, token: "").status == 401)
        #expect(try await harbour.send(.get, "/v1/sessions/\(session)", token: token).status == 200)
    }

    @Test func serverWithoutUserTokensSignsNobodyIn() async throws {
        let harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        let path = "/v1/sessions/\(begun.session)/user"
        let reply = try await harbour.send(.put, path, #"{"token":"user.ada.3600"}"#, token: begun.token)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .invalidToken)
    }
}
