import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

/// `POST /v1/signals`, with the operators of a file (`protocol.md`, section 6).
@Suite(.waiting)
struct SignalCallTests {
    private let operators: URL

    init() throws {
        let lines = [
            ("ada", "admin", ""), ("bob", "support", ""), ("cleo", "view", ""), ("bank", "signal", "Paid,Lost"),
        ]
        let text = lines.map { name, role, signals in
            let hash = SHA256.hash("token-of-\(name)".utf8).map { String(format: "%02x", $0) }.joined()
            return "\(name) \(role) \(hash) \(signals)\n"
        }
        operators = FileManager.default.temporaryDirectory.appending(path: "operators-\(UUID().uuidString)")
        try Data(text.joined().utf8).write(to: operators)
    }

    @Test func signalReachesTheSessionWithTheKeyOnce() async throws {
        try await serving { server in
            let session = try await server.begin("7")
            let first = try await server.signal(.paid("7", id: "evt_1"))
            #expect(first.status == 200)
            #expect(
                try first.decode(JSONObject.self) == [
                    "status": "delivered", "session": .string(session), "revision": 2,
                ]
            )
            #expect(first.headers["Cache-Control"] == "no-store")
            let second = try await server.signal(.paid("7", id: "evt_1"))
            #expect(second.status == 200)
            #expect(
                try second.decode(JSONObject.self) == [
                    "status": "duplicate", "session": .string(session), "revision": 2,
                ]
            )
            let other = try await server.signal(.paid("7", id: "evt_1", reference: "R-2"))
            #expect(other.status == 422)
            #expect(try other.decode(Problem.self).code == .idempotencyKeyReused)
            #expect(try await server.screen(of: session) == "Purchase.Receipt")
        }
    }

    @Test func signalWaitsForItsKeyAndBecomesWork() async throws {
        try await serving { server in
            let early = try await server.signal(.paid("8", id: "evt_1"))
            #expect(early.status == 202)
            #expect(try early.decode(JSONObject.self) == ["status": "waiting"])
            let session = try await server.begin("8")
            try await until { try await server.screen(of: session) == "Purchase.Receipt" }
            let journal = try await server.get("/v1/admin/sessions/\(session)/journal", by: "ada").decode(
                JSONValue.self
            )
            #expect(journal["entries"]?.array?.compactMap { $0["kind"]?.string }.contains("signal") == true)
        }
    }

    @Test func flowThatDoesNotTakeTheSignalYetGetsItAfterTheNextChange() async throws {
        try await serving { server in
            let session = try await server.begin("9")
            let lost = #"{"signal":"Lost","key":{"name":"order","value":"9"},"id":"evt_1"}"#
            let held = try await server.signal(lost)
            #expect(held.status == 202)
            #expect(try held.decode(JSONObject.self) == ["status": "waiting", "session": .string(session)])
            let jobs = try await server.get("/v1/admin/jobs?session=\(session)", by: "ada").decode(JSONValue.self)
            #expect(jobs["jobs"]?.array?.map { $0["kind"] } == ["signal"])
            #expect(try await server.signal(.paid("9", id: "evt_2")).status == 200)
            try await until { try await server.screen(of: session) == "Purchase.Search" }
        }
    }

    @Test func signalStartsASession() async throws {
        try await serving { server in
            let start = #"{"flow":"Purchase","input":{"number":"10"}}"#
            let body =
                #"{"signal":"Paid","params":{"reference":"R-1"},"key":{"name":"order","value":"10"},"id":"evt_1","start":"#
            let started = try await server.signal(body + start + "}")
            #expect(started.status == 201, "\(started.text)")
            let session = try #require(try started.decode(JSONObject.self)["session"]?.string)
            #expect(started.headers["Location"] == "/v1/sessions/\(session)")
            try await until { try await server.screen(of: session) == "Purchase.Receipt" }
            let again = try await server.signal(body + start + "}")
            #expect(try again.decode(JSONObject.self)["status"] == "duplicate")
            let refused = try await server.signal(
                body.replacing("10", with: "11").replacing("evt_1", with: "evt_2") + #"{"flow":"Market"}}"#
            )
            #expect(refused.status == 404)
            #expect(try refused.decode(Problem.self).code == .noSuchFlow)
        }
    }

    @Test func signalReachesTheNewestSessionOfAUser() async throws {
        try await serving(["identity-header": "X-User"]) { server in
            _ = try await server.begin("12", headers: ["X-User": "grace"])
            let newest = try await server.begin("13", headers: ["X-User": "grace"])
            let sent = try await server.signal(
                #"{"signal":"Paid","params":{"reference":"R-1"},"user":"grace","id":"evt_1"}"#
            )
            #expect(try sent.decode(JSONObject.self)["session"]?.string == newest)
            let unknown = try await server.signal(
                #"{"signal":"Paid","params":{"reference":"R-1"},"user":"none","id":"evt_2"}"#
            )
            #expect(try unknown.decode(Problem.self).code == .unhandledSignal)
        }
    }

    @Test(arguments: [
        (
            #"{"signal":"Paid","params":{"reference":"R"},"key":{"name":"order","value":"7"}}"#,
            ProblemCode.malformedRequest
        ),
        (#"{"signal":"Paid","params":{"reference":"R"},"id":"evt_1"}"#, .malformedRequest),
        (#"{"signal":"Paid","params":{"reference":"R"},"session":"a","user":"b","id":"evt_1"}"#, .malformedRequest),
        (
            #"{"signal":"Paid","params":{"reference":"R"},"key":{"name":"","value":"7"},"id":"evt_1"}"#,
            .malformedRequest
        ),
        (
            #"{"signal":"Paid","params":{"reference":"R"},"key":{"name":"order","value":"7"},"id":"two words"}"#,
            .malformedRequest
        ),
        (#"{"signal":"Paid","params":{},"key":{"name":"order","value":"7"},"id":"evt_1"}"#, .invalidParams),
        (#"{"signal":"Paid","params":{"reference":"R"},"session":"none","id":"evt_1"}"#, .noSuchSession),
        (#"{"signal":"#, .invalidJSON),
    ])
    func wrongRequestIsRefusedWithoutTheState(_ body: String, _ code: ProblemCode) async throws {
        try await serving { server in
            _ = try await server.begin("7")
            let response = try await server.signal(body)
            let problem = try response.decode(Problem.self)
            #expect(problem.code == code)
            #expect(response.status == code.status)
            #expect(problem.state == nil)
            // A refusal is not remembered.
            #expect(try await server.signal(.paid("7", id: "evt_1")).status == 200)
        }
    }

    @Test func signalWithoutARouteIsRefusedWithoutTheState() async throws {
        try await serving { server in
            let session = try await server.begin("7")
            let body = #"{"signal":"Rain","session":"\#(session)","id":"evt_1"}"#
            let response = try await server.signal(body, by: "ada")
            let problem = try response.decode(Problem.self)
            #expect(problem.code == .unhandledSignal)
            #expect(problem.state == nil)
        }
    }

    @Test(arguments: [
        ("ada", 200, nil), ("bob", 403, "signal"), ("cleo", 403, "signal"), ("bank", 200, nil), ("eve", 403, nil),
    ])
    func roleDecidesWhoMaySend(_ name: String, _ status: Int, _ needs: String?) async throws {
        try await serving { server in
            _ = try await server.begin("7")
            let response = try await server.signal(.paid("7", id: "evt_1"), by: name)
            #expect(response.status == status)
            guard status == 403 else { return }
            let problem = try response.decode(Problem.self)
            #expect(problem.code == .forbidden)
            #expect(problem.members["needs"] == needs.map(JSONValue.string))
        }
    }

    @Test func operatorSendsTheSignalsOfItsListAndNothingElse() async throws {
        try await serving { server in
            let session = try await server.begin("7")
            let rain = try await server.signal(#"{"signal":"Rain","key":{"name":"order","value":"7"},"id":"evt_1"}"#)
            #expect(rain.status == 403)
            #expect(try rain.decode(Problem.self).detail == "The list of this operator's signals does not have Rain.")
            for path in ["/v1/admin/summary", "/v1/admin/sessions", "/v1/admin/sessions/\(session)", "/v1/admin/audit"]
            {
                #expect(try await server.get(path, by: "bank").status == 403)
            }
            let direct = try await server.post("/v1/sessions/\(session)/signals", #"{"signal":"Paid"}"#, by: "bank")
            #expect(try direct.decode(Problem.self).members["needs"] == "admin")
            #expect(try await server.get("/v1/sessions/\(session)", by: "bank").status != 200)
        }
    }

    @Test func signalIsAudited() async throws {
        try await serving { server in
            let session = try await server.begin("7")
            _ = try await server.signal(
                #"{"signal":"Paid","params":{"reference":"R"},"session":"\#(session)","id":"evt_1"}"#
            )
            let audit = try await server.get("/v1/admin/audit", by: "ada").decode(JSONValue.self)
            let entry = try #require(audit["entries"]?.array?.first)
            #expect(entry["operator"] == "bank")
            #expect(entry["call"] == "POST /v1/signals")
            #expect(entry["session"] == .string(session))
        }
    }

    @Test func earlySignalsThatFindNoRoomAreNotAudited() async throws {
        try await serving { server in
            func sent() async throws -> Int? {
                let audit = try await server.get("/v1/admin/audit?operator=bank&limit=500", by: "ada")
                return try audit.decode(JSONValue.self)["entries"]?.array?.count
            }
            let most = EngineLimits().waitingSignalsPerKey
            for number in 0..<most { #expect(try await server.signal(.paid("8", id: "evt_\(number)")).status == 202) }
            for number in 0..<10 {
                let refused = try await server.signal(.paid("8", id: "late_\(number)"))
                #expect(refused.status == 429)
                #expect(try refused.decode(Problem.self).code == .tooManyRequests)
            }
            #expect(try await sent() == most)
            // One that waits is answered as before.
            #expect(try await server.signal(.paid("8", id: "evt_0")).decode(JSONObject.self)["status"] == "duplicate")
            let metrics = try await server.respond(to: WebRequest(.get, "/metrics")).text
            #expect(metrics.contains("fairway_signals_dropped_total 10\n"))
        }
    }

    @Test func auditKeepsTheBeginningOfALongRecipient() async throws {
        try await serving { server in
            let long = String(repeating: "x", count: 10_000)
            let body = #"{"signal":"Paid","session":"\#(long)","user":"\#(long)","id":"evt_1"}"#
            #expect(try await server.signal(body).status == 400)
            _ = try await server.signal(#"{"signal":"Paid","session":"\#(long)","id":"evt_1"}"#)
            _ = try await server.signal(#"{"signal":"Paid","user":"\#(long)","id":"evt_1"}"#)
            let audit = try await server.get("/v1/admin/audit", by: "ada").decode(JSONValue.self)
            let entries = try #require(audit["entries"]?.array).filter { $0["call"] == "POST /v1/signals" }
            #expect(entries.compactMap { $0["session"]?.string?.utf8.count } == [64])
            #expect(entries.compactMap { $0["user"]?.string?.utf8.count } == [255])
        }
    }

    @Test func droppedSignalsAreAMetric() async throws {
        try await serving { server in
            let metrics = try await server.respond(to: WebRequest(.get, "/metrics")).text
            #expect(metrics.contains("fairway_signals_dropped_total 0\n"))
        }
    }

    private func serving(_ flags: [String: String] = [:], _ body: (FairwayServer) async throws -> Void) async throws {
        let usual = ["store": "memory:", "port": "0", "log-level": "error", "operators": operators.path]
        var options = try ServerOptions(usual.merging(flags) { $1 })
        options.console = RecordedConsole().console
        options.listens = false
        let app = App(initial: Market()) {
            Flow(Purchase())
            SignalStart(Purchase.self, key: "order")
        }
        let server = try FairwayServer(app, options)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        try? FileManager.default.removeItem(at: operators)
    }
}

extension String {
    /// The body of a signal for an order.
    fileprivate static func paid(_ number: String, id: String, reference: String = "R-1") -> String {
        let key = #"{"name":"order","value":"\#(number)"}"#
        return #"{"signal":"Paid","params":{"reference":"\#(reference)"},"key":\#(key),"id":"\#(id)"}"#
    }
}

extension FairwayServer {
    fileprivate func begin(_ number: String, headers: WebHeaders = [:]) async throws -> String {
        let body = Array(#"{"flow":"Purchase","input":{"number":"\#(number)"}}"#.utf8)
        let response = try await respond(to: WebRequest(.post, "/v1/sessions", headers: headers, body: body))
        return try response.decode(StateDocument.self).session
    }

    fileprivate func signal(_ body: String, by name: String = "bank") async throws -> WebResponse {
        try await post("/v1/signals", body, by: name)
    }

    fileprivate func post(_ path: String, _ body: String, by name: String) async throws -> WebResponse {
        let headers: WebHeaders = ["Authorization": "Bearer token-of-\(name)"]
        return try await respond(to: WebRequest(.post, path, headers: headers, body: Array(body.utf8)))
    }

    fileprivate func get(_ path: String, by name: String) async throws -> WebResponse {
        try await respond(to: WebRequest(.get, path, headers: ["Authorization": "Bearer token-of-\(name)"]))
    }

    fileprivate func screen(of session: String) async throws -> String? {
        let document = try await get("/v1/admin/sessions/\(session)", by: "ada").decode(JSONValue.self)
        return document["state"]?["screen"]?["name"]?.string
    }
}

private struct Market: FlowController {
    static let name = "Market"
    func start(_ nav: Navigator<Self>) { nav.show(Stand()) }
    static var routes: Routes<Self> { screen(Stand.self) }

    struct Stand: Screen { static let name = "Market.Stand" }
}

/// Waits for its payment under the key `order`.
private struct Purchase: FlowController {
    typealias Output = Done
    static let name = "Purchase"

    struct Input: Codable { var number: String }

    var number = ""
    var isPaid = false

    init() {}
    init(_ input: Input) { number = input.number }

    func start(_ nav: Navigator<Self>) async throws {
        try await nav.bind(SessionKey("order", number))
        nav.show(Basket())
    }

    static var routes: Routes<Self> {
        on(signal: Paid.self) { flow, paid, nav in
            flow.isPaid = true
            nav.show(Receipt())
        }
        on(signal: Lost.self) { flow, lost, nav in
            guard flow.isPaid else { return nav.wait() }
            nav.show(Search())
        }
        screen(Basket.self)
        screen(Receipt.self)
        screen(Search.self)
    }

    struct Basket: Screen { static let name = "Purchase.Basket" }
    struct Receipt: Screen { static let name = "Purchase.Receipt" }
    struct Search: Screen { static let name = "Purchase.Search" }

    struct Paid: Signal {
        static let name = "Paid"
        var reference: String
    }

    struct Lost: Signal { static let name = "Lost" }
}
