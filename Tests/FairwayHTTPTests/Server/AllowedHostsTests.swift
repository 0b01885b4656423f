import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

/// Requests with an unknown host name are refused (DNS rebinding).
@Suite(.waiting)
struct AllowedHostsTests {
    @Test(arguments: [
        ("localhost", true), ("LocalHost:8080", true), ("app.localhost:1", true), ("127.0.0.1:8080", true),
        ("192.0.2.1", true), ("[::1]:8080", true), ("app.example.org", true), ("APP.example.org.:443", true),
        ("evil.example", false), ("evil.example:8080", false), ("localhost.evil.example", false),
        ("127.0.0.1.evil.example", false), ("evillocalhost", false), ("org", false), ("sub.app.example.org", false),
    ])
    func onlyLocalAndAllowedHostsAreServed(host: String, isAllowed: Bool) async throws {
        let hosts = AllowedHosts(["App.example.org."])
        try await withServer(ServerTests.router, configure: { $0.hosts = hosts }) { server in
            for request in [
                "GET /hello/Ada HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                "GET http://\(host)/hello/Ada HTTP/1.1\r\nHost: localhost\r\n\r\n",
            ] {
                let response = try server.exchange(request)
                #expect(response.status == (isAllowed ? 200 : 421))
                #expect(response.code == (isAllowed ? nil : "misdirected-request"))
            }
        }
    }

    @Test func requestWithoutAHostIsServed() async throws {
        try await withServer(ServerTests.router, configure: { $0.hosts = AllowedHosts([]) }) { server in
            let response = try server.exchange("GET /hello/Ada HTTP/1.0\r\n\r\n")
            #expect(response.status == 200)
        }
    }

    @Test func anyHostIsServedByDefault() async throws {
        try await withServer(ServerTests.router) { server in
            let response = try server.exchange("GET /hello/Ada HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            #expect(response.status == 200)
        }
    }
}
