import FairwayHTTP
import FairwayWire
import Testing

/// Setting and deleting drafts (`protocol.md`, section 4.7).
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
    func bodyErrorsAreHiddenWithoutToken(_ type: String, _ body: String) async throws {
        let headers = [(name: "Content-Type", value: type)]
        let reply = try await harbour.send(.put, path, body, token: "", headers: headers)
        #expect(reply.status == 401)
        #expect(reply.headers["www-authenticate"] == "Bearer")
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .missingToken)
        #expect(try await [400, 415].contains(harbour.send(.put, path, body, token: token, headers: headers).status))
    }

    @Test func draftIsNotDeletedWithoutToken() async throws {
        #expect(try await harbour.send(.put, path, #"{"name":"Ad"}"#, token: token).status == 204)
        #expect(try await harbour.send(.delete, path, token: "").status == 401)
        #expect(try await draft() == #"{"name":"Ad"}"#)
    }

    @Test(arguments: [Method.put, .delete], ["bad key", String(repeating: "k", count: 256), ""])
    func invalidIdempotencyKeyIsMalformed(_ method: Method, _ key: String) async throws {
        let headers = [(name: "Idempotency-Key", value: key)]
        let reply = try await harbour.send(method, path, "{}", token: token, headers: headers)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .malformedRequest)
        #expect(try await harbour.send(method, path, "{}", token: "", headers: headers).status == 401)
    }

    @Test func draftCanBeReplacedUnderSameKey() async throws {
        for body in ["1", "2"] {
            let headers = [(name: "Idempotency-Key", value: "k")]
            let reply = try await harbour.send(.put, path, body, token: token, headers: headers)
            #expect(reply.status == 204)
            #expect(reply.headers["idempotency-replayed"] == nil)
            #expect(try await draft() == body)
        }
    }

    private func draft() async throws -> String? {
        let state = try await harbour.send(.get, "/v1/sessions/\(session)", token: token)
        return try JSON.decode(StateDocument.self, from: state.body).screen?.draft?.description
    }
}
