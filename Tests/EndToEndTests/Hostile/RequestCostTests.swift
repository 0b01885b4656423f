import FairwayWire
import Glibc
import TestWaits
import Testing

/// The processor time of a small request on the largest possible states.
///
/// The budget is 5 ms in a release build, expressed as a multiple of a plain GET's 57 µs. Both are the least of several
/// measurements in the same process, so the result does not depend on the machine's speed or load.
@Suite(.disabled(if: isSanitized, "A sanitizer slows some code down more than other."), .waiting)
struct RequestCostTests {
    #if DEBUG
    // In debug builds, assertions traverse the whole tree at each change.
    private static let plainReads = 2 * 88
    #else
    private static let plainReads = 88
    #endif
    private static let mostBytes = 1_024

    /// A server with cached sessions, and then one that loads the large session for each call.
    @Test func smallRequestCostsLittleOnAnyState() async throws {
        let store = try TemporaryStore()
        let caching = try await RunningServer("--store", store.locator, "--event-queues", "1", "--rate", "1000000")
        let large = try await large(on: caching)
        try await measure(on: caching, large)
        #expect(await caching.stop() == 0)
        let loading = try await RunningServer("--store", store.locator, "--event-queues", "1", "--cache-megabytes", "1")
        try await measure(on: loading, large.on(loading))
    }

    private func measure(on server: RunningServer, _ large: StartedSession) async throws {
        let plain = try await StartedSession("Counter", on: server)
        for _ in 0..<20 { _ = try await plain.send("GET", "") }
        let read = try await cost(server, tries: 20) { try await plain.send("GET", "") }
        for session in [large, try await described(on: server)] {
            for request in Self.requests {
                #expect(request.bytes < Self.mostBytes, "\(request)")
                let limit = Self.plainReads * read
                let cost = try await cost(server, tries: 5, below: limit) {
                    try await session.send(request.method, request.path, request.body, headers: request.headers())
                }
                #expect(cost < limit, "\(request): \(cost / read) plain reads")
            }
        }
    }

    /// The largest number of screens, and drafts of the largest size up to the limit of the state.
    private func large(on server: RunningServer) async throws -> StartedSession {
        let session = try await StartedSession("Counter", on: server)
        for _ in 0..<499 { #expect(try await session.act("pushButtonPressed").status == 200) }
        let draft = "\"\(String(repeating: "a", count: 16_000))\""
        var screen = 1
        while try await session.send("PUT", "/screens/s\(screen)/draft", draft).status == 204 { screen += 1 }
        #expect(try await session.send("PUT", "/screens/s\(screen)/draft", draft).problem.code == .stateTooLarge)
        return session
    }

    /// The largest device description.
    private func described(on server: RunningServer) async throws -> StartedSession {
        let names = (0..<240).map { "\"\($0)\":1" } + ["\"Counter.Page\":9"]
        let device = #"{"idiom":"phone","screens":{\#(names.joined(separator: ","))}}"#
        let session = try await StartedSession("Counter", on: server, body: #"{"flow":"Counter","device":\#(device)}"#)
        return session
    }

    /// The least processor time of a request. Stops at the first one below a limit.
    private func cost(
        _ server: RunningServer,
        tries: Int,
        below limit: Int = 0,
        _ request: () async throws -> Client.Reply
    ) async throws -> Int {
        var least = Int.max
        for _ in 0..<tries where least >= limit {
            let before = server.processorNanoseconds
            _ = try await request()
            least = min(least, server.processorNanoseconds - before)
        }
        return least
    }

    private struct Request: CustomStringConvertible {
        var method: String
        var path: String
        var body: String?
        var headers: @Sendable () -> [String: String] = { [:] }

        init(
            _ method: String,
            _ path: String,
            _ body: String? = nil,
            headers: @escaping @Sendable () -> [String: String] = { [:] }
        ) {
            (self.method, self.path, self.body, self.headers) = (method, path, body, headers)
        }

        var bytes: Int { path.utf8.count + (body?.utf8.count ?? 0) }
        var description: String { "\(method) \(path.prefix(40)) \(body?.prefix(60) ?? "")" }
    }

    private static let requests: [Request] = [
        Request("GET", ""),
        Request("GET", "", headers: { ["Authorization": "Bearer guess"] }),
        Request("GET", "", headers: { ["Authorization": "Bearer \(Client.unknownToken)"] }),
        Request("GET", "", headers: { ["If-None-Match": (0..<100).map { "\"\($0)\"" }.joined(separator: ",")] }),
        action("incrementButtonPressed"),
        Request("POST", "/actions", #"{"action":"incrementButtonPressed"}"#, headers: { ["Idempotency-Key": "a key"] }),
        Request(
            "POST",
            "/actions",
            #"{"action":"incrementButtonPressed"}"#,
            headers: { ["Idempotency-Key": "\(UInt64.random(in: 0 ... .max))"] }
        ),
        action("pushButtonPressed"), action("failButtonPressed"), action("nothing"),
        Request("POST", "/actions", #"{"action":"incrementButtonPressed","screen":"s1"}"#),
        Request("POST", "/actions", #"{"action":"incrementButtonPressed","draft":"typed"}"#),
        Request("POST", "/back", "{}"), action("pushButtonPressed"),
        Request("POST", "/back", #"{"to":"s1000"}"#),
        Request("POST", "/select", #"{"tab":"a"}"#), Request("POST", "/links", #"{"link":"/planets/earth"}"#),
        Request("POST", "/refresh", "{}"),
        Request("PUT", "/device", #"{"idiom":"pad"}"#), Request("PUT", "/device", #"{"idiom":5}"#),
        Request("PUT", "/screens/s400/draft", "1"), Request("DELETE", "/screens/s400/draft"),
        Request("POST", "/handoff"),
        // Texts that are slow for careless parsers.
        Request("POST", "/actions", String(repeating: "[", count: 900)),
        Request("POST", "/actions", #"{"action":"x","params":"# + nested(62) + "}"),
        Request("POST", "/actions", "{" + Array(repeating: "\"\":1", count: 180).joined(separator: ",") + "}"),
        Request("POST", "/actions", "{" + (0..<120).map { "\"\($0)\":1" }.joined(separator: ",") + "}"),
        slow(String(repeating: "9", count: 900)), slow("1e999999999"),
        slow("0.\(String(repeating: "0", count: 800))1e801"),
        action(String(repeating: "\\u0041", count: 150)), action(String(repeating: "\\ud83d\\ude00", count: 70)),
        Request("GET", "?" + Array(repeating: "a=%41", count: 150).joined(separator: "&")),
        Request("GET", "/" + String(repeating: "%2F", count: 300)), Request("GET", String(repeating: "/", count: 900)),
        Request("GET", "", headers: { Dictionary(uniqueKeysWithValues: (0..<60).map { ("X-\($0)", "value") }) }),
    ]

    private static func action(_ name: String) -> Request { Request("POST", "/actions", "{\"action\":\"\(name)\"}") }

    private static func slow(_ number: String) -> Request {
        Request("POST", "/actions", #"{"action":"slowButtonPressed","params":{"milliseconds":\#(number)}}"#)
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
}

/// Whether a sanitizer is active, which replaces the allocator and slows everything down.
let isSanitized = dlsym(nil, "__sanitizer_set_death_callback") != nil
