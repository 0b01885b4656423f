import Glibc
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayHTTP

/// The time since a socket received data, as reported by the system.
@Suite(.waiting)
struct SystemClockTests {
    @Test func timeSinceDataGrowsUntilTheNextData() async throws {
        let listener = try Listener(try #require(SocketAddress("127.0.0.1", port: 0)))
        defer { listener.close() }
        let (clock, client) = (SystemServerClock(), try TestClient(listener.address))
        var accepted: Int32 = -1
        try await until {
            accepted = accept(listener.descriptor, nil, nil)
            return accepted >= 0
        }
        defer { close(accepted) }
        client.send("one")
        // Over loopback, data is received when it is sent.
        let first = try #require(clock.nanosecondsSinceData(inSocket: accepted))
        var later = first
        try await until {
            later = try #require(clock.nanosecondsSinceData(inSocket: accepted))
            return later > first + 50_000_000
        }
        try await until {
            client.send("more")
            return try #require(clock.nanosecondsSinceData(inSocket: accepted)) < later
        }
    }

    @Test func timeSinceDataIsUnknownForOtherFiles() {
        #expect(SystemServerClock().nanosecondsSinceData(inSocket: STDERR_FILENO) == nil)
    }
}
