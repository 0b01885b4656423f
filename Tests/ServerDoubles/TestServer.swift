package import FairwayHTTP
import Testing

/// Runs a server on a free port while `body` runs. Its clock stands still unless `configure` sets another one, so that
/// it closes no connections on a slow machine.
package func withServer<Description>(
    _ router: Router<Description>,
    host: String = "127.0.0.1",
    configure: (inout ServerConfiguration) -> Void = { _ in },
    metrics: Metrics = Metrics(),
    _ body: (TestServer) async throws -> Void
) async throws {
    var configuration = try ServerConfiguration.forTests(host)
    configuration.eventLoops = 1
    configure(&configuration)
    let server = HTTPServer(router: router, configuration: configuration, metrics: metrics)
    let addresses = try server.start()
    let running = TestServer(server: server, address: try #require(addresses.first), metrics: metrics)
    do {
        try await body(running)
    } catch {
        await server.stop(withinSeconds: 0)
        throw error
    }
    await server.stop(withinSeconds: 0)
}

extension ServerConfiguration {
    /// A server on a free port. Its clock stands still, so that it closes no connections on a slow machine.
    package static func forTests(_ host: String = "127.0.0.1") throws -> ServerConfiguration {
        var configuration = ServerConfiguration(addresses: [try #require(SocketAddress(host, port: 0))])
        configuration.clock = SteppedClock()
        return configuration
    }
}

package struct TestServer: Sendable {
    package let server: HTTPServer
    package let address: SocketAddress
    package let metrics: Metrics

    package func client() throws -> TestClient { try TestClient(address) }

    /// The value of a metric, by its name and labels as written.
    package func metric(_ name: String) -> Int? {
        let text = String(decoding: metrics.response.body, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// Sends a request on a new connection.
    package func exchange(_ request: String) throws -> TestResponse {
        let client = try client()
        client.send(request)
        return try client.response(toHead: request.hasPrefix("HEAD"))
    }
}
