import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

/// Requests that reach the server without a socket.
@Suite(.waiting)
struct DirectCallTests {
    private static let router = {
        var router = Router<Void>()
        router.on(.post, "/echo/{name}", bodyLimit: 5) { (request: Request, name: String) in
            Response(201, .text, headers: ["X-Query": request.query], body: Array("\(name) ".utf8) + request.body)
        }
        router.on(.get, "/other") { _ in Response(204) }
        return router
    }()

    @Test func requestIsRoutedCountedAndRecorded() async throws {
        let (records, record) = AsyncStream.makeStream(of: AccessRecord.self)
        try await withServer(Self.router, configure: { $0.onAccess = { record.yield($0) } }) { server in
            let response = await server.server.respond(
                .post,
                "/echo/a%20b?c=d",
                fields: [("X-Request-Id", "r1"), ("Content-Length", "99")],
                body: Array("12345".utf8),
                from: .loopback
            ).response
            #expect(response.status == 201)
            #expect(String(decoding: response.body, as: UTF8.self) == "a b 12345")
            #expect(response.headers.fields.map(\.name) == ["X-Query", "X-Request-Id"])
            #expect(response.headers.fields.map(\.value) == ["c=d", "r1"])
            let counter = #"fairway_http_requests_total{method="POST",route="/echo/{name}",status="2xx"}"#
            #expect(server.metric(counter) == 1)
        }
        record.finish()
        for await record in records {
            #expect(record.route == "/echo/{name}")
            #expect(record.status == 201)
            #expect(record.requestID.description == "r1")
        }
    }

    @Test(
        arguments: [
            ("/echo/a", 6, [:], 413), ("/nothing", 0, [:], 404), ("/other", 0, [:], 405), ("/echo/%zz", 0, [:], 400),
            ("/echo/a b", 0, [:], 400), ("/echo/a", 0, ["X-A": "b\r\nX-B: c"], 400), ("/echo/a", 0, ["X A": "b"], 400),
            ("/\(String(repeating: "a", count: 9_000))", 0, [:], 414),
        ] as [(String, Int, [String: String], Int)]
    )
    func requestThatIsRefusedGetsAProblem(
        _ target: String,
        _ bytes: Int,
        _ fields: [String: String],
        _ status: Int
    ) async throws {
        try await withServer(Self.router) { server in
            let response = await server.server.respond(
                .post,
                target,
                fields: fields.map { ($0.key, $0.value) },
                body: [UInt8](repeating: 65, count: bytes),
                from: .loopback
            ).response
            #expect(response.status.code == status)
            #expect(response.contentType == .problem)
        }
    }

    @Test func rateHoldsForRequestsWithoutASocket() async throws {
        let rate = RateLimit(requestsPerSecond: 1, identityHeader: nil, proxies: TrustedProxies([]))
        try await withServer(Self.router, configure: { $0.rate = rate }) { server in
            var statuses: [Int] = []
            while statuses.last != 429, statuses.count < 1_000 {
                let answer = await server.server.respond(.get, "/nothing", fields: [], body: [], from: .loopback)
                statuses.append(answer.response.status.code)
            }
            #expect(statuses.last == 429)
        }
    }

    @Test func cancelledCallerCancelsALongPoll() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (endless, end) = AsyncStream.makeStream(of: Void.self)
        defer { end.finish() }
        var router = Router<Void>()
        router.on(.get, "/wait") { _, exchange in
            exchange.respondAfterWaiting {
                begin.yield()
                // Ends if the task is cancelled.
                for await _ in endless {}
                return .text(Task.isCancelled ? "cancelled" : "waited")
            }
        }
        try await withServer(router) { server in
            let call = Task { await server.server.respond(.get, "/wait", fields: [], body: [], from: .loopback) }
            for await _ in begun { break }
            call.cancel()
            #expect(String(decoding: await call.value.response.body, as: UTF8.self) == "cancelled")
        }
    }

    @Test func serverWithoutListenersAnswersUntilItStops() async throws {
        var configuration = try ServerConfiguration.forTests()
        configuration.addresses = []
        configuration.eventLoops = 1
        let server = HTTPServer(router: Self.router, configuration: configuration)
        func status() async -> Int {
            await server.respond(.post, "/echo/a", fields: [], body: [], from: .loopback).response.status.code
        }
        #expect(await status() == 503)
        try server.startLoops()
        #expect(await status() == 201)
        await server.stop(withinSeconds: 5)
        #expect(await status() == 503)
    }

    @Test func stopWaitsForRequestsWithoutASocket() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        var router = Router<Void>()
        router.on(.get, "/wait") { (_: Request) in
            begin.yield()
            for await _ in ended { break }
            return .text("done")
        }
        let server = HTTPServer(router: router, configuration: try .forTests())
        _ = try server.start()
        async let response = server.respond(.get, "/wait", fields: [], body: [], from: .loopback)
        for await _ in begun { break }
        async let stopped: Void = server.stop(withinSeconds: 600)
        try await until {
            await server.respond(.get, "/nothing", fields: [], body: [], from: .loopback).response.status == 503
        }
        end.yield()
        #expect(await response.response.status == 200)
        await stopped
    }
}
