import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The `serve` command.
@Suite(.waiting)
struct ServeTests {
    @Test func serverReportsHealthAndReadiness() async throws {
        let client = Client(try await SharedServer.running())
        #expect(try await client.send("GET", "/healthz").status == 200)
        #expect(try await client.send("GET", "/readyz").status == 200)
    }

    @Test func serverStopsCleanlyOnSignal() async throws {
        let server = try await RunningServer()
        _ = try await StartedSession("Counter", on: server)
        #expect(await server.stop() == 0)
    }

    @Test func unchangedPageIsAnsweredWith304() async throws {
        let client = Client(try await SharedServer.running())
        let first = try await client.send("GET", "/")
        #expect(first.status == 200)
        #expect(first["Content-Type"] == "text/html; charset=utf-8")
        let tag = try #require(first["ETag"])
        let second = try await client.send("GET", "/", headers: ["If-None-Match": tag])
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
    }

    @Test(arguments: ["/", "/gallery", "/admin", "/fairway.js", "/style.css", "/problems/rejected"])
    func pagesLoadOnlyServerFiles(path: String) async throws {
        let answer = try await Client(SharedServer.running()).send("GET", path, headers: ["Accept": "text/html"])
        #expect(answer.status == 200)
        let policy = try #require(answer["Content-Security-Policy"])
        for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("unsafe"))
    }

    /// Proxies that restrict `/metrics` and `/admin` compare the raw path.
    @Test func percentEncodedPathIsNotFound() async throws {
        let client = Client(try await SharedServer.running())
        for path in ["/%6detrics", "/%61dmin", "/admin%2Findex.html", "/v1/%61dmin/flows", "/%68ealthz"] {
            #expect(try await client.send("GET", path).status == 404, "\(path)")
        }
    }

    @Test func requestsAreCounted() async throws {
        let client = Client(try await RunningServer())
        _ = try await client.send("GET", "/healthz")
        _ = try await client.send("GET", "/healthz")
        let reply = try await client.send("GET", "/metrics")
        #expect(reply["Cache-Control"] == "no-store")
        let metrics = String(decoding: reply.body, as: UTF8.self)
        #expect(
            metrics.contains(#"fairway_http_requests_total{method="GET",route="/healthz",status="2xx"} 2"#),
            "\(metrics)"
        )
    }

    @Test func environmentVariableReplacesFlag() async throws {
        let client = Client(try await RunningServer(environment: ["FAIRWAY_EVENT_QUEUES": "2"]))
        #expect(try await client.send("GET", "/healthz").status == 200)
    }

    #if Postgres
    private static let postgres = (["--store", "postgres://127.0.0.1:1/x"], Int32(75), "cannot be reached")
    #else
    private static let postgres = (["--store", "postgres://127.0.0.1:1/x"], Int32(78), "does not support PostgreSQL")
    #endif

    @Test(arguments: [
        (["--prot", "80"], 64, "--prot"), (["--port", "much"], 64, "--port"),
        (["--host", "0.0.0.0"], 64, "--admin-token"), (["--trust-proxy", "10.0.0.1/8"], 64, "--trust-proxy"),
        (["--operators", "/nowhere"], 64, "--operators /nowhere cannot be used"),
        (["--operators", "/etc/passwd"], 64, "line 1 has 1 part"),
        (["--webhooks", "/nowhere"], 78, "--webhooks /nowhere cannot be used"),
        (["--webhooks", "/etc/passwd"], 78, "it is not a JSON array"),
        ServeTests.postgres,
    ])
    func invalidServeNamesReason(arguments: [String], code: Int32, naming: String) async throws {
        // Without `--store`, the server opens a file in its working directory.
        let scratch = try TemporaryStore()
        let process = try SpawnedProcess(
            BuiltExecutable("fairway-samples").url,
            ["serve"] + arguments,
            in: scratch.folder
        )
        let (exitCode, _, message) = await process.result()
        #expect(exitCode == code)
        #expect(message.contains(naming), "\(message)")
    }
}
