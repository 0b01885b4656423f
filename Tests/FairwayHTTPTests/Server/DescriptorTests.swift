import FairwayHTTP
import Foundation
import Glibc
import ServerDoubles
import Synchronization
import TestWaits
import Testing

/// Tests of process-wide limits, each in a process of its own.
struct DescriptorTests {
    /// Ten thousand idle connections or silent streams. The clients are in the same process, where they use as many
    /// descriptors as the server, but little memory.
    @Test(
        .waiting,
        arguments: ["GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"]
    )
    func tenThousandIdleConnectionsUseLittleMemory(request: String) async {
        await #expect(processExitsWith: .success) { [request] in
            // Leaves 1,000 descriptors, because this process inherits those of tests that run at the same time.
            let count = min(10_000, (raiseDescriptorLimit(to: 21_000) - 1_000) / 2)
            let streams = StreamTests.Streams()
            var router = ServerTests.router
            router.on(.get, "/stream") { _, exchange in streams.add(exchange.stream(Response(200)) { _ in }) }
            try await withServer(router) { server in
                // Allocates the memory that all connections share.
                _ = try server.exchange("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
                let before = try residentBytes()
                var clients: [TestClient] = []
                for _ in 0..<count {
                    let client = try server.client()
                    client.send(request)
                    _ = try client.read(through: "\r\n\r\n")
                    clients.append(client)
                }
                let each = (try residentBytes() - before) / count
                try await until { server.metric("fairway_http_connections") == count }
                #expect(each * 10_000 < 60_000_000 || Sanitizer.isOn, "\(each) bytes for each of \(count) connections")
            }
        }
    }

    @Test(.waiting)
    func acceptingPausesBeforeDescriptorsRunOut() async {
        await #expect(processExitsWith: .success) {
            let clock = SteppedClock()
            let events = Mutex<[String]>([])
            let configure = { (configuration: inout ServerConfiguration) in
                configuration.clock = clock
                configuration.onEvent = { event in events.withLock { $0.append("\(event)") } }
            }
            try await withServer(ServerTests.router, configure: configure) { server in
                let request = "GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n"
                var first: TestClient? = try server.client()
                first?.send(request)
                #expect(try first?.response().status == 200)
                // Lower the limit, so that the next connection would use the server's reserve of 64 descriptors.
                // The lowest of many free numbers: Dispatch opens a file for a moment every second.
                var free = Int32.max
                for _ in 0..<200 {
                    let copy = dup(0)
                    close(copy)
                    free = min(free, copy)
                }
                let allowed = rlim_t(free) + 1 + 64
                var limit = rlimit(rlim_cur: allowed, rlim_max: allowed)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                let second = try server.client()
                #expect(try second.rest() == "")
                let third = try server.client()
                third.send(request)
                // The second connection was closed. Later ones wait in the backlog, and the pause is reported only
                // once.
                clock.advance(seconds: 30)
                #expect(!third.isReadable)
                #expect(server.metric("fairway_http_connections_dropped_total") == 1)
                #expect(events.withLock { $0.count { $0.contains("no connection can be accepted") } } == 1)
                // Existing connections are served. When descriptors become free, the waiting connection is accepted.
                first?.send(request)
                #expect(try first?.response().status == 200)
                first = nil
                try await until { third.isReadable }
                #expect(try third.response().status == 200)
                #expect(server.metric("fairway_http_accept_pauses_total") == 1)
            }
        }
    }
}

/// Raises the limit on open files to `wanted`, or to the hard limit. Returns the new limit.
private func raiseDescriptorLimit(to wanted: Int) -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var raised = rlimit(rlim_cur: rlim_t(wanted), rlim_max: max(limit.rlim_max, rlim_t(wanted)))
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { return wanted }
    raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised)
    return Int(limit.rlim_max)
}

private func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(Int(pages[1])) * sysconf(Int32(_SC_PAGESIZE))
}
