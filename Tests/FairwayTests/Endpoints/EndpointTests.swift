import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import Fairway

@Suite(.waiting)
struct EndpointTests {
    private let clock = ManualClock()

    @Test(arguments: [
        ("hook", "does not begin with a slash"), ("/a/", "has a segment"), ("/a//b", "has a segment"),
        ("/a/..", "has a segment"), ("/a%20b", "has a segment"), ("/{}", "has a segment"), ("/ä", "has a segment"),
        ("/{a}/{a}", "has two parameters of one name"), ("/a?b", "has a segment"),
    ])
    func unusablePathIsAMistake(_ path: String, _ reason: String) {
        #expect(mistake { Endpoint(.get, path) { _, _ in .status(204) } }?.contains("GET \(path) \(reason)") == true)
    }

    @Test(arguments: [
        (Endpoint.mostBytes, nil), (0, nil), (Endpoint.mostBytes + 1, "takes bodies of"), (-1, "takes bodies of"),
    ])
    func limitOfABodyIsTenMebibytes(_ bytes: Int, _ reason: String?) {
        let mistake = mistake { Endpoint(.put, "/a", bytes: bytes) { _, _ in .status(204) } }
        #expect(mistake?.contains(reason ?? "") == (reason == nil ? nil : true))
    }

    @Test func twoEndpointsOfOnePathAreAMistake() {
        func declared(_ first: Endpoint, _ second: Endpoint) -> String? {
            mistake {
                first
                second
            }
        }
        func endpoint(_ method: WebRequest.Method, _ path: String) -> Endpoint {
            Endpoint(method, path) { _, _ in .status(204) }
        }
        #expect(declared(endpoint(.get, "/a/{b}"), endpoint(.get, "/a/{c}"))?.contains("two endpoints") == true)
        #expect(declared(endpoint(.get, "/a/{b}"), endpoint(.put, "/a/{b}")) == nil)
        #expect(declared(endpoint(.get, "/a/{b}"), endpoint(.get, "/a/b")) == nil)
    }

    @Test func pathsOverlapIfOneRequestMatchesBoth() {
        func overlap(_ one: String, _ other: String) -> Bool { EndpointPath(one).overlaps(EndpointPath(other)) }
        #expect(overlap("/a/{x}", "/{y}/b"))
        #expect(overlap("/", "/"))
        #expect(!overlap("/a/{x}", "/a"))
        #expect(!overlap("/a/{x}", "/b/{x}"))
    }

    @Test func handlerGetsTheRequestAndTheServices() async throws {
        let outcome = try await run { request, context in
            context.dependencies[Gate.self].open()
            return try .json([
                request.query("q") ?? "", request.parameters["id"] ?? "", context.request ?? "", request.text,
            ])
        }
        guard case .answered(let response) = outcome else { throw Unexpected(outcome: "\(outcome)") }
        #expect(response.text == #"["a b&c","7","r1","body"]"#)
        #expect(response.headers["content-type"] == "application/json")
    }

    @Test func errorIsReportedWithItsCause() async throws {
        struct Broken: Error {}
        guard case .failed(let cause) = try await run({ _, _ in throw Broken() }) else { throw Unexpected(outcome: "") }
        #expect(cause == "Broken()")
        guard case .failed = try await run({ _, _ in throw Problem(.unhandledSignal) }) else {
            throw Unexpected(outcome: "")
        }
    }

    @Test(arguments: [
        (ProblemCode.overloaded, 503), (.malformedRequest, 400), (.invalidToken, 401), (.tooManyRequests, 429),
        (.idempotencyKeyReused, 422),
    ])
    func problemThatIsTemporaryOrOfTheSenderIsTheResponse(_ code: ProblemCode, _ status: Int) async throws {
        let outcome = try await run { _, _ in throw Problem(code) }
        guard case .refused(let answer) = outcome else { throw Unexpected(outcome: "\(outcome)") }
        #expect(answer.status == status)
        #expect(answer.code == code)
    }

    @Test func handlerThatAwaitsTooLongIsCancelled() async throws {
        let (endless, end) = AsyncStream.makeStream(of: Void.self)
        defer { end.finish() }
        async let pending = run { _, _ in
            // Ends if the task is cancelled.
            for await _ in endless {}
            return .status(204)
        }
        await clock.waiting(1)
        clock.advance(by: EngineLimits().handlerSeconds)
        guard case .refused(let answer) = try await pending else { throw Unexpected(outcome: "") }
        #expect(answer.status == 504)
        #expect(answer.code == .flowTimeout)
    }

    @Test func endpointsAreRefusedWhileTooManyHandlersDoNotReturn() async throws {
        var limits = EngineLimits()
        limits.handlerThreads = 2
        let gate = Gate()
        let endpoint = Endpoint(.get, "/a") { _, _ in
            await gate.pass()
            return .status(204)
        }
        let engine = try engine(limits) { endpoint }
        let runner = EndpointRunner(engine)
        for _ in 0..<2 {
            async let pending = runner.run(endpoint, WebRequest(.get, "/a"))
            await clock.waiting(1)
            clock.advance(by: limits.handlerSeconds)
            guard case .refused(let answer) = await pending else { throw Unexpected(outcome: "") }
            #expect(answer.code == .flowTimeout)
        }
        guard case .refused(let answer) = await runner.run(endpoint, WebRequest(.get, "/a")) else {
            throw Unexpected(outcome: "")
        }
        #expect(answer.code == .overloaded)
        #expect(answer.retryAfterSeconds != nil)
        gate.open()
        try await until {
            if case .answered = await runner.run(endpoint, WebRequest(.get, "/a")) { true } else { false }
        }
    }

    @Test func fullEngineRefusesEndpoints() async throws {
        var limits = EngineLimits()
        limits.changesUnderWay = 0
        let endpoint = Endpoint(.get, "/a") { _, _ in .status(204) }
        let engine = try engine(limits) { endpoint }
        guard case .refused(let answer) = await EndpointRunner(engine).run(endpoint, WebRequest(.get, "/a")) else {
            throw Unexpected(outcome: "")
        }
        #expect(answer.code == .overloaded)
    }

    @Test func headerNamesAreComparedWithoutCase() {
        var headers: WebHeaders = ["Link": "a", "link": "b", "X-A": "c"]
        #expect(headers["LINK"] == "a, b")
        #expect(headers["Date"] == nil)
        headers["lInK"] = "d"
        #expect(headers.fields.map(\.value) == ["c", "d"])
    }

    private struct Unexpected: Error {
        var outcome: String
    }

    private func run(
        _ handle: @escaping @Sendable @concurrent (WebRequest, AppContext) async throws -> WebResponse
    ) async throws -> EndpointRunner.Outcome {
        let endpoint = Endpoint(.post, "/a/{id}", handle)
        var request = WebRequest(.post, "/a/7?x&q=a+b%26c", body: Array("body".utf8))
        (request.parameters, request.id) = (["id": "7"], "r1")
        let engine = try engine { endpoint }
        return await EndpointRunner(engine).run(endpoint, request)
    }

    private func engine(
        _ limits: EngineLimits = EngineLimits(),
        @AppBuilder _ parts: () -> AppParts
    ) throws -> Engine {
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Service(Gate.self) { _ in Gate() }
            parts()
        }
        return try Engine(app, store: MemoryStore(), clock: clock, limits: limits)
    }

    /// The sentence about the mistake of an app; nil if it has none.
    private func mistake(@AppBuilder _ parts: () -> AppParts) -> String? {
        do {
            _ = try engine(EngineLimits(), parts)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
