import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwayServer

/// The filters of the operators' list of sessions, and the incidents of a session (`protocol.md`, section 6).
struct SessionListTests {
    private let harbour: ServedHarbour
    private let stuck: String

    /// Starts two sessions, and refuses an action of the second.
    init() async throws {
        harbour = try await ServedHarbour()
        _ = try await harbour.begin()
        let device = #"{"flow":"Harbour","device":{"idiom":"tv","app":"9"}}"#
        let reply = try await harbour.send(.post, "/v1/sessions", device)
        let begun = try JSON.decode(StateDocument.self, from: reply.body)
        stuck = begun.session
        let path = "/v1/sessions/\(stuck)/actions"
        let body = #"{"action":"didBerth","params":{"name":"Ada"}}"#
        let headers = [(name: "X-Request-Id", value: "berth")]
        let refusal = try await harbour.send(.post, path, body, token: begun.token, headers: headers)
        #expect(refusal.status == 422)
        await harbour.operators.flush()
        harbour.clock.advance(by: 700)
    }

    @Test(arguments: [
        ("flow=Harbour", 2), ("flow=Shore", 0), ("screen=Harbour.Quay", 2), ("screen=Harbour.Ship", 0), ("idiom=tv", 1),
        ("app=9", 1), ("stuck=600", 1), ("stuck=701", 0), ("stuck=0&status=over", 0), ("failed=86400", 0), ("q=ada", 0),
        ("status=active&flow=Harbour&screen=Harbour.Quay&idiom=tv&app=9&stuck=600", 1), ("", 2),
    ])
    func filtersSelectSessionsAndCountThem(_ query: String, _ count: Int) async throws {
        let page = try await read("/v1/admin/sessions?\(query)")["sessions"]?.array
        #expect(page?.count == count)
        if count == 1 { #expect(page?.first?["session"] == .string(stuck)) }
        #expect(try await read("/v1/admin/sessions/count?\(query)") == ["count": .number(JSONNumber(count))])
    }

    @Test func searchFindsBeginningsAndEndsOfIDs() async throws {
        for text in [stuck, String(stuck.suffix(6)), String(stuck.prefix(13))] {
            let page = try await read("/v1/admin/sessions?q=\(text)")["sessions"]?.array
            #expect(page?.contains { $0["session"] == .string(stuck) } == true, "\(text)")
        }
    }

    @Test(arguments: [("newest", true), ("oldest", false), ("touched", true), ("untouched", false)])
    func listIsSorted(order: String, stuckIsFirst: Bool) async throws {
        for status in ["", "&status=active"] {
            let page = try await read("/v1/admin/sessions?order=\(order)\(status)")["sessions"]?.array
            #expect(page?.count == 2)
            let place = stuckIsFirst ? page?.first : page?.last
            #expect(place?["session"] == .string(stuck))
        }
    }

    @Test(arguments: ["order=touched&flow=Harbour", "order=untouched&q=a", "order=sideways", "key=order"])
    func listThatCannotBeSortedIsRefused(_ query: String) async throws {
        let reply = try await harbour.send(.get, "/v1/admin/sessions?\(query)")
        #expect(reply.status == 400)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .malformedRequest)
    }

    @Test func keyThatNoSessionHoldsFindsNone() async throws {
        #expect(try await read("/v1/admin/sessions?key=order/345")["sessions"]?.array?.isEmpty == true)
        #expect(try await read("/v1/admin/sessions/count?key=order/345") == ["count": 0])
    }

    @Test(arguments: ["idiom=fax", "stuck=-1", "stuck=soon", "failed=x", "status=gone"])
    func invalidFilterIsRefused(_ query: String) async throws {
        for list in ["sessions", "sessions/count"] {
            let reply = try await harbour.send(.get, "/v1/admin/\(list)?\(query)")
            #expect(reply.status == 400)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .malformedRequest)
        }
    }

    @Test func rowShowsTheNewestProblem() async throws {
        let rows = try #require(try await read("/v1/admin/sessions")["sessions"]?.array)
        #expect(rows.map { $0["refusals"] } == [1, 0])
        #expect(rows.map { $0["lastProblem"] } == ["invalid-params", .null])
        #expect(rows.map { $0["path"] } == ["Harbour", "Harbour"])
    }

    @Test func incidentIsShownWithTheSession() async throws {
        let detail = try await read("/v1/admin/sessions/\(stuck)")
        let incident = try #require(detail["incidents"]?.array?.first)
        #expect(incident["code"] == "invalid-params")
        #expect(incident["request"] == "berth")
        #expect(incident["screen"] == "Harbour.Quay")
        #expect(incident["revision"] == 1)
        #expect(incident["errors"]?.array?.first?["pointer"]?.string?.hasPrefix("/params") == true)
        #expect(!"\(incident)".contains("Ada"))
    }

    @Test func exportContainsTheIncidents() async throws {
        let harbour = try await ServedHarbour(userTokens: { NamedTokens($0) })
        let user = "user.ada.3600"
        let begun = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: user)
        let session = try JSON.decode(StateDocument.self, from: begun.body).session
        _ = try await harbour.send(.post, "/v1/sessions/\(session)/actions", #"{"action":"sink"}"#, token: user)
        await harbour.operators.flush()
        let export = try await harbour.send(.get, "/v1/admin/users/ada/export")
        let document = try JSON.decode(JSONValue.self, from: export.body.dropLast())
        #expect(document["incidents"]?.array?.map { $0["code"] } == ["no-such-action"])
    }

    @Test func exportContainsJobsAndKeptStates() async throws {
        var limits = OperatorLimits()
        limits.keptStates = 3
        let harbour = try await ServedHarbour(operatorLimits: limits, userTokens: { NamedTokens($0) })
        let user = "user.ada.3600"
        let begun = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: user)
        let session = try JSON.decode(StateDocument.self, from: begun.body).session
        _ = try await harbour.send(.post, "/v1/sessions/\(session)/actions", #"{"action":"callPilot"}"#, token: user)
        // A sandbox is not exported.
        _ = try await harbour.send(.post, "/v1/admin/sessions/\(session)/fork")
        let export = try await harbour.send(.get, "/v1/admin/users/ada/export")
        let document = try JSON.decode(JSONValue.self, from: export.body.dropLast())
        let shown = try await harbour.send(.get, "/v1/admin/sessions/\(session)")
        let detail = try JSON.decode(JSONValue.self, from: shown.body)
        #expect(document["jobs"]?.array?.count == 1)
        #expect(document["jobs"] == detail["jobs"])
        #expect(document["states"] == [2, 1])
    }

    private func read(_ path: String) async throws -> JSONValue {
        let reply = try await harbour.send(.get, path, token: ServedHarbour.token(of: .view))
        try #require(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
        return try JSON.decode(JSONValue.self, from: reply.body)
    }
}
