import CEpoll
import Foundation

/// Drives a server from one thread, with one request in flight per connection.
final class LoadGenerator {
    private let connections: [LoadConnection]
    private let poller: LoadPoller

    init(_ connections: [LoadConnection]) {
        self.connections = connections
        poller = LoadPoller(connections)
    }

    /// Sends requests for `seconds`. The rate excludes requests in flight at the end, but the latencies include them,
    /// because a stall would otherwise not show.
    func run(seconds: Double) throws -> LoadResult {
        var latencies: [UInt32] = []
        latencies.reserveCapacity(Int(seconds * 150_000))
        let start = Nanoseconds.now
        let end = start + UInt64(seconds * 1e9)
        for connection in connections { try connection.send() }
        var (waiting, inTime) = (connections.count, 0)
        while waiting > 0 {
            let ready = poller.wait(milliseconds: 30_000)
            if ready.isEmpty { throw BenchmarkError(description: "no answer for 30 seconds") }
            for connection in ready.map({ connections[$0] }) {
                guard let outcome = try connection.receive() else { continue }
                guard case .answered = outcome else { throw BenchmarkError(description: "a request was refused") }
                let now = Nanoseconds.now
                latencies.append(UInt32(clamping: now - connection.sentAt))
                guard now < end else {
                    waiting -= 1
                    continue
                }
                inTime += 1
                try connection.send()
            }
        }
        return LoadResult(latencies, inTime: inTime, seconds: seconds)
    }
}

/// Waits for many connections at once.
final class LoadPoller {
    private let descriptor = epoll_create1(0)
    private var events: [epoll_event]

    init(_ connections: [LoadConnection]) {
        events = [epoll_event](repeating: epoll_event(), count: connections.count)
        for (index, connection) in connections.enumerated() {
            var event = fairway_epoll_event(UInt32(EPOLLIN.rawValue), UInt64(index))
            epoll_ctl(descriptor, EPOLL_CTL_ADD, connection.descriptor, &event)
        }
    }

    deinit { close(descriptor) }

    /// The indices of the connections that have bytes to read; empty if the time has passed.
    func wait(milliseconds: Int32) -> [Int] {
        var ready: Int32 = 0
        repeat {
            ready = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
        } while ready < 0 && errno == EINTR
        return (0..<Int(max(0, ready))).map { Int(fairway_epoll_token(&events[$0])) }
    }
}

/// The rate and the latencies of a run.
struct LoadResult: CustomStringConvertible {
    var perSecond: Double
    var p50Microseconds: Double
    var p99Microseconds: Double
    var longestMicroseconds: Double

    init(_ nanoseconds: [UInt32], inTime: Int, seconds: Double) {
        let sorted = nanoseconds.sorted()
        func at(_ share: Double) -> Double {
            sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1_000
        }
        perSecond = Double(inTime) / seconds
        (p50Microseconds, p99Microseconds, longestMicroseconds) = (at(0.5), at(0.99), at(1))
    }

    var description: String {
        let (p50, p99, longest) = (p50Microseconds / 1_000, p99Microseconds / 1_000, longestMicroseconds / 1_000)
        return String(format: "%8.0f/s, p50 %6.1f ms, p99 %6.1f ms, longest %6.1f ms", perSecond, p50, p99, longest)
    }
}

/// The system's monotonic clock.
enum Nanoseconds {
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
