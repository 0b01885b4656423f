import ServerDoubles
import TestWaits
import Testing

@testable import FairwayHTTP

/// The client address behind trusted proxies, for rate limits.
struct TrustedProxiesTests {
    private static let proxies = TrustedProxies(
        ["10.0.0.0/8", "127.0.0.1", "2001:db8:1::/48", "::1"].compactMap(AddressRange.init)
    )

    struct Case: Sendable, CustomTestStringConvertible {
        let peer: String
        let fields: [String]
        let client: String
        var testDescription: String { "\(peer) \(fields)" }

        init(_ peer: String, _ fields: [String], _ client: String) {
            (self.peer, self.fields, self.client) = (peer, fields, client)
        }

        /// From a trusted proxy.
        init(_ list: String, _ client: String) { self.init("10.0.0.1", ["X-Forwarded-For: \(list)"], client) }
    }

    @Test(arguments: [
        // Fields from untrusted peers are ignored.
        Case("192.0.2.9", ["X-Forwarded-For: 198.51.100.1"], "192.0.2.9"),
        Case("192.0.2.9", ["Forwarded: for=198.51.100.1"], "192.0.2.9"),
        Case("11.0.0.1", ["X-Forwarded-For: 198.51.100.1"], "11.0.0.1"),
        Case("2001:db8:2::1", ["X-Forwarded-For: 198.51.100.1"], "2001:db8:2::1"),
        // The rightmost untrusted address.
        Case("10.0.0.1", [], "10.0.0.1"),
        Case("198.51.100.1", "198.51.100.1"),
        Case("203.0.113.7, 198.51.100.1", "198.51.100.1"),
        Case("203.0.113.7, 198.51.100.1, 10.2.0.1, 10.1.0.1", "198.51.100.1"),
        Case("10.3.0.1, 10.2.0.1", "10.3.0.1"),
        Case("10.0.0.1", ["X-Forwarded-For: 203.0.113.7", "X-Forwarded-For: 198.51.100.1, 10.2.0.1"], "198.51.100.1"),
        Case("10.0.0.1", ["x-forwarded-for: 203.0.113.7", "X-FORWARDED-FOR: 10.2.0.1"], "203.0.113.7"),
        Case("127.0.0.1", ["X-Forwarded-For: 198.51.100.1"], "198.51.100.1"),
        Case("::1", ["X-Forwarded-For: 198.51.100.1"], "198.51.100.1"),
        Case("2001:db8:1::5", ["X-Forwarded-For: 2001:db8:2::1"], "2001:db8:2::1"),
        // Notations of an address.
        Case("::ffff:10.0.0.1", ["X-Forwarded-For: 198.51.100.1"], "198.51.100.1"),
        Case("203.0.113.7, ::ffff:10.2.0.1", "203.0.113.7"),
        Case("198.51.100.1:4711", "198.51.100.1"),
        Case("[2001:db8:2::1]:4711", "2001:db8:2::1"),
        Case("[2001:db8:2::1]", "2001:db8:2::1"),
        Case(" \t198.51.100.1\t ", "198.51.100.1"),
        // Empty elements are skipped.
        Case("", "10.0.0.1"),
        Case(",", "10.0.0.1"),
        Case("198.51.100.1,, ,10.2.0.1,", "198.51.100.1"),
        // An invalid element ends the search.
        Case("unknown", "10.0.0.1"),
        Case("198.51.100.1, unknown", "10.0.0.1"),
        Case("198.51.100.1, unknown, 10.2.0.1", "10.2.0.1"),
        Case("198.51.100.1, _hidden, 10.2.0.1", "10.2.0.1"),
        Case("198.51.100.1, 10.2.0.256", "10.0.0.1"),
        Case("198.51.100.1, 10.2.0.1:x", "10.0.0.1"),
        Case("198.51.100.1, 10.2.0.1:", "10.0.0.1"),
        Case("198.51.100.1, 10.2.0.1:65536", "10.0.0.1"),
        Case("198.51.100.1, [10.2.0.1]", "10.0.0.1"),
        Case("198.51.100.1, [2001:db8:1::1", "10.0.0.1"),
        Case("198.51.100.1, [2001:db8:1::1]x", "10.0.0.1"),
        Case("198.51.100.1, fe80::1%eth0", "10.0.0.1"),
        Case("198.51.100.1, \"10.2.0.1\"", "10.0.0.1"),
        Case("198.51.100.1, 10.2.0.1 10.3.0.1", "10.0.0.1"),
        // `Forwarded` (RFC 7239), for requests without `X-Forwarded-For`.
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1"], "198.51.100.1"),
        Case("10.0.0.1", ["Forwarded: For=\"[2001:db8:2::1]:4711\";proto=https"], "2001:db8:2::1"),
        Case("10.0.0.1", ["Forwarded: for=203.0.113.7, for=198.51.100.1;by=10.2.0.1"], "198.51.100.1"),
        Case("10.0.0.1", ["Forwarded: proto=http; for = 198.51.100.1"], "198.51.100.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1, for=10.2.0.1", "Forwarded: for=10.3.0.1"], "198.51.100.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1, for=unknown"], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1, for=_hidden"], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1, proto=https"], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1, for=10.2.0.1;for=10.3.0.1"], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1, for=\"10.2.0.1"], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1, for=\""], "10.0.0.1"),
        // Addresses within a quoted string do not count.
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1;host=\"a,for=203.0.113.7;b\""], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1;host=\"a;for=203.0.113.7;b\""], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: host=\"a\\\",for=203.0.113.7;b=\\\"\""], "10.0.0.1"),
        Case("10.0.0.1", ["Forwarded: for=198.51.100.1;host=\"a.example\""], "198.51.100.1"),
        // If both are present, `Forwarded` is ignored, because it may come from the client.
        Case("10.0.0.1", ["Forwarded: for=203.0.113.7", "X-Forwarded-For: 198.51.100.1"], "198.51.100.1"),
        Case("10.0.0.1", ["Forwarded: for=203.0.113.7", "X-Forwarded-For: unknown"], "10.0.0.1"),
    ])
    func clientIsTheRightmostUntrustedAddress(_ example: Case) throws {
        let request = "GET / HTTP/1.1\r\nHost: a\r\n" + example.fields.map { "\($0)\r\n" }.joined() + "\r\n"
        let head = try #require(try Self.head(request))
        let peer = try #require(SocketAddress(example.peer, port: 1))
        #expect(Self.proxies.client(of: head, from: peer).host == example.client)
    }

    private static func head(_ request: String) throws -> RequestHead? {
        var parser = RequestParser(limits: HTTPLimits())
        return try Array(request.utf8).withUnsafeBytes { bytes in
            var input = bytes
            guard case .head(let head)? = try parser.next(&input) else { return nil }
            return head
        }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ("0.0.0.0/0", "198.51.100.1", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "198.51.100.1", true),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1/32", "192.0.2.2", false),
        ("2001:db8::/33", "2001:db8:8000::", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("::ffff:10.0.0.0/104", "10.9.9.9", true),
    ])
    func rangeContainsAddressesWithItsPrefix(range: String, address: String, isIn: Bool) throws {
        let address = try #require(SocketAddress(address, port: 0))
        #expect(try #require(AddressRange(range)).contains(address) == isIn)
    }

    /// The test's client connects over loopback, which is a trusted proxy here.
    @Test(.waiting)
    func forwardedAddressesHaveSeparateRates() async throws {
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = SteppedClock()
            configuration.rate = RateLimit(requestsPerSecond: 1, burst: 1, proxies: Self.proxies)
        }
        try await withServer(ServerTests.router, configure: configure) { server in
            let client = try server.client()
            for (address, status) in [
                ("192.0.2.1", 200), ("192.0.2.1", 429), ("192.0.2.2", 200), ("192.0.2.9, 192.0.2.2", 429),
                // One IPv6 network is one client.
                ("2001:db8:2::1", 200), ("2001:db8:2::2", 429), ("2001:db8:2:1::1", 200),
                // The proxy's own address.
                ("unknown", 200), ("unknown", 429),
            ] {
                client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\n\r\n")
                #expect(try client.response().status == status, "\(address)")
            }
        }
    }

    @Test(.waiting)
    func forwardedAddressesFromUntrustedPeersAreIgnored() async throws {
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = SteppedClock()
            configuration.rate = RateLimit(requestsPerSecond: 1, burst: 1)
        }
        try await withServer(ServerTests.router, configure: configure) { server in
            let client = try server.client()
            for (address, status) in [("192.0.2.1", 200), ("192.0.2.2", 429)] {
                client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\n\r\n")
                #expect(try client.response().status == status, "\(address)")
            }
        }
    }
}
