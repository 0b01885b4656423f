import Testing

@testable import FairwayHTTP

/// Token buckets, without a server.
struct RateBucketTests {
    private static let second: UInt64 = 1_000_000_000

    private static func limit(_ perSecond: Int, burst: Int, clients: Int = 10) -> RateLimit {
        RateLimit(requestsPerSecond: perSecond, burst: burst, clients: clients)
    }

    /// For a limit of two requests a second and a burst of three: the times of requests in tenths of a second, and the
    /// results.
    static let sequences: [(tenths: [UInt64], refusedForSeconds: [Int?])] = [
        ([100, 100, 100], [nil, nil, nil]),
        ([100, 100, 100, 100], [nil, nil, nil, 1]),
        ([100, 100, 100, 104, 105], [nil, nil, nil, 1, nil]),
        ([100, 105, 110, 115, 120, 125], [nil, nil, nil, nil, nil, nil]),
        ([100, 100, 100, 200, 200, 200, 200], [nil, nil, nil, nil, nil, nil, 1]),
        // A refused request takes no token.
        ([100, 100, 100, 101, 102, 103, 104, 105, 110], [nil, nil, nil, 1, 1, 1, 1, nil, nil]),
    ]

    @Test(arguments: sequences)
    func clientIsLimitedToItsRateAndBurst(tenths: [UInt64], refusedForSeconds: [Int?]) {
        var buckets = RateBuckets(Self.limit(2, burst: 3))
        let results = tenths.map { buckets.take(1, at: $0 * Self.second / 10) }
        #expect(results == refusedForSeconds)
    }

    @Test func refusalTellsHowLongToWait() {
        var buckets = RateBuckets(Self.limit(1, burst: 1))
        #expect(buckets.take(1, at: Self.second) == nil)
        #expect(buckets.take(1, at: Self.second) == 1)
        #expect(buckets.take(1, at: 2 * Self.second - 1) == 1)
        #expect(buckets.take(1, at: 2 * Self.second) == nil)
    }

    @Test func clientsHaveSeparateBuckets() {
        var buckets = RateBuckets(Self.limit(1, burst: 1))
        for client in 0..<10 { #expect(buckets.take(client, at: Self.second) == nil) }
        for client in 0..<10 { #expect(buckets.take(client, at: Self.second) == 1) }
    }

    @Test func clientsBeyondTheTrackedNumberAreNotLimited() {
        var buckets = RateBuckets(Self.limit(1, burst: 1, clients: 3))
        for client in 0..<10 { #expect(buckets.take(client, at: Self.second) == nil) }
        #expect(buckets.count == 3)
        #expect(buckets.take(0, at: Self.second) == 1)
        // A second later, the three buckets are full and are removed for new clients.
        for client in 10..<13 { #expect(buckets.take(client, at: 2 * Self.second) == nil) }
        #expect(buckets.count == 3)
        for client in 10..<13 { #expect(buckets.take(client, at: 2 * Self.second) == 1) }
    }

    @Test(arguments: [1, 2, 7, 50], [1, 3, 50])
    func floodingClientIsServedAtItsRate(perSecond: Int, burst: Int) {
        var buckets = RateBuckets(Self.limit(perSecond, burst: burst))
        let thousandths = Self.second..<11 * Self.second
        let served = stride(from: thousandths.lowerBound, to: thousandths.upperBound, by: 1_000_000).count {
            buckets.take(1, at: $0) == nil
        }
        #expect((10 * perSecond...10 * perSecond + burst).contains(served))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("::ffff:127.0.0.1", "127.0.0.1", true), ("::ffff:127.0.0.1", "::ffff:127.0.0.2", false),
        ("2001:db8::1", "2001:db8::2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
    ])
    func clientIsAnIPv4AddressOrAnIPv6Network(one: String, other: String, isSame: Bool) throws {
        let addresses = try (#require(SocketAddress(one, port: 1)), #require(SocketAddress(other, port: 2)))
        #expect((addresses.0.network == addresses.1.network) == isSame)
    }
}
