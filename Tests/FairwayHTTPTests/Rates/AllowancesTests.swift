import Testing

@testable import FairwayHTTP

/// How often a client may ask, without a server or a socket.
struct AllowancesTests {
    private static let second: UInt64 = 1_000_000_000

    private static func limit(_ perSecond: Int, burst: Int, clients: Int = 10) -> RateLimit {
        RateLimit(requestsPerSecond: perSecond, burst: burst, clients: clients)
    }

    /// At a limit of two a second and three at once: when somebody asks, in tenths of a second, and what they are told.
    static let stories: [(tenths: [UInt64], refusedForSeconds: [Int?])] = [
        ([100, 100, 100], [nil, nil, nil]),
        ([100, 100, 100, 100], [nil, nil, nil, 1]),
        ([100, 100, 100, 104, 105], [nil, nil, nil, 1, nil]),
        ([100, 105, 110, 115, 120, 125], [nil, nil, nil, nil, nil, nil]),
        ([100, 100, 100, 200, 200, 200, 200], [nil, nil, nil, nil, nil, nil, 1]),
        // Being refused costs nothing: who keeps asking is served as often as who waits.
        ([100, 100, 100, 101, 102, 103, 104, 105, 110], [nil, nil, nil, 1, 1, 1, 1, nil, nil]),
    ]

    @Test(arguments: stories)
    func aClientHasItsRateAndABurst(tenths: [UInt64], refusedForSeconds: [Int?]) {
        var allowances = Allowances(Self.limit(2, burst: 3))
        let told = tenths.map { allowances.take(1, at: $0 * Self.second / 10) }
        #expect(told == refusedForSeconds)
    }

    @Test func aSlowRateSaysHowLongToWait() {
        var allowances = Allowances(Self.limit(1, burst: 1))
        #expect(allowances.take(1, at: Self.second) == nil)
        #expect(allowances.take(1, at: Self.second) == 1)
        #expect(allowances.take(1, at: 2 * Self.second - 1) == 1)
        #expect(allowances.take(1, at: 2 * Self.second) == nil)
    }

    @Test func oneClientTakesNothingFromAnother() {
        var allowances = Allowances(Self.limit(1, burst: 1))
        for client in 0..<10 { #expect(allowances.take(client, at: Self.second) == nil) }
        for client in 0..<10 { #expect(allowances.take(client, at: Self.second) == 1) }
    }

    @Test func onlySoManyAreRememberedAndNobodyIsRefusedForThat() {
        var allowances = Allowances(Self.limit(1, burst: 1, clients: 3))
        for client in 0..<10 { #expect(allowances.take(client, at: Self.second) == nil) }
        #expect(allowances.count == 3)
        #expect(allowances.take(0, at: Self.second) == 1)
        // A second later the three have all they can have, and are forgotten for those who come.
        for client in 10..<13 { #expect(allowances.take(client, at: 2 * Self.second) == nil) }
        #expect(allowances.count == 3)
        for client in 10..<13 { #expect(allowances.take(client, at: 2 * Self.second) == 1) }
    }

    @Test(arguments: [1, 2, 7, 50], [1, 3, 50])
    func noMoreThanTheRateGetsThroughHoweverMuchIsAsked(perSecond: Int, burst: Int) {
        var allowances = Allowances(Self.limit(perSecond, burst: burst))
        let thousandths = Self.second..<11 * Self.second
        let served = stride(from: thousandths.lowerBound, to: thousandths.upperBound, by: 1_000_000).count {
            allowances.take(1, at: $0) == nil
        }
        #expect((10 * perSecond...10 * perSecond + burst).contains(served))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("::ffff:127.0.0.1", "127.0.0.1", true), ("::ffff:127.0.0.1", "::ffff:127.0.0.2", false),
        ("2001:db8::1", "2001:db8::2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
    ])
    func aClientIsAnAddressOrANetwork(one: String, other: String, isSame: Bool) throws {
        let addresses = try (#require(SocketAddress(one, port: 1)), #require(SocketAddress(other, port: 2)))
        #expect((addresses.0.network == addresses.1.network) == isSame)
    }
}
