import CEpoll
import Glibc

/// Drives a server from one thread over so many connections, each with one request under way, and checks every answer.
final class LoadGenerator {
    private let connections: [LoadConnection]
    private let descriptor = epoll_create1(0)

    init(_ connections: [LoadConnection]) {
        self.connections = connections
        for (index, connection) in connections.enumerated() {
            var event = fairway_epoll_event(UInt32(EPOLLIN.rawValue), UInt64(index))
            epoll_ctl(descriptor, EPOLL_CTL_ADD, connection.descriptor, &event)
        }
    }

    deinit { close(descriptor) }

    /// How many answers came within a time, and how long each took. What is under way at its end is waited for: it does not
    /// count, but how long it took does, or a stall across the end would be seen by nobody.
    func run(seconds: Double) throws -> LoadResult {
        var latencies: [UInt32] = []
        latencies.reserveCapacity(Int(seconds * 150_000))
        var events = [epoll_event](repeating: epoll_event(), count: connections.count)
        let start = Nanoseconds.now
        let end = start + UInt64(seconds * 1e9)
        for connection in connections { try connection.send() }
        var (waiting, inTime) = (connections.count, 0)
        while waiting > 0 {
            let ready = epoll_wait(descriptor, &events, Int32(events.count), 30_000)
            guard ready > 0 || errno == EINTR else {
                throw LoadConnection.Failure(description: "nothing came for 30 seconds")
            }
            for index in 0..<Int(max(0, ready)) {
                let connection = connections[Int(fairway_epoll_token(&events[index]))]
                guard let outcome = try connection.receive() else { continue }
                guard case .answered = outcome else {
                    throw LoadConnection.Failure(description: "a request was sent away")
                }
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
