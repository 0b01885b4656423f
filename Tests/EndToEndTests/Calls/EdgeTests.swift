import FairwayWire
import Foundation
import TestWaits
import Testing

/// Edge cases of headers, keys, bodies and preconditions.
@Suite(.waiting)
struct EdgeTests {
    private let server: RunningServer
    private let session: StartedSession

    init() async throws {
        server = try await SharedServer.running()
        session = try await StartedSession("Counter", on: server)
    }

    @Test func repliesAreNotCacheableAndStartHasLocation() async throws {
        let started = try await Client(server).send("POST", "/v1/sessions", "{}")
        #expect(started["Location"] == "/v1/sessions/\(try started.state.session)")
        #expect(started["Cache-Control"] == "no-store")
        for (method, call) in [
            ("GET", ""), ("POST", "/back"), ("POST", "/select"), ("POST", "/refresh"), ("DELETE", ""),
        ] {
            let reply = try await session.send(method, call)
            #expect(reply["Cache-Control"] == "no-store", "\(method) \(call)")
        }
        // Also for requests that are refused before the session is loaded.
        let large = String(repeating: "x", count: 70_000)
        for (method, call, body) in [("PUT", "", nil), ("POST", "/actions", large), ("GET", "/nowhere", nil)] {
            let reply = try await session.send(method, call, body)
            #expect(reply.status >= 400 && reply["Cache-Control"] == "no-store", "\(method) \(call)")
        }
    }

    @Test(arguments: [
        ("multipart/form-data; boundary=x", 415), ("image/png", 415), ("text/xml", 415), ("text/html", 415),
        ("text/plain", 201), ("application/x-www-form-urlencoded", 201), ("application/vnd.a+json", 201),
    ])
    func onlyForeignMediaTypesAreRejected(_ type: String, _ status: Int) async throws {
        let reply = try await Client(server).send("POST", "/v1/sessions", "{}", headers: ["Content-Type": type])
        #expect(reply.status == status)
    }

    @Test func keyIsValidatedAndBoundToPath() async throws {
        let keys = [(String(repeating: "k", count: 255), 200), (String(repeating: "k", count: 256), 400), ("a b", 400)]
        for (key, status) in keys {
            let reply = try await session.send("POST", "/refresh", headers: ["Idempotency-Key": key])
            #expect(reply.status == status, "\(key.prefix(3))")
        }
        let key = ["Idempotency-Key": "once"]
        #expect(try await session.send("POST", "/refresh", headers: key).status == 200)
        #expect(try await session.send("POST", "/back", headers: key).problem.code == .idempotencyKeyReused)
    }

    @Test(arguments: [#"{"flow":5}"#, #"{"device":{"screens":5}}"#])
    func invalidStartIsReplayedUnderItsKey(_ body: String) async throws {
        let key = ["Idempotency-Key": UUID().uuidString]
        let first = try await Client(server).send("POST", "/v1/sessions", body, headers: key)
        #expect(try first.problem.code == .invalidInput)
        let again = try await Client(server).send("POST", "/v1/sessions", body, headers: key)
        #expect(again["Idempotency-Replayed"] == "true")
        #expect(again.body == first.body)
        let corrected = try await Client(server).send("POST", "/v1/sessions", "{}", headers: key)
        #expect(try corrected.problem.code == .idempotencyKeyReused)
    }

    @Test func invalidDeviceIsReplayedUnderItsKey() async throws {
        let key = ["Idempotency-Key": "device"]
        let wrong = #"{"screens":5}"#
        let first = try await session.send("PUT", "/device", wrong, headers: key)
        #expect(first.status == 422)
        #expect(try await session.send("PUT", "/device", wrong, headers: key).body == first.body)
        let corrected = try await session.send("PUT", "/device", "{}", headers: key)
        #expect(try corrected.problem.code == .idempotencyKeyReused)
        _ = try await session.send("DELETE", "")
        #expect(try await session.send("PUT", "/device", wrong).problem.code == .sessionOver)
    }

    @Test func draftIsStoredDespiteRevisionMismatch() async throws {
        let body = #"{"action":"incrementButtonPressed","draft":"typed"}"#
        let reply = try await session.send("POST", "/actions", body, headers: ["If-Match": #""7""#])
        #expect(try reply.problem.code == .revisionMismatch)
        #expect(try reply.problem.state?.screen?.draft?.description == #""typed""#)
        #expect(try await session.send("GET", "").state.screen?.draft?.description == #""typed""#)
    }

    @Test func jsonErrorHasOffset() async throws {
        let reply = try await Client(server).send("POST", "/v1/sessions", #"{"flow": Tutorial}"#)
        #expect(try JSON.decode(JSONValue.self, from: reply.body)["offset"] == 9)
    }

    @Test func backFromFormerScreenIsStale() async throws {
        _ = try await session.act("pushButtonPressed")
        let reply = try await session.send("POST", "/back", #"{"screen":"s1"}"#)
        #expect(try reply.problem.code == .staleScreen)
        #expect(try reply.problem.state?.screen?.id == "s2")
    }

    @Test func readsContainNoEffectsAndMoves() async throws {
        let planets = try await StartedSession("", on: server, body: #"{"link":"/planets/earth"}"#)
        #expect(try await planets.act("showInWikipediaButtonPressed").state.effects.count == 1)
        let read = try await planets.send("GET", "").state
        #expect(read.effects.isEmpty)
        #expect(read.moves.isEmpty)
    }

    @Test func readWithoutRevisionDoesNotWait() async throws {
        #expect(try await session.send("GET", "", headers: ["Prefer": "wait=60"]).status == 200)
    }

    @Test func journalPageHasNextRevision() async throws {
        for _ in 0..<4 { _ = try await session.act("incrementButtonPressed") }
        let operating = session.client.as(RunningServer.operatorToken)
        func page(_ query: String) async throws -> JSONValue {
            let reply = try await operating.send("GET", "/v1/admin/sessions/\(session.id)/journal?\(query)")
            return try JSON.decode(JSONValue.self, from: reply.body)
        }
        #expect(try await page("limit=2")["next"] == 2)
        let rest = try await page("after=2&limit=3")
        #expect(rest["entries"]?.array?.count == 3)
        #expect(rest["next"] == .null)
        for query in ["limit=0", "limit=x", "idle=-1", "order=best", "cursor=made-up"] {
            let reply = try await operating.send("GET", "/v1/admin/flows?\(query)")
            #expect(try reply.problem.code == .malformedRequest, "\(query)")
        }
    }
}
