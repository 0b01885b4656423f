import FairwayHTTP
import FairwayWire
import Testing

/// Taking over a session with a code (`protocol.md`, section 4.11).
struct HandoffTests {
    private let harbour: ServedHarbour
    private let session: String
    private let token: String
    private let code: String

    init() async throws {
        harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        (session, token) = (begun.session, try #require(begun.token))
        let made = try await harbour.send(.post, "/v1/sessions/\(session)/handoff", token: token)
        code = try JSON.decode(Handoff.self, from: made.body).code
    }

    @Test(arguments: [
        (#"{"idiom":5}"#, "/device/idiom"), (#"{"screens":{"Harbour.Quay":"one"}}"#, "/device/screens/Harbour.Quay"),
        ("[]", "/device"), (#"{"locale":"\#(String(repeating: "a", count: 36))"}"#, "/device/locale"),
        (#"{"app":"\#(String(repeating: "a", count: 2_048))"}"#, "/device"),
    ])
    func invalidDeviceDoesNotTakeSessionOver(_ device: String, _ pointer: String) async throws {
        let problem = try await take(#"{"code":"\#(code)","device":\#(device)}"#)
        #expect(problem.code == .invalidInput)
        #expect(problem.errors.map(\.pointer) == [pointer])
        #expect(try await harbour.send(.get, "/v1/sessions/\(session)", token: token).status == 200)
        #expect(try await harbour.send(.post, "/v1/handoffs", #"{"code":"\#(code)"}"#, token: "").status == 200)
    }

    @Test(arguments: [
        ("{}", "/code"), (#"{"code":5}"#, "/code"), (#"{"device":{"idiom":5}}"#, "/code"),
        (#"{"code":null,"device":5}"#, "/code"),
    ])
    func bodyWithoutCodeIsMalformed(_ body: String, _ pointer: String) async throws {
        let problem = try await take(body)
        #expect(problem.code == .malformedRequest)
        #expect(problem.errors.map(\.pointer) == [pointer])
    }

    @Test func refusedDeviceIsReplayedUnderItsKey() async throws {
        let headers = [(name: "Idempotency-Key", value: "0123456789abcdef")]
        let body = #"{"code":"\#(code)","device":{"idiom":5}}"#
        let first = try await harbour.send(.post, "/v1/handoffs", body, token: "", headers: headers)
        let again = try await harbour.send(.post, "/v1/handoffs", body, token: "", headers: headers)
        #expect((first.status, again.status) == (422, 422))
        #expect(again.body == first.body)
        #expect(again.headers["idempotency-replayed"] == "true")
        let corrected = #"{"code":"\#(code)"}"#
        let other = try await harbour.send(.post, "/v1/handoffs", corrected, token: "", headers: headers)
        #expect(try JSON.decode(Problem.self, from: other.body).code == .idempotencyKeyReused)
    }

    @Test func eachHandoffRequestCreatesCodeRegardlessOfKey() async throws {
        let headers = [(name: "Idempotency-Key", value: "k")]
        var codes: Set<String> = [code]
        for _ in 0..<2 {
            let made = try await harbour.send(.post, "/v1/sessions/\(session)/handoff", token: token, headers: headers)
            codes.insert(try JSON.decode(Handoff.self, from: made.body).code)
        }
        #expect(codes.count == 3)
    }

    @Test func invalidIdempotencyKeyIsMalformed() async throws {
        let path = "/v1/sessions/\(session)/handoff"
        let headers = [(name: "Idempotency-Key", value: "bad key")]
        let reply = try await harbour.send(.post, path, token: token, headers: headers)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .malformedRequest)
        #expect(try await harbour.send(.post, path, token: "", headers: headers).status == 401)
    }

    private func take(_ body: String) async throws -> Problem {
        try JSON.decode(Problem.self, from: try await harbour.send(.post, "/v1/handoffs", body, token: "").body)
    }
}
