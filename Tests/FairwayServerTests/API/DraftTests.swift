import FairwayHTTP
import FairwayWire
import Testing

/// Keeping what a user has typed so far (`protocol.md` 4.7).
struct DraftTests {
    private let harbour: ServedHarbour
    private let session: String
    private let token: String
    private let path: String

    init() async throws {
        harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        (session, token) = (begun.session, try #require(begun.token))
        path = "/v1/sessions/\(session)/screens/s1/draft"
    }

    @Test(arguments: [("application/json", "{"), ("application/json", ""), ("text/html", "{}")])
    func whoHasNoTokenIsNotToldOfTheBody(_ type: String, _ body: String) async throws {
        let headers = [(name: "Content-Type", value: type)]
        let reply = try await harbour.send(.put, path, body, token: "", headers: headers)
        #expect(reply.status == 401)
        #expect(reply.headers["www-authenticate"] == "Bearer")
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .missingToken)
        #expect(try await [400, 415].contains(harbour.send(.put, path, body, token: token, headers: headers).status))
    }

    @Test func whoHasNoTokenForgetsNothing() async throws {
        #expect(try await harbour.send(.put, path, #"{"name":"Ad"}"#, token: token).status == 204)
        #expect(try await harbour.send(.delete, path, token: "").status == 401)
        let state = try await harbour.send(.get, "/v1/sessions/\(session)", token: token)
        #expect(try JSON.decode(StateDocument.self, from: state.body).screen?.draft?.description == #"{"name":"Ad"}"#)
    }
}
